// How paths end: a header without a word of the runtime.
#pragma once

#include <cstdio>
#include <stdexcept>

#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define ARRAY_ERROR(type, text) asm("trap;")
#else
#define ARRAY_ERROR(type, text)         \
	{                                   \
		type raised{text};              \
		std::fputs(raised.what(), stderr); \
		throw raised;                   \
	}
#endif

namespace report {
struct sink {
	template <class... Args>
	static void fail_ [[noreturn]] (const char *file, int line, const char *format, Args &&...args);
	static void warn_(const char *file, int line, const char *text);
};
}

#define RaiseError(...) sink::fail_(__FILE__, __LINE__, __VA_ARGS__)
#define TellWarning(text) sink::warn_(__FILE__, __LINE__, text)

// Defined elsewhere, without the attribute.
[[noreturn]] void on_assertion(const char *condition, const char *text);

#define ARRAY_ASSERT(condition, text) ((void)((condition) ? (void)0 : [&]() { on_assertion(#condition, text); }()))

// Comes to something that is not in sight.
inline void Abort(const char *text) { last_words(text); }
