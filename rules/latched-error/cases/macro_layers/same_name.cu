// A macro of the same name with another body: the one that this file includes or defines is meant.
#include <cuda_runtime.h>

#include <cstdio>

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		cudaError_t code_ = (call);                                                                            \
		if (code_ != cudaSuccess)                                                                              \
			std::puts(cudaGetErrorString(code_));                                                          \
	} while (0)

void not_fatal_here(void **out, size_t bytes)
{
	CHECK(cudaMalloc(out, bytes)); // expect: latched-error
}
