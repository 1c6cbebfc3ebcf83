#include "lib/check.h"

bool reserve(void **out, size_t bytes);

__global__ void fill(float *x, int n);

void run(int n)
{
	void *buffer;
	if (!reserve(&buffer, n))
		buffer = nullptr;
	fill<<<1, n>>>(static_cast<float *>(buffer), n);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}
