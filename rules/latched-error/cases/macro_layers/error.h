#pragma once

#include <cuda_runtime.h>

#include <cstdio>

[[noreturn]] void report_fatal(const char *statement, const char *file, int line, const char *text);

inline void report(const char *statement, const char *text)
{
	std::fprintf(stderr, "%s: %s\n", statement, text);
}

#define CHECK_WITH(call, success, text, fail)                                                                          \
	do {                                                                                                           \
		auto code_ = (call);                                                                                   \
		if (code_ != (success))                                                                                \
			fail(#call, text(code_));                                                                      \
	} while (0)

#define FAIL_HARD(statement, text) report_fatal(statement, __FILE__, __LINE__, text)
#define FAIL_SOFT(statement, text) report(statement, text)
#define FAIL_SOFT_CLEAR(statement, text)                                                                               \
	do {                                                                                                           \
		cudaGetLastError();                                                                                    \
		report(statement, text);                                                                               \
	} while (0)
