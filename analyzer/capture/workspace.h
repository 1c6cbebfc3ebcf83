/* The memory that cuBLAS works in, and how a handle loses it: every change of its stream sets it back to cuBLAS's own, which a capture then
 * allocates inside the graph; and what a handle or a graph was given must stay. */
#ifndef CAPLINT_WORKSPACE_H
#define CAPLINT_WORKSPACE_H

#include "capture/capture.h"

enum workspace_loss {
	LOSS_BEFORE, /* the stream is changed behind the workspace, on every way */
	LOSS_HELD,   /* the workspace is set again behind the stream, but only where `held` changes */
	LOSS_TORCH,  /* the handle is PyTorch's, which comes with one */
	LOSS_ONCE,   /* it was set where the handle was made, and is set nowhere else */
	LOSS_FREED,  /* its memory is given back and made anew, and the handle is not told */
};

struct lost_workspace {
	u8 kind; /* enum workspace_loss */
	const struct body *body, *given_body;
	u32 row;       /* the call that sets it back, or frees it */
	u32 given_row; /* the call that gave it */
	struct str held;
};
typedef VEC(struct lost_workspace) lost_workspace_list;

/* Of the functions that `shows` names: first what changes of streams lose, then what is freed, each in the order of functions and rows. Only
 * losses behind which the function ends, or the handle computes, before a workspace is set again. O(rows, and the paths behind such a change). */
void find_lost_workspaces(const struct capture *c, const bool *shows, struct arena *a, lost_workspace_list *out);

#endif
