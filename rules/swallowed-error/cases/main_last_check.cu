#include <cstdio>
#include <cuda_runtime.h>

bool clear_bad(float *p);

// The process begins with an empty slot, and all that came before the check was checked: it finds nothing, and harms nobody.
int main()
{
	float *p = nullptr;
	if (cudaMalloc(&p, 1024) != cudaSuccess)
		return 1;
	if (cudaMemset(p, 0, 1024) != cudaSuccess)
		return 1;
	if (cudaGetLastError() != cudaSuccess) {
		std::fprintf(stderr, "something failed\n");
		return 1;
	}
	return 0;
}

// A function of a library does not know what was there before.
bool clear_bad(float *p)
{
	if (cudaMemset(p, 0, 1024) != cudaSuccess) // expect: latched-error
		return false;
	return cudaGetLastError() == cudaSuccess; // expect: swallowed-error
}
