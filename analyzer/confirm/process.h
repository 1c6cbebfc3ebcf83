/* Running a program of somebody else (a compiler, a confirmation program) and hearing what it says. */
#ifndef CAPLINT_PROCESS_H
#define CAPLINT_PROCESS_H

#include "base/text.h"

struct process_result {
	int status; /* exit status; 128 + the signal; -1 if it could not be started */
	bool is_late; /* stopped, with all that it started, since the time was up */
};

/* `argv` ends with NULL; no shell. What it prints is added to `out` and `err` (at most 1 MiB each, the rest is lost).
 * `library_path`, if not NULL, is put before LD_LIBRARY_PATH. */
struct process_result process_run(const char *const *argv, const char *library_path, u32 seconds, struct strbuf *out, struct strbuf *err);
/* The file that a name without a slash means, by PATH; NULL if there is none. */
const char *process_find(struct arena *a, const char *name);

#endif
