#pragma once
#include "report.h"

#define LIB_CHECK_IMPL(expr, then)                        \
	do {                                              \
		cudaError_t status_ = (expr);             \
		if (status_ != cudaSuccess) {             \
			lib::report(status_, #expr);      \
			then;                             \
		}                                         \
	} while (0)

// Logs and goes on.
#define LIB_WARN(expr) LIB_CHECK_IMPL(expr, (void)0)

#define LIB_TRY(expr)                                     \
	do {                                              \
		if ((expr) != cudaSuccess)                \
			return false;                     \
	} while (0)
