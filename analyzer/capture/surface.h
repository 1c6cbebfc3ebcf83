/* Whether somebody outside could hand a function the stream that it takes. In a program whose own code is all that calls it, and that gives
 * it none, the legacy stream or one that the program has made, nobody captures that stream but the program itself. */
#ifndef CAPLINT_SURFACE_H
#define CAPLINT_SURFACE_H

#include "capture/capture.h"

enum surface {
	SURFACE_OPEN,     /* not all callers are seen, or one hands on what it was given */
	SURFACE_OWN,      /* what it is given is the program's own */
	SURFACE_IN_ORDER, /* and in order with the legacy stream: none, that one, or a blocking stream */
};

/* Of a function that takes a stream. Headers of a folder `include` are for others, unless all callers leave the stream at its default and nobody has captures in mind; so is what a binding or a stored address gives away;
 * tests prove nothing, nor does a file that calls only itself, nor a program beside a library. Of a plain function only a program's own calls
 * count: it may be there for others. O(callers), and of a stream in a field O(functions that name it). */
enum surface surface_of(const struct capture *c, fn_id fn);

/* Nobody runs the function: it belongs to its source file alone, and nothing there calls or names it. O(rows of the file). */
bool is_dead(const struct capture *c, fn_id fn);

#endif
