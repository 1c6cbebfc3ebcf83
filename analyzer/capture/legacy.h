/* Work on the legacy stream in functions that no region reaches, and whose callers could yet want to capture it: by what their
 * neighbours do. */
#ifndef CAPLINT_LEGACY_H
#define CAPLINT_LEGACY_H

#include "capture/stream.h"

enum legacy_reason {
	LEGACY_NEIGHBOUR, /* launches without a stream among functions that take one */
	LEGACY_LIBRARY,   /* the same in a file whose functions name none, of a library whose functions do nearly everywhere */
	LEGACY_BESIDE,    /* bypasses the stream that the function is given, or does its other work on */
	LEGACY_OPERATOR,  /* runs a CUTLASS-like operator without a stream */
	LEGACY_DEFAULT,   /* Python: hands a framework's default stream to a call, where the current one is meant */
	LEGACY_HANDLE,    /* makes a library's handle or plan; nothing in the program ever gives one a stream, although its launches name theirs */
	LEGACY_CAPTURED,  /* the same, and a capture of the program's own has work of that library */
};

struct legacy_use {
	u8 why; /* enum legacy_reason */
	fn_id fn;
	u32 row; /* of its body: the first of its kind in the function */
};

/* In the order of functions and rows; in the arena. O(rows of all bodies). */
struct legacy_use *legacy_uses(const struct capture *c, struct arena *a, u32 *n);

#endif
