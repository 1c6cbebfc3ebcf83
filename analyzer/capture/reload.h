/* Python: weights that are loaded anew into a model (update_weights_from_disk, reload_weights) by code that binds attributes of it to new tensors, in a
 * program that captures. Whatever is loaded in place the graphs see; what is bound anew they don't, until somebody captures again. */
#ifndef CAPLINT_RELOAD_H
#define CAPLINT_RELOAD_H

#include "capture/capture.h"

/* Where a captured function's attribute is bound to a new tensor. */
struct rebinding {
	fn_id fn;
	u32 row;  /* of its body */
	u32 name; /* id of the attribute; `data` where a parameter is given new storage */
};

struct reload {
	fn_id fn;                    /* loads the weights */
	u32 row;                     /* of its body: the call that leads to the first */
	VEC(struct rebinding) bound; /* at least one; each place once for all reloads that lead there */
};
typedef VEC(struct reload) reload_list;

/* Of all functions but those of tests, in order. Nothing where the program captures nothing. Calls are followed RELOAD_DEPTH down; a method of an unknown object
 * that speaks of weights may be any of its name. O(rows of what is looked at), RELOAD_FUNCTIONS at most for each function that reloads. */
enum { RELOAD_DEPTH = 6, RELOAD_FUNCTIONS = 3000 };
void find_reloads(const struct capture *c, struct arena *a, reload_list *out);

#endif
