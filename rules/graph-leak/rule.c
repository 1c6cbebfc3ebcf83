/* Graphs and executable graphs that nobody destroys: on some way out of the function that made them, in a loop, or because their
 * owner has no end. */
#include "leak.h"

void rule_graph_leak(struct rule_run *run)
{
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct body *b = &run->slot->bodies[fn];
		if (!run->shows[fn] || run->program->functions[fn].f->kind == FN_FILE) /* blocks behind unknown macros, one after the other */
			continue;
		for (u32 row = 0, asked = 0; row < b->n; row++) {
			u32 cell = leak_made(run, b, row);
			if (cell == NONE)
				continue;
			if (!rule_affords(run, b, asked++))
				break;
			leak_local(run, b, row, cell);
			leak_replaced(run, b, row, cell);
		}
	}
	leak_members(run);
}
