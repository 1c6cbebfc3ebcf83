#include <cstdio>
#include <cuda_runtime.h>
#include "mex.h"

__global__ void kernel(float *p);

// Control returns to the prompt.
static void checked(cudaError_t err, const char *file, int line)
{
	if (err != cudaSuccess) {
		char text[256];
		std::snprintf(text, sizeof text, "%s:%d: %s", file, line, cudaGetErrorString(err));
		mexErrMsgIdAndTxt("toolbox:cuda", text);
	}
}

static void warned(cudaError_t err)
{
	if (err != cudaSuccess)
		mexWarnMsgTxt(cudaGetErrorString(err));
}

void fill(float **p)
{
	checked(cudaMalloc(p, 1024), __FILE__, __LINE__);
	kernel<<<1, 256>>>(*p);
	checked(cudaGetLastError(), __FILE__, __LINE__);
}

void fill_bad(float **p)
{
	warned(cudaMalloc(p, 1024)); // expect: latched-error
	kernel<<<1, 256>>>(*p);
	checked(cudaGetLastError(), __FILE__, __LINE__); // expect: blamed-launch
}
