/* The parts of side-stream-temporary. All is about one body of Python; findings go to run->findings. */
#ifndef CAPLINT_SIDE_H
#define CAPLINT_SIDE_H

#include "rule.h"

struct side {
	struct rule_run *run;
	const struct body *b;
	u32 reached; /* index of run->capture->reached, or NONE */
	struct arena scratch; /* of this body */
	struct values values;
	struct fork_table table;
};

/* The row keeps, on the object, what was made in the block of a stream that others wait for, that itself never waits, and whose users nobody tells the allocator of. True if that was
 * told. O(rows of the program) for such a row. */
bool side_kept(struct side *s, u32 row);

#endif
