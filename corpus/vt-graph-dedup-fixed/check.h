// Checks that throw. A code that a check reports is not cleared: whoever catches the exception decides what to do.
#pragma once

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

namespace vt {

[[noreturn]] inline void throw_cuda_error(cudaError_t code, const char *what)
{
	throw std::runtime_error(std::string("vt cuda: ") + what + ": " + cudaGetErrorString(code));
}

inline void check(cudaError_t code, const char *what)
{
	if (code != cudaSuccess)
		throw_cuda_error(code, what);
}

} // namespace vt

#define VT_CUDA_CHECK(expression) ::vt::check((expression), #expression)
#define VT_CUDA_LAUNCH_CHECK(kernel) ::vt::check(cudaGetLastError(), kernel " launch")
