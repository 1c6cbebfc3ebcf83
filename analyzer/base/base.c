/* The two verbs that end the process. */
#include "base/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void bug_at(const char *file, int line, const char *format, ...)
{
	va_list list;
	fprintf(stderr, "caplint: bug at %s:%d: ", file, line);
	va_start(list, format);
	vfprintf(stderr, format, list);
	va_end(list);
	fputc('\n', stderr);
	abort();
}

_Noreturn void die(const char *format, ...)
{
	va_list list;
	fflush(stdout);
	fprintf(stderr, "caplint: error: ");
	va_start(list, format);
	vfprintf(stderr, format, list);
	va_end(list);
	fputc('\n', stderr);
	exit(2);
}

int order_u32(const void *left, const void *right)
{
	u32 a = *(const u32 *)left, b = *(const u32 *)right;
	return a < b ? -1 : a > b;
}

u32 last_u32_up_to(const u32 *sorted, u32 n, u32 most)
{
	u32 low = 0, high = n;
	while (low + 1 < high) {
		u32 middle = low + (high - low) / 2;
		*(sorted[middle] <= most ? &low : &high) = middle;
	}
	return low;
}
