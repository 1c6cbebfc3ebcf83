// A check that makes a text of the failure and gives it to nobody can blame nobody; it empties the slot all the same.
#include <cstdio>
#include <cuda_runtime.h>
#include <sstream>
#include <string>

#define QUIET(call)                                                       \
	do {                                                                  \
		cudaError_t e = call;                                             \
		if (e != cudaSuccess) {                                           \
			std::stringstream text;                                       \
			text << #call << ": " << cudaGetErrorString(e) << "\n";       \
		}                                                                 \
	} while (0)

#define LOUD(call)                                                        \
	do {                                                                  \
		cudaError_t e = call;                                             \
		if (e != cudaSuccess) {                                           \
			std::stringstream text;                                       \
			text << #call << ": " << cudaGetErrorString(e) << "\n";       \
			fputs(text.str().c_str(), stderr);                            \
		}                                                                 \
	} while (0)

__global__ void step(float *x);

void quiet(float **x)
{
	QUIET(cudaMalloc(x, 64));
	step<<<1, 1>>>(*x);
	QUIET(cudaGetLastError());
}

void loud(float **x)
{
	LOUD(cudaMalloc(x, 64)); // expect: latched-error
	step<<<1, 1>>>(*x);
	LOUD(cudaGetLastError()); // expect: blamed-launch
}
