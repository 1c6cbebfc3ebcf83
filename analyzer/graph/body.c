/* Building a body: row by row of each frame, with targets noted as fixups and filled in when all rows have their place. Calls are in body_call.c, what
 * runs in place of them in unfold.c. */
#include "graph/builder.h"
#include "graph/constant.h"
#include "graph/deferred.h"
#include "graph/link.h"
#include "graph/python.h"

#include <string.h>

u32 builder_row(struct builder *b, struct frame *f, const struct row *row, enum row_op op)
{
	struct body_row r = {.op = (u8)op, .sub = row->sub, .flags = row->flags, .dst = NONE, .a = NONE, .b = NONE,
	                     .target = NONE, .other = NONE, .unwind = NONE, .use = f->use, .fn = f->fn, .row = row};
	vec_push(b->arena, &b->rows, r);
	return b->rows.n - 1;
}

void builder_fix(struct builder *b, u32 row, enum fixup_kind kind, struct frame *f, u32 unit_row)
{
	struct fixup fixup = {row, kind, f, unit_row};
	if (unit_row != NONE || kind == FIX_UNWIND)
		vec_push(b->arena, &b->fixups, fixup);
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
				u32 at = builder_row(b, f->user, row, ROW_DESTROY);
				b->rows.at[at].dst = cells_of(&b->cells, f->user, row->dst);
				b->rows.at[at].callee = program_resolve(b->program, f->user->fn, row, unit_text(f->user->unit, row->name));
				builder_destroys(b, f->user, row, b->rows.at[at].dst, false);
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
		u32 at = builder_row(b, f, row, ROW_MOVE);
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
		u32 at = builder_row(b, f, row, ROW_JUMP);
		builder_fix(b, at, FIX_TARGET, to, to->f->first_row + to->f->row_count - 1);
		return;
	}
	u32 at = builder_row(b, f, row, ROW_RETURN);
	b->rows.at[at].a = cells_of(&b->cells, f, row->a);
	vec_push(b->arena, &b->returns, at);
}

/* A goto out of a macro means a label of its user; one of a parameter's name the label that was given. */
static void emit_far_jump(struct builder *b, struct frame *f, const struct row *row)
{
	u32 given = cells_of(&b->cells, f, row->a);
	struct str label = given == NONE ? unit_text(f->unit, row->name) : intern_get(&b->program->names, b->cells.list.at[given].name);
	u32 at = builder_row(b, f, row, ROW_JUMP);
	for (struct frame *user = f->user; user; user = user->user)
		for (u32 i = 0; i < user->f->row_count; i++) {
			const struct row *r = &user->unit->rows[user->f->first_row + i];
			if (r->op == ROW_NOP && r->name && str_eq(unit_text(user->unit, r->name), label)) {
				builder_fix(b, at, FIX_TARGET, user, user->f->first_row + i);
				return;
			}
		}
	b->rows.at[at].op = ROW_NOP;
}

void builder_emit_row(struct builder *b, struct frame *f, u32 unit_row)
{
	const struct row *row = &f->unit->rows[unit_row];
	if (row->op == ROW_CALL || row->op == ROW_LAUNCH || row->op == ROW_DESTROY) {
		builder_emit_call(b, f, row, unit_row);
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
		builder_fix(b, builder_row(b, f, row, ROW_JUMP), FIX_TARGET, f, is_true ? row->target : row->other);
		return;
	}
	u32 at = builder_row(b, f, row, row->op == ROW_EXIT && f->user ? ROW_NOP : (enum row_op)row->op);
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
	builder_fix(b, at, FIX_TARGET, f, row->target);
	builder_fix(b, at, FIX_OTHER, f, row->other);
	builder_fix(b, at, FIX_UNWIND, f, row->unwind);
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
	builder_emit_deferred(b);
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

void builder_emit_frame(struct builder *b, struct frame *f)
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
				builder_emit_deferred(b);
				b->deferred = handed;
			}
		}
		builder_emit_row(b, f, f->f->first_row + i);
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
	static u32 built;
	struct arena scratch = {0};
	struct builder b = {.program = p, .arena = &scratch};
	cells_init(&b.cells, p, &scratch);
	b.cells.kept = a;
	struct frame *f = builder_frame(&b, fn, NULL);
	for (u32 i = 0; i < f->f->param_count; i++)
		cells_of(&b.cells, f, OPERAND(OPD_VAR, i));
	builder_emit_frame(&b, f);
	apply_fixups(&b);
	u32 exit = b.rows.n - 1;
	for (u32 i = 0; i < b.returns.n; i++)
		b.rows.at[b.returns.at[i]].target = exit;
	*out = (struct body){.fn = fn, .n = b.rows.n, .cell_count = b.cells.list.n, .use_count = b.uses.n, .exit = exit, .serial = ++built, .is_cut = b.is_cut};
	out->rows = keep(a, b.rows.at, sizeof *out->rows, b.rows.n);
	out->args = keep(a, b.args.at, sizeof *out->args, b.args.n);
	out->cells = keep(a, b.cells.list.at, sizeof *out->cells, b.cells.list.n);
	out->uses = keep(a, b.uses.at, sizeof *out->uses, b.uses.n);
	out->keys = b.cells.keys;
	chain_writes(out);
	arena_release(&scratch);
}
