/* How sure it is that a reached row runs whenever its region is captured. */
#include "capture/hazard.h"
#include "capture/local.h"

#include "capture/prepared.h"
#include "capture/usual.h"
#include "graph/dominate.h"
#include "graph/python.h"

/* Every normal way from the begin of the body to its exit takes the row. */
static bool is_always_run(const struct capture *c, const struct body *b, u32 row)
{
	const struct dominators *d = capture_dominators(c, b, false);
	return d->begin[b->exit] == d->end[b->exit] || stands_before(d, row, b->exit);
}

/* Python: no condition stands before the row, loops alone: over layers, heads, experts, of which a model has some. */
static bool is_in_loops_alone(const struct capture *c, const struct body *b, u32 row)
{
	const struct dominators *d = capture_dominators(c, b, false);
	return d->begin[row] != d->end[row] && d->branch[row] == NONE;
}

/* What stands on the way to a row of a reached function. */
struct doubts {
	u32 conditions;
	bool has_choice; /* of kinds of work, or whether there is any */
};

static void add_doubt(const struct capture *c, const struct body *b, u32 row, struct doubts *of)
{
	bool is_native = !program_is_python(c->program, b->fn);
	if (is_always_run(c, b, row) || (is_native && is_run_unless_failed(c, b, row)))
		return;
	if (is_native ? is_usually_run(c, b, row) : is_in_loops_alone(c, b, row))
		of->has_choice = true;
	else
		of->conditions++;
}

/* Begun here under a condition, the capture is ended by the function that is called: that runs with it, or it was not begun. */
static bool ends_region(const struct capture *c, u32 at)
{
	const struct reached *r = &c->reached.at[at], *from = &c->reached.at[r->from];
	return from->from == NONE && c->regions.at[r->region].row != NONE && !program_is_python(c->program, r->fn) && capture_text_closes(c, r->fn);
}

bool capture_is_foreign(const struct capture *c, fn_id fn)
{
	static const char *const devices[] = {"NPU", "XPU", "HPU", "MLU", "MPS", "Ascend"};
	u32 cls = c->program->functions[fn].cls;
	return cls && program_is_python(c->program, fn) && str_has_any(intern_get(&c->program->names, cls), devices, COUNT(devices));
}

/* Something on the way is such a class's, though the region is none. */
static bool leads_through_foreign(const struct capture *c, u32 at)
{
	if (capture_is_foreign(c, c->regions.at[c->reached.at[at].region].fn))
		return false;
	for (; at != NONE; at = c->reached.at[at].from)
		if (capture_is_foreign(c, c->reached.at[at].fn))
			return true;
	return false;
}

enum certainty capture_certainty(const struct capture *c, u32 at, u32 row)
{
	const struct reached *r = &c->reached.at[at];
	const struct capture_region *region = &c->regions.at[r->region];
	if (r->by_name)
		return CERTAIN_BY_NAME;
	if (region->is_cut || capture_is_ruled_out(c, at, row) || leads_through_foreign(c, at))
		return CERTAIN_RARELY;
	/* Who believes a claim gives what the function can't make up for in a capture. */
	if (region->grade == GRADE_CLAIM && capture_is_fallback(c, at, row))
		return CERTAIN_RARELY;
	bool is_span = r->from == NONE && region->row != NONE;
	/* What follows the begin may well stand behind the guard's end. */
	if (region->is_open_ended)
		return CERTAIN_RARELY;
	/* Inside of a region's own text the condition of the capture is the condition of the row; where the capture may be open or not, it is
	 * most likely not: what opened it under a flag has closed it under the same one. */
	if (is_span && r->state[row] & ROW_IS_EAGER)
		return CERTAIN_RARELY;
	struct doubts doubts = {0};
	if (!is_span && !(r->from != NONE && ends_region(c, at)))
		add_doubt(c, r->body, row, &doubts);
	for (; c->reached.at[at].from != NONE; at = c->reached.at[at].from) {
		const struct reached *from = &c->reached.at[c->reached.at[at].from];
		u32 call = c->reached.at[at].from_row;
		if (from->from == NONE && region->row != NONE && from->state[call] & ROW_IS_EAGER && !ends_region(c, at))
			return CERTAIN_RARELY;
		u32 choices = from->body->rows[call].callee.n, few = from->body->rows[call].callee.of_class ? CLASS_TARGETS : TARGETS;
		if (choices > 1)
			doubts.conditions += choices > few ? FEW_CONDITIONS + 1 : 1; /* one of so many is seldom the one that is captured */
		else if ((from->from != NONE && !ends_region(c, c->reached.at[at].from)) || (from->from == NONE && c->regions.at[from->region].row == NONE))
			add_doubt(c, from->body, call, &doubts);
	}
	if (!doubts.conditions)
		return doubts.has_choice ? CERTAIN_USUALLY : CERTAIN_ALWAYS;
	return doubts.conditions <= FEW_CONDITIONS ? CERTAIN_SOMETIMES : CERTAIN_RARELY;
}

static bool is_forward(const struct capture *c, fn_id fn)
{
	return c->program->functions[fn].cls && str_starts(fn_short_name(&c->program->functions[fn]), "forward");
}

bool capture_is_sure_in_forward(const struct capture *c, u32 at, u32 row)
{
	const struct capture_region *region = &c->regions.at[c->reached.at[at].region];
	/* A test captures the one model that it has made; what others do it has not met. */
	if (region->grade != GRADE_CODE || program_is_test(c->program, region->fn) || region->is_cut || region->is_open_ended || capture_is_ruled_out(c, at, row))
		return false;
	for (; at != NONE; row = c->reached.at[at].from_row, at = c->reached.at[at].from) {
		const struct reached *r = &c->reached.at[at];
		const struct call_target *t = &r->body->rows[row].callee;
		if (!r->by_name || replays_graph(&c->program->functions[r->fn]) || r->from == NONE || t->n > 1 || !is_always_run(c, r->body, row))
			return false;
		const struct call_target *how = &c->reached.at[r->from].body->rows[r->from_row].callee;
		if (how->n && !how->is_complete)
			return is_forward(c, r->fn);
	}
	return false;
}

/* A method of the same class, or what the method itself calls, speaks of graphs. */
static bool class_speaks(const struct capture *c, fn_id fn)
{
	const struct fn *f = &c->program->functions[fn];
	for (fn_id i = 0; i < c->program->function_count; i++) {
		const struct fn *other = &c->program->functions[i];
		if (other->file == f->file && other->cls == f->cls && speaks_of_graphs(fn_short_name(&c->program->functions[i])))
			return true;
	}
	return false;
}

static bool calls_for_graphs(const struct capture *c, fn_id fn)
{
	const struct fn *f = &c->program->functions[fn];
	for (u32 i = 0; i < f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[f->f->first_row + i];
		struct str name = row->op == ROW_CALL ? unit_text(f->unit, row->name) : S("");
		if (speaks_of_graphs(name) || str_has(name, "capture") || str_has(name, "replay"))
			return true;
	}
	return false;
}

bool capture_is_by_convention(const struct capture *c, u32 at, u32 row)
{
	const struct capture_region *region = &c->regions.at[c->reached.at[at].region];
	fn_id fn = region->fn;
	if (region->grade != GRADE_PROFILE || region->is_beside || !c->is_python_expected || !program_is_python(c->program, fn) || capture_certainty(c, at, row) != CERTAIN_ALWAYS)
		return false;
	if (region->is_asked)
		return true;
	if (!c->program->functions[fn].cls)
		return false;
	struct str name = fn_short_name(&c->program->functions[fn]);
	return str_is(name, "forward_decode") || sounds_recorded(name) || (str_is(name, "forward") && python_is_module(c->program, fn) && class_speaks(c, fn) && !calls_for_graphs(c, fn));
}
