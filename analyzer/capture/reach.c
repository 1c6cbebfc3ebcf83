/* From regions to all that they run, breadth first, the surest regions first: a function is reached once, on its shortest way. */
#include "capture/local.h"

#include "capture/first_capture.h"
#include "capture/habit.h"
#include "capture/layer.h"
#include "graph/python.h"

#include <string.h>

enum { DEPTH = 64 };

const struct body *capture_body(const struct capture *c, fn_id fn)
{
	const struct body *b = &c->slot->bodies[fn];
	const struct function *f = c->program->functions[fn].f;
	if (b->n || f->flags & (NF_GLOBAL | NF_DEVICE))
		return b;
	/* C and C++: what can't touch the runtime holds nothing that capture could mind. A lambda may have been unfolded where it is made. */
	bool is_python = program_is_python(c->program, fn);
	if (!c->own[fn].n && (is_python ? !python_is_kernel(c->program, fn) : f->kind == FN_LAMBDA) && f->row_count)
		body_build(c->program, c->arena, fn, &c->own[fn]);
	return &c->own[fn];
}

struct values *capture_values(const struct capture *c, const struct body *b)
{
	struct values *v = &c->values[b->fn];
	if (v->body != b)
		values_open(c->arena, v, b);
	return v;
}

struct value asked_value(const struct capture *c, const struct body *b, u32 branch)
{
	const struct body_row *r = &b->rows[branch];
	return r->op == ROW_BRANCH && r->a != NONE ? value_of(capture_values(c, b), branch, r->a) : (struct value){VALUE_UNKNOWN, NONE, NONE};
}

const struct dominators *capture_dominators(const struct capture *c, const struct body *b, bool thrown)
{
	struct dominators *d = &(thrown ? c->dominators : c->normal_dominators)[b->fn];
	if (d->body != b)
		dominators_open(c->arena, d, b, thrown);
	return d;
}

/* The calls of each function of C and C++. Python's linker knows them itself. */
static void make_callers(const struct capture *c)
{
	pair_list pairs = {0};
	struct arena scratch = {0};
	for (fn_id f = 0; f < c->program->function_count; f++) {
		const struct body *b = &c->slot->bodies[f];
		for (u32 row = 0; row < b->n; row++)
			for (u32 i = 0; i < b->rows[row].callee.n; i++) {
				struct pair pair = {b->rows[row].callee.at[i], c->callers->list.n};
				struct caller caller = {f, row};
				vec_push(c->arena, &c->callers->list, caller);
				vec_push(&scratch, &pairs, pair);
			}
	}
	lists_pack(c->arena, &c->callers->of, pairs.at, pairs.n, c->program->function_count);
	arena_release(&scratch);
}

u32 capture_callers(const struct capture *c, fn_id fn, const u32 **first)
{
	if (!c->callers->of.keys)
		make_callers(c);
	const struct lists *of = &c->callers->of;
	*first = of->at + of->start[fn];
	return of->start[fn + 1] - of->start[fn];
}

static void visit(struct capture *c, fn_id fn, u32 region, u32 from, u32 from_row)
{
	const struct body *b = capture_body(c, fn);
	if (!b->n || c->of[fn] != NONE)
		return;
	const struct capture_region *r = &c->regions.at[region];
	struct reached reached = {.fn = fn, .body = b, .region = region, .from = from, .from_row = from_row};
	if (from != NONE) {
		reached.depth = c->reached.at[from].depth + 1;
		const struct call_target *t = &c->reached.at[from].body->rows[from_row].callee;
		reached.by_name = c->reached.at[from].by_name || (t->n && !t->is_complete && !t->of_class);
	}
	if (reached.depth > DEPTH)
		return;
	bool is_span = from == NONE && r->row != NONE, may_be_eager = from == NONE && r->grade == GRADE_PROFILE && program_is_python(c->program, fn);
	u8 entry = is_span || r->is_beside ? ROW_IS_EAGER : may_be_eager ? ROW_IS_EAGER | ROW_IS_CAPTURED : ROW_IS_CAPTURED;
	reached.state = row_states(c, b, entry, row_effects(c, b));
	c->of[fn] = c->reached.n;
	vec_push(c->arena, &c->reached, reached);
}

/* What a call is given for a parameter, without the std::move() or std::forward() around it; NONE. */
static u32 given_for(const struct capture *c, const struct body *b, u32 row, u32 param)
{
	u32 cell = param < b->rows[row].arg_count ? b->args[b->rows[row].first_arg + param] : NONE;
	struct value v = value_of(capture_values(c, b), row, cell);
	const struct body_row *made = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
	struct str name = made && made->op == ROW_CALL && made->arg_count == 1 ? last_component(body_row_name(c->program, made)) : S("");
	return str_is(name, "move") || str_is(name, "forward") || str_starts(name, "forward<") ? b->args[made->first_arg] : cell;
}

/* What the callers of a function give for a parameter that is called in a capture; where they only hand on one of their own, what theirs give. */
static void visit_given_by_callers(struct capture *c, fn_id fn, u32 param, u32 at, u32 row, u32 depth)
{
	enum { HANDS = 4 };
	const u32 *calls;
	u32 region = c->reached.at[at].region, n = depth < HANDS ? capture_callers(c, fn, &calls) : 0;
	for (u32 i = 0; i < n; i++) {
		struct caller caller = c->callers->list.at[calls[i]];
		const struct body *b = &c->slot->bodies[caller.fn];
		u32 cell = given_for(c, b, caller.row, param);
		if (cell != NONE && b->cells[cell].function != NONE)
			visit(c, b->cells[cell].function, region, at, row);
		else if (cell != NONE && b->cells[cell].param != NONE && b->cells[cell].parent == NONE && caller.fn != fn)
			visit_given_by_callers(c, caller.fn, b->cells[cell].param, at, row, depth + 1);
	}
}

/* A parameter is called in the function that captures, whose callers are no part of that: what all of them give for it. */
static void visit_arguments(struct capture *c, u32 at, u32 row)
{
	const struct reached *r = &c->reached.at[at];
	const struct body_row *call = &r->body->rows[row];
	u32 param = call->a == NONE || call->flags & RF_MEMBER ? NONE : r->body->cells[call->a].param;
	if (param != NONE)
		visit_given_by_callers(c, r->fn, param, at, row, 0);
}

/* The row hands a callable to what it calls, and that runs it: only what this caller gives is run on its behalf. */
static void visit_given(struct capture *c, u32 at, u32 row)
{
	const struct body *b = c->reached.at[at].body;
	const struct body_row *r = &b->rows[row];
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 cell = b->args[r->first_arg + i];
		fn_id given = cell == NONE ? NONE : b->cells[cell].function;
		for (u32 k = 0; k < r->callee.n && given != NONE; k++) {
			u32 callee = c->of[r->callee.at[k]];
			const struct body *in = callee == NONE ? NULL : c->reached.at[callee].body;
			for (u32 call = 0; in && call < in->n; call++) {
				const struct body_row *runs = &in->rows[call];
				if (runs->op == ROW_CALL && !runs->callee.n && runs->a != NONE && !(runs->flags & RF_MEMBER) && in->cells[runs->a].param == i && capture_has(&c->reached.at[callee], call))
					visit(c, given, c->reached.at[at].region, at, row);
			}
		}
	}
}

/* `_C.rms_norm(...)`, `torch.ops.ns.rms_norm(...)`: Python's call of what C++ has bound under that name. Only if the name is one
 * function's, or those of one name. */
static void visit_bound(struct capture *c, u32 at, u32 row)
{
	enum { MANY = 4 };
	struct str name = call_name(c, c->reached.at[at].body, row);
	const char *dot = name.n ? memrchr(name.p, '.', name.n) : NULL;
	const fn_id *fns;
	if (!dot || str_starts(name, "Tensor.") || str_starts(name, "torch.nn.") || models_torch(c->program->models, name))
		return;
	u32 n = program_exported(c->program, (struct str){dot + 1, (size_t)(name.p + name.n - dot) - 1}, &fns);
	for (u32 i = 0; i < n && n <= MANY; i++)
		visit(c, fns[i], c->reached.at[at].region, at, row);
}

static void visit_calls(struct capture *c, u32 at)
{
	const struct body *b = c->reached.at[at].body;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		bool runs = capture_has(&c->reached.at[at], row) || (c->regions.at[c->reached.at[at].region].is_beside && c->reached.at[at].state[row]);
		if (!runs || (r->op != ROW_CALL && r->op != ROW_DESTROY && r->op != ROW_ENTER && r->op != ROW_LEAVE))
			continue;
		for (u32 i = 0; i < r->callee.n; i++)
			visit(c, r->callee.at[i], c->reached.at[at].region, at, row);
		bool is_python = program_is_python(c->program, r->fn);
		if (!r->callee.n && r->op == ROW_CALL && is_python)
			visit_bound(c, at, row);
		else if (r->op == ROW_CALL && r->callee.n && !is_python)
			visit_given(c, at, row);
		else if (r->op == ROW_CALL && !r->callee.n && c->reached.at[at].from == NONE)
			visit_arguments(c, at, row);
	}
}

void capture_run(struct program *p, struct arena *a, const struct slot_flow *slot, struct capture *out)
{
	*out = (struct capture){.program = p, .arena = a, .slot = slot};
	out->own = arena_array(a, struct body, p->function_count + 1);
	out->of = arena_array(a, u32, p->function_count + 1);
	out->speaks = arena_array(a, u8, p->file_count + 1);
	out->defaults = arena_array(a, u8, p->file_count + 1);
	out->locks = arena_array(a, u8, p->file_count + 1);
	out->waits = arena_array(a, u8, p->function_count + 1);
	out->exchanging = arena_array(a, u8, p->function_count + 1);
	out->values = arena_array(a, struct values, p->function_count + 1);
	out->dominators = arena_array(a, struct dominators, p->function_count + 1);
	out->normal_dominators = arena_array(a, struct dominators, p->function_count + 1);
	out->onces = onces_new(a, p->function_count);
	out->captured_fields = captured_fields_new(a);
	out->attributes = attributes_new(a);
	out->ops = (struct ops **)arena_alloc(a, sizeof(struct ops *) * (p->function_count + 1));
	out->callers = arena_new(a, struct callers);
	out->habits = arena_new(a, struct habits);
	out->layers = arena_new(a, struct layers);
	out->firsts = arena_new(a, struct first_captures);
	out->streams_block = arena_new(a, u8);
	out->lifetimes = lifetimes_new(a, p->function_count);
	for (fn_id f = 0; f < p->function_count; f++)
		out->of[f] = NONE;
	regions_in_code(out);
	regions_named(out);
	regions_claimed(out);
	regions_of_profile(out);
	u32 next = 0;
	for (u32 pass = 0; pass < 2 * GRADES; pass++) { /* those that are captured in one piece, and show it, first */
		for (u32 i = 0; i < out->regions.n; i++)
			if (2u * out->regions.at[i].grade + (out->regions.at[i].is_cut || out->regions.at[i].is_weak || out->regions.at[i].is_beside) == pass)
				visit(out, out->regions.at[i].fn, i, NONE, NONE);
		for (; next < out->reached.n; next++)
			visit_calls(out, next);
	}
	out->first_uses = arena_array(a, struct first_use, out->reached.n + 1);
	out->hazards = hazards_begin(out);
	out->refuses = arena_array(a, u8, out->reached.n + 1);
}

bool capture_is_life_cycle(const struct capture *c, u32 reached)
{
	for (; reached != NONE; reached = c->reached.at[reached].from) {
		const struct function *f = c->program->functions[c->reached.at[reached].fn].f;
		if (f->flags & (NF_CTOR | NF_DTOR) || sounds_like_life_cycle(fn_name(&c->program->functions[c->reached.at[reached].fn])))
			return true;
	}
	return false;
}
