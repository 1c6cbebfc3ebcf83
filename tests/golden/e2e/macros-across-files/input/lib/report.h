#pragma once
#include <cstdio>
#include <cuda_runtime.h>

namespace lib {
inline void report(cudaError_t status, const char *what)
{
	std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
}
} // namespace lib
