/* What the layers of a model do one by one, in Python. */
#ifndef CAPLINT_LAYER_H
#define CAPLINT_LAYER_H

#include "capture/capture.h"

/* The function runs in each layer: a loop calls modules that stand in a container (`for block in self.blocks: x = block(x)`), each on what the one
 * before it gave, and what it always calls comes to it. What is asked of the device there is asked as often as there are layers, mostly for the same answer. A program
 * that captures in its own Python, outside of tests, shows what it captures: there nothing is said of layers that none of its captures comes to. The first question is O(rows of what is reached). */
struct layers {
	bool *has;     /* by fn_id, once asked */
	bool is_shown; /* the program captures in its own Python */
};
bool runs_in_each_layer(const struct capture *c, u32 at); /* at: in c->reached */

#endif
