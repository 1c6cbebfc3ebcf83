#include "capture/layer.h"

#include "graph/python.h"

enum { BELOW = 6, BEHIND = 6, ALIKE = 8 };

/* x = block(x), (x, rest) = block(x, rest): what it gives is what the next turn gives it. */
static bool feeds_next_turn(const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	for (u32 i = row + 1; i < b->n && i <= row + BEHIND && r->dst != NONE; i++) {
		const struct body_row *kept = &b->rows[i];
		bool is_of_it = kept->op == ROW_MOVE && kept->a != NONE && kept->dst != NONE && (kept->a == r->dst || b->cells[kept->a].parent == r->dst);
		for (u32 k = 0; k < r->arg_count && is_of_it; k++)
			if (b->args[r->first_arg + k] == kept->dst)
				return true;
	}
	return false;
}

/* The variable holds another object at each turn of the loop that the row stands in. */
static bool changes_at_each_turn(const struct body *b, u32 row, u32 cell)
{
	for (u32 i = b->cells[cell].first_write; i != NONE; i = b->rows[i].next_write)
		if (body_reaches(b, row, i) && body_reaches(b, i, row))
			return true;
	return false;
}

/* In a loop block(x) or block.forward(x), not self.model(x): what is called is another object at each turn. A model's own layers need not be
 * torch's. */
static bool is_turn_of_layers(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	const struct fn *callee = r->op == ROW_CALL && r->a != NONE && r->callee.n ? &c->program->functions[r->callee.at[0]] : NULL;
	if (!callee || !callee->cls)
		return false;
	bool is_own = str_has(unit_text(callee->unit, callee->f->name), "forward");
	bool is_module = python_is_module(c->program, r->callee.at[0]), is_member = r->flags & RF_MEMBER;
	if (is_member || !is_module) {
		const struct cell *of = &b->cells[r->a];
		if (!is_own || r->callee.n > ALIKE || of->kind != CELL_LOCAL || of->parent != NONE || !changes_at_each_turn(b, row, r->a))
			return false;
	}
	return feeds_next_turn(b, row) && body_reaches(b, row, row);
}

/* Of layers for the host's own cores, of what others are compared with, and functions inside of others, whose variables are not followed, nothing is said; nor of what works on
 * prompts, whose lengths differ: there a wait is one of many things that keep captures away. */
static bool is_left_out(const struct capture *c, fn_id fn)
{
	static const char *const words[] = {"CPU", "Cpu", "cpu", "AMX", "prefill", "Prefill", "context_forward", "context_attention", "forward_extend", "_ref", "naive", "reference"};
	const struct fn *f = &c->program->functions[fn];
	return f->f->flags & NF_CTOR || f->f->parent != NONE || sounds_like_life_cycle(fn_name(f)) || str_has_any(fn_name(f), words, COUNT(words));
}

/* Not for prefill alone, nor for one kind of batch. */
static bool is_always_called(const struct capture *c, const struct body *b, u32 row)
{
	return stands_before(capture_dominators(c, b, false), row, b->exit);
}

/* Functions to be looked at, and how deep below the loop of the layers they stand. */
struct step {
	fn_id fn;
	u32 depth;
};
typedef VEC(struct step) step_list;

static void mark(const struct capture *c, struct arena *a, fn_id fn, u32 depth, step_list *steps)
{
	if (c->layers->has[fn] || !program_is_python(c->program, fn) || is_left_out(c, fn))
		return;
	c->layers->has[fn] = true;
	struct step step = {fn, depth};
	vec_push(a, steps, step);
}

static bool captures_itself(const struct capture *c)
{
	for (u32 i = 0; i < c->regions.n; i++) {
		fn_id fn = c->regions.at[i].fn;
		if (c->regions.at[i].grade == GRADE_CODE && program_is_python(c->program, fn) && !program_is_test(c->program, fn) && !c->program->files[c->program->functions[fn].file].is_vendored)
			return true;
	}
	return false;
}

/* Breadth first: what a function is asked is asked on the shortest way to it, whatever the order of the functions. */
static void find_layers(const struct capture *c)
{
	struct arena scratch = {0};
	step_list steps = {0};
	c->layers->has = arena_array(c->arena, bool, c->program->function_count + 1);
	c->layers->is_shown = captures_itself(c);
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		for (u32 row = 0; row < r->body->n && program_is_python(c->program, r->fn) && !program_is_test(c->program, r->fn); row++)
			if (is_turn_of_layers(c, r->body, row) && !r->body->rows[row].callee.by_name)
				for (u32 i = 0; i < r->body->rows[row].callee.n; i++)
					mark(c, &scratch, r->body->rows[row].callee.at[i], 0, &steps);
	}
	for (u32 at = 0; at < steps.n; at++) {
		struct step step = steps.at[at];
		const struct body *b = capture_body(c, step.fn);
		for (u32 row = 0; row < b->n && step.depth < BELOW; row++)
			for (u32 i = 0; i < b->rows[row].callee.n && b->rows[row].op == ROW_CALL && !b->rows[row].callee.by_name && is_always_called(c, b, row); i++)
				mark(c, &scratch, b->rows[row].callee.at[i], step.depth + 1, &steps);
	}
	arena_release(&scratch);
}

bool runs_in_each_layer(const struct capture *c, u32 at)
{
	const struct reached *r = &c->reached.at[at];
	if (!c->layers->has)
		find_layers(c);
	bool is_elsewhere = c->layers->is_shown && c->regions.at[r->region].grade == GRADE_PROFILE;
	return c->is_python_expected && !is_elsewhere && c->layers->has[r->fn];
}
