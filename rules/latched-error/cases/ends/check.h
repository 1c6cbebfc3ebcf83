#pragma once

#include "fail.h"

#include <cuda_runtime.h>

namespace ARRAY_EXPORT array {
inline void check(cudaError_t err)
{
	if (err != cudaSuccess)
		report::RaiseError("{}", cudaGetErrorString(err));
}

inline void note_only(cudaError_t err)
{
	if (err != cudaSuccess)
		report::TellWarning(cudaGetErrorString(err));
}
}

// The default stands here alone.
void stop_at(cudaError_t err, const char *text, bool throws = true);

#define array_check(call) check(call)

#ifdef ARRAY_CHECKS
#define RET_ERR(err, text)              \
	do {                                \
		if ((err) != cudaSuccess)       \
			ARRAY_ERROR(std::runtime_error, text) \
	} while (0)
#else
#define RET_ERR(err, text) \
	do {                   \
	} while (0)
#endif
