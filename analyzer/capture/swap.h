/* Two attributes that captured code of Python swaps: `self.now, self.next = self.next, self.now`. The host's names change sides once for each time that the
 * code ran while it was captured; the addresses in the graph never do. */
#ifndef CAPLINT_SWAP_H
#define CAPLINT_SWAP_H

#include "capture/capture.h"

struct swap {
	u32 row;  /* the second of the two moves */
	u32 a, b; /* cells of the attributes */
};

/* The row of a reached body ends a swap of two attributes of the object, and it runs an odd number of times in the capture for all that shows: every loop around
 * it has a length that is written in the program, and it hangs on no condition. The function is captured once. O(rows). */
bool odd_swap_at(const struct capture *c, u32 at, u32 row, struct swap *out);

#endif
