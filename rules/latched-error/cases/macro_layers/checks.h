#pragma once

#include "error.h"

#define CHECK(call) CHECK_WITH(call, cudaSuccess, cudaGetErrorString, FAIL_HARD)
#define WARN_ON(call) CHECK_WITH(call, cudaSuccess, cudaGetErrorString, FAIL_SOFT)
#define WARN_ON_CLEAR(call) CHECK_WITH(call, cudaSuccess, cudaGetErrorString, FAIL_SOFT_CLEAR)

#define TRY_GOTO(call, label)                                                                                          \
	do {                                                                                                           \
		if ((call) != cudaSuccess) {                                                                           \
			(void)cudaGetLastError();                                                                      \
			goto label;                                                                                    \
		}                                                                                                      \
	} while (0)

#define TRY_RETURN(call, value)                                                                                        \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			return value;                                                                                  \
	} while (0)

#define SUCCEEDS(call) ((call) == cudaSuccess)
