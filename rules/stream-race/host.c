/* Python: the host reads what a copy from the device, started without waiting, may not have brought yet. */
#include "race.h"

/* The host copy, by the row that starts it. */
struct brought {
	u32 row;
	u32 cell; /* kept or pinned memory that is copied into; NONE: the call's own result */
};

static bool is_on_host(const struct race *r, u32 row, u32 cell)
{
	u8 home = cell == NONE ? HOME_HOST : tensor_at(r->run->capture, r->b, r->reached, row, cell).home;
	return home == HOME_HOST || home == HOME_PINNED || home == HOME_DATA;
}

/* x.to("cpu", non_blocking=True), whose memory is pinned then; pinned.copy_(x, non_blocking=True). A copy into pageable memory waits, whatever is asked for. */
static bool starts_copy(const struct race *r, u32 row, struct brought *out)
{
	const struct body_row *at = &r->b->rows[row];
	if (at->op != ROW_CALL || !(at->flags & RF_MEMBER) || at->a == NONE || !race_is_nonblocking(r, row))
		return false;
	struct str name = body_row_name(r->run->program, at);
	const struct torch_op *op = torch_at(r->run->capture, r->b, r->reached, row);
	*out = (struct brought){row, NONE};
	if (str_is(name, "to"))
		return op && op->gives == GIVES_HOST_TENSOR && !op->waits && !is_on_host(r, row, at->a);
	if (!str_is(name, "copy_") || !at->arg_count || is_on_host(r, row, r->b->args[at->first_arg]))
		return false;
	u32 whole = slice_of(r->run->program, r->b, at->a).object;
	out->cell = whole;
	bool is_kept = cell_is_own(r->b, whole) && race_is_pinned(r, whole);
	return is_kept || tensor_at(r->run->capture, r->b, r->reached, row, whole).home == HOME_PINNED;
}

/* The value is what was copied, or a view of it: x[:n], x.numpy(), x.view(-1). */
static bool is_of(struct race *r, u32 row, u32 cell, const struct brought *brought)
{
	for (u32 depth = 0; depth < 6 && cell != NONE; depth++) {
		cell = slice_of(r->run->program, r->b, cell).object;
		while (r->b->cells[cell].is_element && r->b->cells[cell].parent != NONE && cell != brought->cell)
			cell = r->b->cells[cell].parent; /* x[0] */
		if (brought->cell != NONE && cell == brought->cell)
			return true;
		struct value v = value_of(&r->values, row, cell);
		if (v.kind == VALUE_PLACE && brought->cell != NONE && v.cell == brought->cell)
			return true;
		if (v.kind != VALUE_RESULT || v.row <= brought->row)
			return brought->cell == NONE && v.kind == VALUE_RESULT && v.row == brought->row;
		const struct torch_op *op = torch_at(r->run->capture, r->b, r->reached, v.row);
		bool is_view = op && (op->gives == GIVES_VIEW || op->gives == GIVES_SELF);
		if (!is_view && !str_is(body_row_name(r->run->program, &r->b->rows[v.row]), "numpy"))
			return false;
		row = v.row;
		cell = r->b->rows[v.row].a;
	}
	return false;
}

/* The row reads numbers: they are needed there and then. */
static bool reads_now(struct race *r, u32 row, const struct brought *brought)
{
	static const char *const methods[] = {"item", "tolist", "astype", "copy", "sum", "max", "min", "mean", "any", "all", "argmax", "argmin"};
	static const char *const builtins[] = {"int", "float", "bool", "list", "tuple", "sum", "max", "min", "sorted", "set", "any", "all"};
	const struct body_row *at = &r->b->rows[row];
	if (at->op == ROW_BRANCH || at->op == ROW_ITER)
		return at->a != NONE && is_of(r, row, at->a, brought);
	if (at->op == ROW_BINARY)
		return at->sub != OP_IS && at->sub != OP_IS_NOT && (is_of(r, row, at->a, brought) || is_of(r, row, at->b, brought));
	if (at->op != ROW_CALL)
		return false;
	struct str name = body_row_name(r->run->program, at);
	if (at->flags & RF_MEMBER)
		return str_is_any(name, methods, COUNT(methods)) && at->a != NONE && is_of(r, row, at->a, brought);
	return !at->callee.n && at->arg_count && str_is_any(name, builtins, COUNT(builtins)) && is_of(r, row, r->b->args[at->first_arg], brought);
}

static bool may_wait(const struct race *r, const struct body *b, u32 row, u32 depth)
{
	static const char *const words[] = {"ynchronize", "barrier", "wait", "query", "sync"};
	const struct body_row *at = &b->rows[row];
	if (at->op != ROW_CALL && at->op != ROW_LEAVE && at->op != ROW_ENTER)
		return false;
	if (str_has_any(body_row_name(r->run->program, at), words, COUNT(words)))
		return true;
	for (u32 i = 0; depth && i < at->callee.n && i < 4; i++) {
		const struct body *called = rule_is_python(r->run, at->callee.at[i]) ? capture_body(r->run->capture, at->callee.at[i]) : NULL;
		for (u32 k = 0; called && k < called->n; k++)
			if (may_wait(r, called, k, depth - 1))
				return true;
	}
	return false;
}

/* Every copy asks the rows behind it: each row is looked at once. */
enum asked { ASKED_NOT, ASKED_NO, ASKED_YES };

static bool may_wait_here(const struct race *r, u32 row, u8 *asked)
{
	if (asked[row] == ASKED_NOT)
		asked[row] = may_wait(r, r->b, row, 2) || race_host_waits(r, row - 1, row + 1) ? ASKED_YES : ASKED_NO;
	return asked[row] == ASKED_YES;
}

static void look_at_copy(struct race *r, const struct brought *brought, u8 *asked)
{
	for (u32 row = brought->row + 1; row < r->b->n; row++) {
		if (!body_reaches(r->b, brought->row, row))
			continue;
		if (brought->cell != NONE && r->b->rows[row].op == ROW_MOVE && r->b->rows[row].dst == brought->cell)
			return;
		if (reads_now(r, row, brought)) {
			struct site site = site_in(r->run->program, r->b, brought->row);
			struct finding *f = race_report(r, row, "host", true, "the host reads what a copy from the device may not have brought yet: it was started without waiting, and nothing waits for it in between");
			rule_step(r->run, f, &site, "the copy is started here");
			return;
		}
		if (may_wait_here(r, row, asked))
			return;
	}
}

void race_at_host(struct race *r)
{
	struct brought brought;
	u8 *asked = arena_array(&r->scratch, u8, r->b->n + 1);
	for (u32 row = 0; row < r->b->n; row++)
		if (starts_copy(r, row, &brought))
			look_at_copy(r, &brought, asked);
}
