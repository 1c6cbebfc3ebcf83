/* One line on a terminal about long work, rewritten in place and erased at its end. It is shown only where somebody can look at
 * it: standard error is a terminal of the foreground, no pre-commit and no CI, and only after a second. The clock decides nothing
 * else. */
#ifndef CAPLINT_PROGRESS_H
#define CAPLINT_PROGRESS_H

#include "base/base.h"

struct progress {
	bool is_wanted, is_shown;
	u64 begin, last; /* milliseconds */
};

void progress_begin(struct progress *p, bool is_wanted);
/* What is being done now, a verb form: "reading"; with `whole` 0 there is no count. Costs a look at the clock. */
void progress_tell(struct progress *p, const char *what, u32 part, u32 whole);
void progress_end(struct progress *p);

#endif
