/* Unfolding a function into a body. Each function, macro or lambda on the way is a frame; targets are noted as fixups and
 * filled in when all rows have their place. */
#include "graph/cells.h"
#include "graph/constant.h"
#include "graph/deferred.h"
#include "graph/destroy.h"
#include "graph/link.h"
#include "graph/overload.h"
#include "graph/python.h"

#include <string.h>

enum fixup_kind { FIX_TARGET, FIX_OTHER, FIX_UNWIND };

struct fixup {
	u32 row;
	enum fixup_kind kind;
	struct frame *frame;
	u32 unit_row; /* NONE: only for FIX_UNWIND, then the user's */
};

struct builder {
	struct program *program;
	struct arena *arena;
	struct cells cells;
	VEC(struct body_row) rows;
	VEC(u32) args;
	VEC(struct use) uses;
	VEC(struct fixup) fixups;
	VEC(u32) returns; /* rows that go to the body's exit */
	struct deferred deferred; /* of the macro to be unfolded next */
	u32 depth;
	bool is_cut;
};

static void emit_frame(struct builder *b, struct frame *f);
static void emit_row(struct builder *b, struct frame *f, u32 unit_row);

static u32 push_row(struct builder *b, struct frame *f, const struct row *row, enum row_op op)
{
	struct body_row r = {.op = (u8)op, .sub = row->sub, .flags = row->flags, .dst = NONE, .a = NONE, .b = NONE,
	                     .target = NONE, .other = NONE, .unwind = NONE, .use = f->use, .fn = f->fn, .row = row};
	vec_push(b->arena, &b->rows, r);
	return b->rows.n - 1;
}

static void fix(struct builder *b, u32 row, enum fixup_kind kind, struct frame *f, u32 unit_row)
{
	struct fixup fixup = {row, kind, f, unit_row};
	if (unit_row != NONE || kind == FIX_UNWIND)
		vec_push(b->arena, &b->fixups, fixup);
}

static struct frame *frame_new(struct builder *b, fn_id fn, struct frame *user)
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
	struct frame *f = frame_new(b, fn, user);
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
	emit_frame(b, f);
	b->depth--;
	f->end = b->rows.n;
}

static bool has_user(const struct builder *b, fn_id fn)
{
	u32 kind = b->program->functions[fn].f->kind;
	return kind == FN_MACRO || kind == FN_LAMBDA;
}

/* Nothing but macros and lambdas. */
static bool is_unfoldable(const struct builder *b, struct call_target t)
{
	for (u32 i = 0; i < t.n; i++)
		if (!has_user(b, t.at[i]))
			return false;
	return t.n;
}

static bool can_unfold(struct builder *b, struct frame *user, fn_id fn)
{
	if (!has_user(b, fn))
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
	u32 end = push_row(b, f, row, ROW_NOP);
	for (u32 i = first_jump; i < end; i++)
		if (b->rows.at[i].target == NONE - 1)
			b->rows.at[i].target = end;
}

/* A jump whose target is the next land(); NONE - 1 marks it until then. */
static void jump_to_land(struct builder *b, struct frame *f, const struct row *row)
{
	u32 at = push_row(b, f, row, ROW_JUMP);
	b->rows.at[at].target = NONE - 1;
}

/* All candidates of a macro or lambda, as alternatives; true if they were unfolded. */
static bool unfold_all(struct builder *b, struct frame *f, const struct row *row, u32 unit_row, struct call_target t,
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
		u32 alt = i + 1 < t.n ? push_row(b, f, row, ROW_ALT) : NONE;
		u32 at = push_row(b, f, row, ROW_NOP);
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

/* The function that a cell is, or the lambda that a variable holds. */
static fn_id held_by(const struct builder *b, u32 cell)
{
	const struct cell *c = cell == NONE ? NULL : &b->cells.list.at[cell];
	return !c ? NONE : c->function != NONE ? c->function : c->lambda;
}

static bool is_given_lambda(const struct builder *b, const u32 *args, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (args[i] != NONE && b->cells.list.at[args[i]].lambda != NONE)
			return true;
	return false;
}

/* A lambda handed to a call may run there, once or not at all; more often changes nothing for sets. */
static void run_lambda_args(struct builder *b, struct frame *f, const struct row *row, u32 unit_row, const u32 *args, u32 n, enum function_kind kind)
{
	for (u32 i = 0; i < n; i++) {
		fn_id fn = held_by(b, args[i]);
		if (fn == NONE || b->program->functions[fn].f->kind != kind || !can_unfold(b, f, fn))
			continue;
		u32 first = b->rows.n;
		u32 alt = push_row(b, f, row, ROW_ALT);
		u32 at = push_row(b, f, row, ROW_NOP);
		unfold(b, f, fn, at, unit_row, NULL, 0, b->cells.elsewhere);
		b->rows.at[alt].target = at;
		b->rows.at[alt].other = NONE - 1;
		land(b, f, row, first);
		b->rows.at[alt].other = b->rows.n - 1;
	}
}

/* The operand is all that was given beyond the parameters: __VA_ARGS__, or a pack. */
static bool is_rest(const struct frame *f, operand o)
{
	u32 last = f->f->param_count - 1;
	return f->user && f->f->param_count && operand_kind(o) == OPD_VAR && operand_index(o) == last &&
	       f->unit->vars[f->f->first_var + last].flags & NF_VARIADIC;
}

static u32 *row_args(struct builder *b, struct frame *f, const struct row *row, u32 *n)
{
	VEC(u32) args = {0};
	for (u32 i = 0; i < row->arg_count; i++) {
		operand o = f->unit->args[row->first_arg + i];
		bool has_rest = is_rest(f, o);
		for (u32 k = 0; has_rest && k < f->rest_count; k++)
			vec_push(b->arena, &args, f->rest[k]);
		if (!has_rest) {
			u32 cell = cells_of(&b->cells, f, o);
			vec_push(b->arena, &args, cell);
		}
	}
	*n = args.n;
	return args.at;
}

/* A scope guard: an object made from a lambda, which runs when the object dies. */
static bool hold_guard(struct builder *b, const u32 *args, u32 n, u32 dst)
{
	fn_id fn = n && args[n - 1] != NONE ? b->cells.list.at[args[n - 1]].function : NONE;
	if (fn == NONE || dst == NONE)
		return false;
	b->cells.list.at[dst].function = fn;
	return true;
}

static bool run_guard(struct builder *b, struct frame *f, const struct row *row, u32 unit_row, u32 dst)
{
	fn_id fn = dst == NONE ? NONE : b->cells.list.at[dst].function;
	if (fn == NONE || !can_unfold(b, f, fn))
		return false;
	u32 at = push_row(b, f, row, ROW_NOP);
	unfold(b, f, fn, at, unit_row, NULL, 0, NONE);
	push_row(b, f, row, ROW_NOP);
	return true;
}

/* What a variable is declared as, if that is a type of its own. */
static u32 declared_type(const struct builder *b, u32 cell)
{
	u32 type = cell == NONE ? 0 : b->cells.list.at[cell].type;
	return type && !str_is(intern_get(&b->program->names, type), "auto") ? type : 0;
}

/* The type of a cell: of the variable, or of the call just before that made it. */
static u32 type_of(struct builder *b, u32 cell)
{
	enum { NEAR = 64 };
	u32 type = declared_type(b, cell);
	for (u32 i = b->rows.n; !type && cell != NONE && i-- > 0 && i + NEAR > b->rows.n;) {
		const struct body_row *r = &b->rows.at[i];
		if (r->dst != cell)
			continue;
		if (r->op != ROW_MOVE)
			return overload_result_type(b->program, r);
		cell = r->a;
		type = declared_type(b, cell);
	}
	return type;
}

static void choose_overload(struct builder *b, struct call_target *t, const u32 *args, u32 n)
{
	u32 *types = arena_array(b->arena, u32, n + 1);
	for (u32 i = 0; i < n; i++)
		types[i] = type_of(b, args[i]);
	overload_choose(b->program, t, types, n);
}

/* Behind an object's own destructor, those of its members and bases. */
static void push_destroys(struct builder *b, struct frame *f, const struct row *row, u32 dst, bool can_throw)
{
	struct destroyed all = {0};
	struct str type = unit_text(f->unit, row->name);
	u32 own = link_type(b->program, type, false);
	destroyed_classes(b->program, type, &all);
	for (u32 i = 0; i < all.n; i++) {
		if (all.cls[i] == own)
			continue;
		struct call_target t = program_destructor(b->program, f->fn, row, all.cls[i]);
		u32 at = push_row(b, f, row, ROW_DESTROY);
		b->rows.at[at].dst = dst;
		b->rows.at[at].callee = t.n > TARGETS ? (struct call_target){0} : t;
		if (can_throw)
			fix(b, at, FIX_UNWIND, f, row->unwind);
	}
}

/* What was meant for a macro that is not unfolded runs before. */
static void emit_deferred(struct builder *b)
{
	struct deferred d = b->deferred;
	b->deferred.of = NULL;
	for (u32 i = d.first; i < d.end && d.of; i++)
		emit_row(b, d.of, i);
}

static void emit_call(struct builder *b, struct frame *f, const struct row *row, u32 unit_row)
{
	u32 callee_cell, n;
	struct str name = cells_callee(&b->cells, f, row, &callee_cell);
	u32 *args = row_args(b, f, row, &n);
	u32 dst = cells_of(&b->cells, f, row->dst);
	if (row->op == ROW_DESTROY && run_guard(b, f, row, unit_row, dst))
		return;
	if (row->flags & RF_CONSTRUCT && row->op == ROW_CALL && hold_guard(b, args, n, dst)) {
		push_row(b, f, row, ROW_NOP);
		return;
	}
	struct call_target t;
	if (row->flags & RF_GIVEN && held_by(b, callee_cell) == NONE) {
		push_row(b, f, row, ROW_NOP);
		return;
	}
	fn_id held = held_by(b, callee_cell);
	if (held != NONE) {
		fn_id *copy = arena_new(b->program->arena, fn_id); /* the cells die with the builder */
		*copy = held;
		t = (struct call_target){.at = copy, .n = 1, .is_complete = true};
	} else {
		t = program_resolve(b->program, f->fn, row, name);
	}
	if (t.n > 1 && row->op == ROW_CALL && !has_user(b, t.at[0]))
		choose_overload(b, &t, args, n);
	if (t.n > (program_is_python(b->program, f->fn) ? PYTHON_TARGETS : TARGETS))
		t = (struct call_target){0};
	if (row->op == ROW_CALL && unfold_all(b, f, row, unit_row, t, args, n, dst))
		return;
	emit_deferred(b);
	if (row->op == ROW_CALL && is_unfoldable(b, t))
		t = (struct call_target){0}; /* past a limit, or inside itself: it could do anything */
	bool runs_lambda = row->flags & RF_CALLED_HERE || (row->op == ROW_CALL && !(row->flags & RF_CONSTRUCT) && is_given_lambda(b, args, n));
	if (runs_lambda)
		run_lambda_args(b, f, row, unit_row, args, n, FN_LAMBDA);
	u32 at = push_row(b, f, row, (enum row_op)row->op);
	struct body_row *r = &b->rows.at[at];
	r->callee = t;
	r->dst = dst;
	r->a = cells_of(&b->cells, f, row->a);
	r->first_arg = b->args.n;
	r->arg_count = n;
	for (u32 i = 0; i < n; i++)
		vec_push(b->arena, &b->args, args[i]);
	fix(b, at, FIX_UNWIND, f, row->unwind);
	if (row->op == ROW_DESTROY)
		push_destroys(b, f, row, dst, true);
	/* A statement that was given: what the unseen macro was given besides is looked at first. */
	if (row->flags & RF_CALLED_HERE)
		run_lambda_args(b, f, row, unit_row, args, n, FN_MACRO);
}

static struct frame *user_function(struct frame *f)
{
	while (f->f->kind == FN_MACRO && f->user)
		f = f->user;
	return f;
}

/* Where the exception of a use goes in its user: the rows of the landing pad. */
static u32 pad_of_use(struct frame *f)
{
	const struct row *row = &f->user->unit->rows[f->call];
	return row->unwind;
}

/* A macro's `return` leaves its user, so the destructors of the user's live variables run: the ones of the landing
 * pad that an exception at the macro's use would take. */
static void emit_destroys(struct builder *b, struct frame *f)
{
	for (u32 steps = 0; f->user && f->f->kind == FN_MACRO; f = f->user)
		for (u32 pad = pad_of_use(f); pad != NONE && steps < 64; steps++) {
			const struct row *row = &f->user->unit->rows[pad];
			if (row->op == ROW_DESTROY) {
				u32 at = push_row(b, f->user, row, ROW_DESTROY);
				b->rows.at[at].dst = cells_of(&b->cells, f->user, row->dst);
				b->rows.at[at].callee = program_resolve(b->program, f->user->fn, row, unit_text(f->user->unit, row->name));
				push_destroys(b, f->user, row, b->rows.at[at].dst, false);
				pad++;
			} else if (row->op == ROW_CATCH) {
				pad = row->other;
			} else if (row->op == ROW_RESUME) {
				pad = row->unwind;
			} else if (row->op == ROW_JUMP) {
				pad = row->target;
			} else {
				pad++;
			}
		}
}

/* The value goes to the one who used the lambda or macro; the user goes on. */
static void emit_value(struct builder *b, struct frame *f, struct frame *to, const struct row *row)
{
	u32 value = cells_of(&b->cells, f, row->a);
	if (to->dst != NONE && value != NONE) {
		u32 at = push_row(b, f, row, ROW_MOVE);
		b->rows.at[at].dst = to->dst;
		b->rows.at[at].a = value;
		b->rows.at[at].sub = OP_NONE;
	}
}

static void emit_return(struct builder *b, struct frame *f, const struct row *row)
{
	bool is_value = f->f->kind == FN_MACRO && row->flags & RF_MACRO_VALUE;
	struct frame *to = is_value ? f : user_function(f);
	if (!is_value)
		emit_destroys(b, f);
	if (to->user) {
		emit_value(b, f, to, row);
		u32 at = push_row(b, f, row, ROW_JUMP);
		fix(b, at, FIX_TARGET, to, to->f->first_row + to->f->row_count - 1);
		return;
	}
	u32 at = push_row(b, f, row, ROW_RETURN);
	b->rows.at[at].a = cells_of(&b->cells, f, row->a);
	vec_push(b->arena, &b->returns, at);
}

/* A goto out of a macro means a label of its user; one of a parameter's name the label that was given. */
static void emit_far_jump(struct builder *b, struct frame *f, const struct row *row)
{
	u32 given = cells_of(&b->cells, f, row->a);
	struct str label = given == NONE ? unit_text(f->unit, row->name) : intern_get(&b->program->names, b->cells.list.at[given].name);
	u32 at = push_row(b, f, row, ROW_JUMP);
	for (struct frame *user = f->user; user; user = user->user)
		for (u32 i = 0; i < user->f->row_count; i++) {
			const struct row *r = &user->unit->rows[user->f->first_row + i];
			if (r->op == ROW_NOP && r->name && str_eq(unit_text(user->unit, r->name), label)) {
				fix(b, at, FIX_TARGET, user, user->f->first_row + i);
				return;
			}
		}
	b->rows.at[at].op = ROW_NOP;
}

static void emit_row(struct builder *b, struct frame *f, u32 unit_row)
{
	const struct row *row = &f->unit->rows[unit_row];
	if (row->op == ROW_CALL || row->op == ROW_LAUNCH || row->op == ROW_DESTROY) {
		emit_call(b, f, row, unit_row);
		return;
	}
	if (row->op == ROW_RETURN) {
		emit_return(b, f, row);
		return;
	}
	if (row->op == ROW_JUMP && row->target == NONE) {
		emit_far_jump(b, f, row);
		return;
	}
	bool is_true;
	if (constant_condition(b->program, f, unit_row, &is_true)) {
		fix(b, push_row(b, f, row, ROW_JUMP), FIX_TARGET, f, is_true ? row->target : row->other);
		return;
	}
	u32 at = push_row(b, f, row, row->op == ROW_EXIT && f->user ? ROW_NOP : (enum row_op)row->op);
	struct body_row *r = &b->rows.at[at];
	r->dst = cells_of(&b->cells, f, row->dst);
	r->a = cells_of(&b->cells, f, row->a);
	r->b = cells_of(&b->cells, f, row->b);
	if (row->op == ROW_MOVE && operand_kind(row->dst) == OPD_VAR && operand_kind(row->a) == OPD_FUNCTION && r->dst != NONE)
		b->cells.list.at[r->dst].lambda = program_lambda(b->program, f->fn, row->dst);
	if (row->op == ROW_UNARY && row->sub == OP_ADDR && r->dst != NONE)
		b->cells.list.at[r->dst].address_of = r->a;
	if (row->op == ROW_ENTER || row->op == ROW_LEAVE) {
		struct call_target t = program_resolve(b->program, f->fn, row, S(""));
		b->rows.at[at].callee = t;
	}
	fix(b, at, FIX_TARGET, f, row->target);
	fix(b, at, FIX_OTHER, f, row->other);
	fix(b, at, FIX_UNWIND, f, row->unwind);
}

/* The argument that the macro waits with: handed on with the row to the next macro, or run now. */
static void run_deferred(struct builder *b, struct frame *f, const struct row *row)
{
	struct deferred d = f->deferred;
	if (!d.of || !deferred_uses(f->unit, f->f, row, d.param))
		return;
	f->deferred.of = NULL;
	u32 arg = deferred_handed_on(f->unit, row, d.param);
	struct call_target t = arg == NONE ? (struct call_target){0} : program_resolve(b->program, f->fn, row, unit_text(f->unit, row->name));
	if (t.n && b->program->functions[t.at[0]].f->kind == FN_MACRO) {
		b->deferred = (struct deferred){d.of, d.first, d.end, arg};
		return;
	}
	b->deferred = d;
	emit_deferred(b);
}

/* By row of the function: what a call of a macro waits with (`of` is set), and the rows that this is (`end` is). NULL if there are none. */
static struct deferred *find_deferred(struct builder *b, struct frame *f)
{
	struct deferred *found = NULL;
	for (u32 i = 0; i < f->f->row_count; i++) {
		u32 call = f->f->first_row + i, from, arg;
		if (f->unit->rows[call].op != ROW_CALL || program_is_python(b->program, f->fn) || !deferred_argument(b->program, f, call, &from, &arg))
			continue;
		if (!found)
			found = arena_array(b->arena, struct deferred, f->f->row_count);
		for (u32 row = from; row < call; row++)
			found[row - f->f->first_row].end = call;
		found[i] = (struct deferred){f, from, call, arg};
	}
	return found;
}

static void emit_frame(struct builder *b, struct frame *f)
{
	const struct deferred *deferred = find_deferred(b, f);
	for (u32 i = 0; i < f->f->row_count; i++) {
		f->start[i] = b->rows.n;
		if (deferred && deferred[i].end && !deferred[i].of)
			continue;
		run_deferred(b, f, &f->unit->rows[f->f->first_row + i]);
		if (deferred && deferred[i].of) {
			struct deferred handed = b->deferred; /* one thing can wait */
			b->deferred = deferred[i];
			if (handed.of) {
				emit_deferred(b);
				b->deferred = handed;
			}
		}
		emit_row(b, f, f->f->first_row + i);
		b->deferred.of = NULL;
	}
}

static u32 body_row_of(const struct frame *f, u32 unit_row)
{
	if (unit_row < f->f->first_row || unit_row - f->f->first_row >= f->f->row_count)
		return NONE;
	return f->start[unit_row - f->f->first_row];
}

static void apply_fixups(struct builder *b)
{
	for (u32 i = 0; i < b->fixups.n; i++) {
		struct fixup x = b->fixups.at[i];
		while (x.kind == FIX_UNWIND && x.unit_row == NONE && x.frame->user) {
			x.unit_row = x.frame->user->unit->rows[x.frame->call].unwind;
			x.frame = x.frame->user;
		}
		u32 to = x.unit_row == NONE ? NONE : body_row_of(x.frame, x.unit_row);
		struct body_row *r = &b->rows.at[x.row];
		if (x.kind == FIX_TARGET)
			r->target = to;
		else if (x.kind == FIX_OTHER)
			r->other = to;
		else
			r->unwind = to;
	}
}

static void *keep(struct arena *a, const void *from, size_t size, u32 n)
{
	void *to = arena_alloc(a, size * n);
	if (n)
		memcpy(to, from, size * n);
	return to;
}

/* Who asks what a cell was set to looks at the rows that set it, in their order. */
static void chain_writes(struct body *b)
{
	for (u32 cell = 0; cell < b->cell_count; cell++)
		b->cells[cell].first_write = NONE;
	for (u32 row = b->n; row-- > 0;) {
		struct body_row *r = &b->rows[row];
		r->next_write = r->dst == NONE ? NONE : b->cells[r->dst].first_write;
		if (r->dst != NONE)
			b->cells[r->dst].first_write = row;
	}
}

void body_build(struct program *p, struct arena *a, fn_id fn, struct body *out)
{
	struct arena scratch = {0};
	struct builder b = {.program = p, .arena = &scratch};
	cells_init(&b.cells, p, &scratch);
	b.cells.kept = a;
	struct frame *f = frame_new(&b, fn, NULL);
	for (u32 i = 0; i < f->f->param_count; i++)
		cells_of(&b.cells, f, OPERAND(OPD_VAR, i));
	emit_frame(&b, f);
	apply_fixups(&b);
	u32 exit = b.rows.n - 1;
	for (u32 i = 0; i < b.returns.n; i++)
		b.rows.at[b.returns.at[i]].target = exit;
	*out = (struct body){.fn = fn, .n = b.rows.n, .cell_count = b.cells.list.n, .use_count = b.uses.n, .exit = exit, .is_cut = b.is_cut};
	out->rows = keep(a, b.rows.at, sizeof *out->rows, b.rows.n);
	out->args = keep(a, b.args.at, sizeof *out->args, b.args.n);
	out->cells = keep(a, b.cells.list.at, sizeof *out->cells, b.cells.list.n);
	out->uses = keep(a, b.uses.at, sizeof *out->uses, b.uses.n);
	out->keys = b.cells.keys;
	chain_writes(out);
	arena_release(&scratch);
}

struct str body_cell_name(const struct program *p, const struct body *b, u32 cell)
{
	return cell == NONE ? S("") : intern_get(&p->names, b->cells[cell].name);
}

struct str body_row_name(const struct program *p, const struct body_row *r)
{
	return unit_text(p->functions[r->fn].unit, r->row->name);
}

static void print_cell(const struct program *p, const struct body *b, u32 i, struct strbuf *out)
{
	if (i == NONE) {
		strbuf_puts(out, " -");
		return;
	}
	static const char *const kinds[] = {"%", "@", "0", "1", "fn", "?"};
	struct str name = intern_get(&p->names, b->cells[i].name);
	strbuf_addf(out, " %s%u%s%.*s", kinds[b->cells[i].kind], i, name.n ? ":" : "", (int)name.n, name.p);
}

void body_print(struct program *p, const struct body *b, struct strbuf *out)
{
	struct str name = fn_name(&p->functions[b->fn]);
	strbuf_addf(out, "body %.*s\n", (int)name.n, name.p);
	for (u32 i = 0; i < b->n; i++) {
		const struct body_row *r = &b->rows[i];
		struct str called = body_row_name(p, r);
		strbuf_addf(out, "  %4u %s %s %.*s", i, row_op_name((enum row_op)r->op), op_text((enum op)r->sub), (int)called.n, called.p);
		print_cell(p, b, r->dst, out);
		print_cell(p, b, r->a, out);
		print_cell(p, b, r->b, out);
		for (u32 k = 0; k < r->arg_count; k++)
			print_cell(p, b, b->args[r->first_arg + k], out);
		if (r->target != NONE)
			strbuf_addf(out, " ->%u", r->target);
		if (r->other != NONE)
			strbuf_addf(out, "/%u", r->other);
		if (r->unwind != NONE)
			strbuf_addf(out, " unwind %u", r->unwind);
		strbuf_putc(out, '\n');
	}
}
