/* Where a refused opt-in comes to light that nobody looked at: at the launch that needs it, which is refused as well. Somebody is told of that by a check of the slot on every path, by the
 * launch's own code, or further up. */
#include "dropped.h"

#include "graph/edges.h"

static bool is_launch(const struct body_row *r) { return r->op == ROW_LAUNCH || (r->callee.call && r->callee.call->role == ROLE_LAUNCH); }

static enum flow_on until_launch(const void *none, const struct body *b, u32 row)
{
	(void)none;
	return is_launch(&b->rows[row]) || b->rows[row].op == ROW_EXIT ? FLOW_STOPS : FLOW_GOES_ON;
}

/* Of a launch by a call: somebody looks at what it returns, here or where it is handed on to, or reads the slot. */
static bool is_code_taken(const struct rule_run *run, const struct body_row *launch)
{
	bool is_met = false;
	for (u32 i = 0; i < run->slot->losses.n; i++) {
		const struct code_loss *loss = &run->slot->losses.at[i];
		if (loss->producer.origin.row != launch->row || loss->producer.origin.fn != launch->fn)
			continue;
		is_met = loss->is_picked_up || loss->is_read_by_callers || loss->is_asked || loss->is_met;
		if (!is_met)
			return false;
	}
	return is_met || launch->dst != NONE;
}

/* Of a launch: whoever comes to it reads the slot behind it. */
static bool is_checked(const struct rule_run *run, const struct body_row *launch)
{
	bool is_read = false;
	for (u32 i = 0; i < run->slot->launches.n; i++) {
		const struct launch *l = &run->slot->launches.at[i];
		if (l->producer.origin.row != launch->row || l->producer.origin.fn != launch->fn)
			continue;
		if (l->is_unchecked)
			return false;
		is_read |= l->is_checked;
	}
	return is_read;
}

/* No way around a launch behind the row, and of each that comes first somebody is told. */
static bool comes_to_told(const struct rule_run *run, const struct body *b, u32 row)
{
	struct arena scratch = {0};
	u32 to[EDGES], n = body_edges(b, row, false, to), found = 0;
	const bool *behind = n == 1 ? rows_behind(&scratch, b, to[0], until_launch, NULL) : NULL;
	bool is_sure = behind && !behind[b->exit];
	for (u32 i = 0; is_sure && i < b->n; i++) {
		if (!behind[i] || !is_launch(&b->rows[i]))
			continue;
		is_sure = b->rows[i].op == ROW_LAUNCH ? is_checked(run, &b->rows[i]) : is_code_taken(run, &b->rows[i]);
		found++;
	}
	arena_release(&scratch);
	return is_sure && found;
}

/* A function that sets up a kernel, for launches of its callers: all of them are seen, and come to one. */
static bool is_told_to_callers(const struct rule_run *run, const struct body *b)
{
	const u32 *first;
	u32 n = capture_callers(run->capture, b->fn, &first);
	for (u32 i = 0; i < b->n; i++)
		if (is_launch(&b->rows[i]))
			return false;
	for (u32 i = 0; i < n; i++) {
		const struct caller *c = &run->capture->callers->list.at[first[i]];
		const struct body *caller = &run->slot->bodies[c->fn];
		if (c->row >= caller->n || !comes_to_told(run, caller, c->row))
			return false;
	}
	return n && !program_is_stored(run->program, b->fn);
}

/* The argument of a call that names the kernel, the first but for cuLaunchKernelEx(config, kernel, ...); NONE if there is none. */
static u32 kernel_of(const struct rule_run *run, const struct body *b, u32 row)
{
	u32 at = str_ends(body_row_name(run->program, &b->rows[row]), "LaunchKernelEx");
	return at < b->rows[row].arg_count ? b->args[b->rows[row].first_arg + at] : NONE;
}

/* Of the driver, whose codes nothing remembers: the kernel's launch gives its own to a variable. */
static bool is_told_by_driver(const struct rule_run *run, const struct body *b, u32 set)
{
	static const char *const launches[] = {"cuLaunchKernel", "cuLaunchKernelEx", "cuLaunchCooperativeKernel", "hipModuleLaunchKernel"};
	u32 kernel = kernel_of(run, b, set);
	for (u32 i = set + 1; i < b->n; i++) {
		const struct body_row *r = &b->rows[i];
		bool launches_it = r->op == ROW_CALL && r->dst != NONE && str_is_any(body_row_name(run->program, r), launches, COUNT(launches));
		if (launches_it && kernel != NONE && kernel_of(run, b, i) == kernel && body_reaches(b, set, i))
			return true;
	}
	return false;
}

bool dropped_is_told_by_launch(const struct rule_run *run, const struct code_loss *loss)
{
	const struct site *at = &loss->producer.origin;
	if (!str_ends(rule_callee(run, at), "FuncSetAttribute"))
		return false;
	if (loss->is_met)
		return true;
	const struct body *b = &run->slot->bodies[at->body];
	if (at->body_row >= b->n || b->rows[at->body_row].row != at->row)
		return false;
	return comes_to_told(run, b, at->body_row) || (loss->is_latched ? is_told_to_callers(run, b) : is_told_by_driver(run, &run->slot->bodies[loss->producer.site.body], loss->producer.site.body_row));
}
