/* Macros and lambdas in place of their uses: frames, their parameters, alternatives, scope guards. */
#include "graph/builder.h"
#include "graph/link.h"

#include <string.h>

struct frame *builder_frame(struct builder *b, fn_id fn, struct frame *user)
{
	struct frame *f = arena_new(b->arena, struct frame);
	const struct fn *of = &b->program->functions[fn];
	*f = (struct frame){.fn = fn, .f = of->f, .unit = of->unit, .user = user, .use = NONE, .dst = NONE, .end = NONE};
	f->vars = arena_array(b->arena, u32, f->f->var_count + 1);
	f->temps = arena_array(b->arena, u32, f->f->temp_count + 1);
	f->start = arena_array(b->arena, u32, f->f->row_count + 1);
	memset(f->vars, 0xff, sizeof(u32) * f->f->var_count);
	memset(f->temps, 0xff, sizeof(u32) * f->f->temp_count);
	memset(f->start, 0xff, sizeof(u32) * f->f->row_count);
	return f;
}

static bool is_running(const struct frame *f, fn_id fn)
{
	for (; f; f = f->user)
		if (f->fn == fn)
			return true;
	return false;
}

static bool names_param(const struct fn *of, const struct function *f, u32 param)
{
	struct str name = unit_text(of->unit, of->unit->vars[of->f->first_var + param].name);
	for (u32 i = f->first_row; i < f->first_row + f->row_count; i++) {
		const struct row *r = &of->unit->rows[i];
		operand o[3] = {r->dst, r->a, r->b};
		for (u32 k = 0; k < 3 + r->arg_count; k++) {
			operand x = k < 3 ? o[k] : of->unit->args[r->first_arg + k - 3];
			while (operand_kind(x) == OPD_PLACE)
				x = of->unit->places[operand_index(x)].base;
			if (f == of->f ? operand_kind(x) == OPD_VAR && operand_index(x) == param
			               : operand_kind(x) == OPD_CAPTURED && str_eq(unit_text(of->unit, operand_index(x)), name))
				return true;
		}
	}
	return false;
}

/* #define CHECK(call) table->pfn_##call: what the macro does with its argument can't be seen. */
static bool is_used(const struct fn *of, u32 param)
{
	u32 self = (u32)(of->f - of->unit->functions);
	if (names_param(of, of->f, param))
		return true;
	for (u32 i = 0; i < of->unit->n_functions; i++)
		if (of->unit->functions[i].parent == self && names_param(of, &of->unit->functions[i], param))
			return true;
	return false;
}

/* Binds the parameters of a macro or lambda to the arguments of its use. */
static void bind(struct builder *b, struct frame *f, const u32 *args, u32 n)
{
	u32 params = f->f->param_count;
	bool is_variadic = params && f->unit->vars[f->f->first_var + params - 1].flags & NF_VARIADIC;
	u32 fixed = is_variadic ? params - 1 : params;
	for (u32 i = 0; i < fixed && i < n; i++) {
		f->vars[i] = args[i] == NONE ? b->cells.unknown : args[i];
		if (args[i] != NONE && f->f->kind == FN_MACRO && !is_used(&b->program->functions[f->fn], i))
			b->cells.list.at[args[i]].is_alternative = true;
	}
	if (is_variadic && n > fixed) {
		f->rest = args + fixed;
		f->rest_count = n - fixed;
		f->vars[fixed] = args[fixed];
	}
}

/* Unfolds `fn` in place of a call that was emitted as the NOP `at`. */
static void unfold(struct builder *b, struct frame *user, fn_id fn, u32 at, u32 unit_row, const u32 *args, u32 n, u32 dst)
{
	struct frame *f = builder_frame(b, fn, user);
	struct use use = {.row = at, .parent = user->use, .fn = fn};
	vec_push(b->arena, &b->uses, use);
	f->use = b->uses.n - 1;
	f->dst = dst;
	f->call = unit_row;
	f->deferred = b->deferred;
	b->deferred.of = NULL;
	bind(b, f, args, n);
	b->program->link->unfolded += f->f->row_count;
	b->depth++;
	builder_emit_frame(b, f);
	b->depth--;
	f->end = b->rows.n;
}

bool unfold_has_user(const struct builder *b, fn_id fn)
{
	u32 kind = b->program->functions[fn].f->kind;
	return kind == FN_MACRO || kind == FN_LAMBDA;
}

bool unfold_is_all(const struct builder *b, struct call_target t)
{
	for (u32 i = 0; i < t.n; i++)
		if (!unfold_has_user(b, t.at[i]))
			return false;
	return t.n;
}

static bool can_unfold(struct builder *b, struct frame *user, fn_id fn)
{
	if (!unfold_has_user(b, fn))
		return false;
	if (b->depth >= BODY_DEPTH || b->rows.n >= BODY_ROWS || b->program->link->unfolded >= BODY_ALL_ROWS) {
		b->is_cut = true;
		return false;
	}
	return !is_running(user, fn);
}

/* A NOP that stands for the end of what was just unfolded, so that there is a row to go to. */
static void land(struct builder *b, struct frame *f, const struct row *row, u32 first_jump)
{
	u32 end = builder_row(b, f, row, ROW_NOP);
	for (u32 i = first_jump; i < end; i++)
		if (b->rows.at[i].target == NONE - 1)
			b->rows.at[i].target = end;
}

/* A jump whose target is the next land(); NONE - 1 marks it until then. */
static void jump_to_land(struct builder *b, struct frame *f, const struct row *row)
{
	u32 at = builder_row(b, f, row, ROW_JUMP);
	b->rows.at[at].target = NONE - 1;
}

bool unfold_call(struct builder *b, struct frame *f, const struct row *row, u32 unit_row, struct call_target t,
                       const u32 *args, u32 n, u32 dst)
{
	for (u32 i = 0; i < t.n; i++)
		if (!can_unfold(b, f, t.at[i]))
			return false;
	if (!t.n)
		return false;
	u32 first = b->rows.n;
	struct deferred deferred = b->deferred;
	for (u32 i = 0; i < n && (t.n > 1 || t.has_idle_forms); i++)
		if (args[i] != NONE)
			b->cells.list.at[args[i]].is_alternative = true;
	for (u32 i = 0; i < t.n; i++) {
		u32 alt = i + 1 < t.n ? builder_row(b, f, row, ROW_ALT) : NONE;
		u32 at = builder_row(b, f, row, ROW_NOP);
		b->deferred = deferred;
		unfold(b, f, t.at[i], at, unit_row, args, n, dst);
		if (alt != NONE) {
			jump_to_land(b, f, row);
			b->rows.at[alt].target = at;
			b->rows.at[alt].other = b->rows.n;
		}
	}
	land(b, f, row, first);
	return true;
}

fn_id unfold_held(const struct builder *b, u32 cell)
{
	const struct cell *c = cell == NONE ? NULL : &b->cells.list.at[cell];
	return !c ? NONE : c->function != NONE ? c->function : c->lambda;
}

bool unfold_takes_lambda(const struct builder *b, const u32 *args, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (args[i] != NONE && b->cells.list.at[args[i]].lambda != NONE)
			return true;
	return false;
}

void unfold_lambdas(struct builder *b, struct frame *f, const struct row *row, u32 unit_row, const u32 *args, u32 n, enum function_kind kind)
{
	for (u32 i = 0; i < n; i++) {
		fn_id fn = unfold_held(b, args[i]);
		if (fn == NONE || b->program->functions[fn].f->kind != kind || !can_unfold(b, f, fn))
			continue;
		u32 first = b->rows.n;
		u32 alt = builder_row(b, f, row, ROW_ALT);
		u32 at = builder_row(b, f, row, ROW_NOP);
		unfold(b, f, fn, at, unit_row, NULL, 0, b->cells.elsewhere);
		b->rows.at[alt].target = at;
		b->rows.at[alt].other = NONE - 1;
		land(b, f, row, first);
		b->rows.at[alt].other = b->rows.n - 1;
	}
}

bool unfold_holds_guard(struct builder *b, const u32 *args, u32 n, u32 dst)
{
	fn_id fn = n && args[n - 1] != NONE ? b->cells.list.at[args[n - 1]].function : NONE;
	if (fn == NONE || dst == NONE)
		return false;
	b->cells.list.at[dst].function = fn;
	return true;
}

bool unfold_guard(struct builder *b, struct frame *f, const struct row *row, u32 unit_row, u32 dst)
{
	fn_id fn = dst == NONE ? NONE : b->cells.list.at[dst].function;
	if (fn == NONE || !can_unfold(b, f, fn))
		return false;
	u32 at = builder_row(b, f, row, ROW_NOP);
	unfold(b, f, fn, at, unit_row, NULL, 0, NONE);
	builder_row(b, f, row, ROW_NOP);
	return true;
}
