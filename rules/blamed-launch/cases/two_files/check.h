#pragma once

#include <cuda_runtime.h>

[[noreturn]] void fatal(const char *what, const char *text);

inline void check_launch(const char *what)
{
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		fatal(what, cudaGetErrorString(err));
}
