// Every failing call ends in an exception that names it; the slot is left clean.
#pragma once

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

inline void check(cudaError_t code, const char *what)
{
	if (code == cudaSuccess)
		return;
	(void)cudaGetLastError();
	throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(code));
}

#define CHECK(call) check((call), #call)
