#pragma once

#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		hipError_t code_ = (call);                                                                             \
		if (code_ != hipSuccess) {                                                                             \
			std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, hipGetErrorString(code_));             \
			std::exit(1);                                                                                  \
		}                                                                                                      \
	} while (0)
