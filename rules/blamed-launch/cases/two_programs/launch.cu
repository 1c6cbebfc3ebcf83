// The program's kernel: of two functions named prepare() only its own runs before it, and that one leaves nothing.
#include "launch.h"

#include <stdexcept>

__global__ void scale_kernel(float *p, int n) {}

void scale(float *p, int n)
{
	scale_kernel<<<(n + 255) / 256, 256>>>(p, n);
	if (cudaGetLastError() != cudaSuccess) // expect-note: blamed-launch
		throw std::runtime_error("scale");
}
