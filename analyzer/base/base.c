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
