/* What a library makes of streams, taken whole: which of its functions name the stream of their work, and whether most do. One whose
 * launches name none has no users who capture. */
#ifndef CAPLINT_HABIT_H
#define CAPLINT_HABIT_H

#include "capture/capture.h"

/* What a function enqueues. */
struct work {
	u32 launch;       /* first launch without a stream, or NONE */
	u32 operator_run; /* first operator run without one, or NONE */
	bool has_stream;  /* some work names its stream, and not the legacy one */
	bool has_lent;    /* that stream may be its caller's, or the framework's: it is none that the function, its class or its file made */
	bool names_legacy;
	bool waits;
};

struct habits {
	struct work *works;  /* by fn_id; empty for what is no library code of C or C++ */
	u32 *with, *without; /* by file: functions that name a stream, and those that launch without one */
	u32 *lent;           /* by file: those of the first whose stream may be the caller's */
	bool names_streams;  /* of the library: the first are no fewer than the second */
	bool waits_as_rule;  /* of the functions that work on a stream of their callers, half or more wait: no few, so their callers capture nothing */
	struct intern lenders; /* types of parameters that hold a stream and lend it: some function works on `handle->stream`, `context.stream()` */
};

/* Host code of a library: no test, no program of its own, nothing that somebody else keeps. */
bool capture_is_library(const struct capture *c, fn_id f);

/* The parameter of a function, by its place, that lends a stream: its type is one of the lenders', or NONE. O(parameters). */
u32 param_that_lends(const struct capture *c, const struct fn *fn);

/* Made at the first question: O(rows of the bodies in files that launch). */
const struct habits *capture_habits(const struct capture *c);

#endif
