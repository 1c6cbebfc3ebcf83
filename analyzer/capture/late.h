/* Python: switches of a captured object that are set when the capture is over: `runner.capture(); model.set_extra_outputs()`. The graph took the
 * branch that the switch had at the capture, and no replay asks again. */
#ifndef CAPLINT_LATE_H
#define CAPLINT_LATE_H

#include "capture/capture.h"

struct late_switch {
	fn_id fn;         /* calls both */
	u32 capture, row; /* rows of its body: the call below which a capture is opened, the one of the setter */
	fn_id setter;
	fn_id forward;    /* the reached method that branches on it */
	u32 name;         /* id of the attribute */
};
typedef VEC(struct late_switch) late_list;

/* Of the functions asked about, by fn_id, but those of tests, in order. O(rows), and for each call of such a setter the calls above it down to LATE_DEPTH. */
enum { LATE_DEPTH = 12, LATE_FUNCTIONS = 2000 };
void find_late(const struct capture *c, const bool *asked, struct arena *a, late_list *out);

#endif
