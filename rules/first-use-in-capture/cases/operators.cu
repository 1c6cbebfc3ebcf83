// A library that captures nothing itself: its users may. plain.cu has the same beside captures of its own, where the guess is a note.
#include <cuda_runtime.h>

__global__ void step(float *p, int n);
__device__ int table_size;

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			throw 1;                                                                                       \
	} while (0)

void static_lambda(float *p, cudaStream_t stream)
{
	static int const size = [&] {
		int n;
		CHECK(cudaMemcpyFromSymbol(&n, table_size, sizeof n)); // expect-warning: first-use-in-capture
		return n;
	}();
	step<<<1, 32, 0, stream>>>(p, size);
	CHECK(cudaGetLastError());
}

struct Scratch {
	float *p = nullptr;
	size_t size = 0;
	void run(size_t n, cudaStream_t stream)
	{
		if (n > size) {
			if (p)
				CHECK(cudaFree(p));
			CHECK(cudaMalloc(&p, n)); // expect-warning: first-use-in-capture
			size = n;
		}
		step<<<1, 32, 0, stream>>>(p, 1);
		CHECK(cudaGetLastError());
	}
};
