/* Progress on a terminal. */
#include "base/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 1000, INTERVAL = 100 };

static u64 now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000 + (u64)t.tv_nsec / 1000000;
}

static bool is_set(const char *name)
{
	const char *value = getenv(name);
	return value && *value;
}

void progress_begin(struct progress *p, bool is_wanted)
{
	*p = (struct progress){0};
	p->is_wanted = is_wanted && isatty(STDERR_FILENO) && tcgetpgrp(STDERR_FILENO) == getpgrp() && !is_set("PRE_COMMIT") && !is_set("CI");
	if (p->is_wanted)
		p->begin = now();
}

void progress_tell(struct progress *p, const char *what, u32 part, u32 whole)
{
	if (!p || !p->is_wanted)
		return;
	u64 t = now();
	if (t - p->begin < PATIENCE || (whole && t - p->last < INTERVAL && part < whole))
		return;
	p->last = t;
	p->is_shown = true;
	if (whole)
		fprintf(stderr, "\rcaplint: %s, %u of %u files\033[K", what, part, whole);
	else
		fprintf(stderr, "\rcaplint: %s\033[K", what);
	fflush(stderr);
}

void progress_end(struct progress *p)
{
	if (p->is_shown)
		fputs("\r\033[K", stderr);
	p->is_shown = p->is_wanted = false;
}
