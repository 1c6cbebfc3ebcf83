#include "result.h"

__global__ void fill(float *x, int n);

struct table {
	float *p = nullptr;
	explicit table(size_t n) { RESULT_THROW(cudaMalloc(&p, n)); }
};

struct table_full {
	float *p = nullptr;
	explicit table_full(size_t n) { RESULT_THROW_FULL(cudaMalloc(&p, n)); } // expect-warning: latched-error
};

void run(float *x, int n)
{
	fill<<<1, 256>>>(x, n);
	RESULT_THROW(cudaGetLastError()); // expect-note: blamed-launch
}
