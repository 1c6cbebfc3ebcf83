// A name that is a macro of one kind, and further down of another one: each use is of the definition that holds there.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void work(float *p);

#ifdef STEP
#undef STEP
#endif
#define STEP(call)                                                                                                     \
	do {                                                                                                           \
		cudaError_t code = (call);                                                                             \
		if (code != cudaSuccess)                                                                               \
			std::abort();                                                                                  \
	} while (0)

void grow(float **p, size_t bytes)
{
	STEP(cudaMalloc(p, bytes));
}

#undef STEP
#define STEP(call)                                                                                                     \
	do {                                                                                                           \
		cudaError_t code = (call);                                                                             \
		if (code != cudaSuccess)                                                                               \
			std::printf("%s\n", cudaGetErrorString(code));                                                 \
	} while (0)

void grow_bad(float **p, size_t bytes)
{
	STEP(cudaMalloc(p, bytes)); // expect: latched-error
}

#undef STEP

void launch(float *p)
{
	work<<<1, 32>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		std::printf("launch\n");
}
