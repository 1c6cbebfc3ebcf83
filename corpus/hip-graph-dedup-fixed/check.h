// Checks that throw. A code that a check reports is not cleared: whoever catches the exception decides what to do.
#pragma once

#include <hip/hip_runtime.h>

#include <stdexcept>
#include <string>

namespace vt {

[[noreturn]] inline void throw_hip_error(hipError_t code, const char *what)
{
	throw std::runtime_error(std::string("vt hip: ") + what + ": " + hipGetErrorString(code));
}

inline void check(hipError_t code, const char *what)
{
	if (code != hipSuccess)
		throw_hip_error(code, what);
}

} // namespace vt

#define VT_HIP_CHECK(expression) ::vt::check((expression), #expression)
#define VT_HIP_LAUNCH_CHECK(kernel) ::vt::check(hipGetLastError(), kernel " launch")
