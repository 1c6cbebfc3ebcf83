/* Graphs and executable graphs that nobody destroys: on some way out of the function that made them, in a loop, or because their
 * owner has no end. */
#include "leak.h"

#include <string.h>

/* leak_made of every row; NULL if none makes any. */
static u32 *all_made(const struct rule_run *run, const struct body *b, struct arena *a)
{
	u32 *made = NULL;
	for (u32 row = 0; row < b->n; row++) {
		u32 cell = leak_made(run, b, row);
		if (cell == NONE)
			continue;
		if (!made) {
			made = arena_array(a, u32, b->n);
			memset(made, 0xff, b->n * sizeof *made); /* NONE */
		}
		made[row] = cell;
	}
	return made;
}

void rule_graph_leak(struct rule_run *run)
{
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct body *b = &run->slot->bodies[fn];
		if (!run->shows[fn] || run->program->functions[fn].f->kind == FN_FILE) /* blocks behind unknown macros, one after the other */
			continue;
		struct arena scratch = {0};
		const u32 *made = all_made(run, b, &scratch);
		for (u32 row = 0, asked = 0; made && row < b->n; row++) {
			if (made[row] == NONE)
				continue;
			if (!rule_affords(run, b, asked++))
				break;
			leak_local(run, b, row, made);
			leak_replaced(run, b, row, made[row]);
		}
		arena_release(&scratch);
	}
	leak_members(run);
}
