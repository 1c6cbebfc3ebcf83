#include "capture/swap.h"

#include "capture/attribute.h"
#include "capture/local.h"
#include "graph/paths.h"

enum parity { PARITY_EVEN, PARITY_ODD, PARITY_UNKNOWN };

/* The attribute that a move's value was when the row began: through a tuple or a variable. */
static u32 source_of(const struct body *b, u32 row)
{
	u32 from = b->rows[row].a;
	for (u32 steps = 0; steps < 4 && from != NONE && !cell_is_own(b, from); steps++) {
		u32 set = NONE;
		for (u32 i = b->cells[from].first_write; i < row; i = b->rows[i].next_write)
			set = b->rows[i].op == ROW_MOVE ? i : set;
		if (set == NONE)
			break;
		from = b->rows[set].a;
	}
	return cell_is_own(b, from) ? from : NONE;
}

/* The other attribute of a swap that the row ends; *first is the row of the first move. */
static u32 swapped_with(const struct body *b, u32 row, u32 *first)
{
	const struct body_row *r = &b->rows[row];
	u32 other = r->op == ROW_MOVE && !(r->flags & RF_INPLACE) && cell_is_own(b, r->dst) ? source_of(b, row) : NONE;
	if (other == NONE || other == r->dst)
		return NONE;
	for (u32 i = row; i-- > 0 && row - i < 8;)
		if (b->rows[i].op == ROW_MOVE && b->rows[i].dst == other && source_of(b, i) == r->dst) {
			*first = i;
			return other;
		}
	return NONE;
}

/* ---- how often ---- */

static enum parity of_number(i64 n) { return n < 0 ? PARITY_UNKNOWN : n % 2 ? PARITY_ODD : PARITY_EVEN; }

static enum parity of_operand(operand o, const struct unit *u)
{
	return operand_kind(o) == OPD_INT ? of_number((i64)u->ints[operand_index(o)]) : PARITY_UNKNOWN;
}

/* Some function, of whatever file, writes a field of that name of another object than its own, as in `runner.steps = args.steps`. O(rows of Python). */
static bool is_set_from_outside(const struct program *p, struct str name)
{
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		if (!program_is_python(p, f))
			continue;
		for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
			operand to = fn->unit->rows[i].dst;
			const struct place *place = operand_kind(to) == OPD_PLACE ? &fn->unit->places[operand_index(to)] : NULL;
			u32 last = 0;
			while (place && last + 1 < PLACE_STEPS && place->kinds[last + 1] != STEP_END)
				last++;
			bool is_own = place && fn->cls && place->base == OPERAND(OPD_VAR, 0);
			if (place && !is_own && str_eq(unit_text(fn->unit, place->names[last]), name))
				return true;
		}
	}
	return false;
}

/* A list whose entries are written out, which may be lists themselves. */
static enum parity of_list(const struct program *p, const struct body *b, u32 list)
{
	u32 n = 0;
	for (u32 i = 0; i < b->cell_count; i++) {
		if (b->cells[i].parent != list || !b->cells[i].is_element)
			continue;
		struct str key = body_cell_name(p, b, i);
		if (!key.n || key.p[0] < '0' || key.p[0] > '9')
			return PARITY_UNKNOWN;
		n++;
	}
	return n ? of_number(n) : PARITY_UNKNOWN;
}

/* An attribute that the class sets to numbers alone, all odd or all even; with `is_list`, to lists. */
static enum parity of_attribute(const struct capture *c, const struct body *b, u32 cell, bool is_list)
{
	const struct attribute_write *writes;
	u32 n = cell_is_own(b, cell) ? attribute_writes(c, b, cell, &writes) : 0;
	enum parity all = PARITY_UNKNOWN;
	if (!n || is_set_from_outside(c->program, body_cell_name(c->program, b, cell)))
		return PARITY_UNKNOWN;
	for (u32 i = 0; i < n; i++) {
		const struct body *made = writes[i].row == NONE ? NULL : capture_body(c, writes[i].fn);
		const struct body_row *r = made ? &made->rows[writes[i].row] : NULL;
		if (!r || r->op != ROW_MOVE || r->flags & RF_INPLACE)
			return PARITY_UNKNOWN;
		enum parity one = is_list ? (r->a == NONE ? PARITY_UNKNOWN : of_list(c->program, made, r->a)) : of_operand(r->row->a, c->program->functions[r->fn].unit);
		if (one == PARITY_UNKNOWN || (i && one != all))
			return PARITY_UNKNOWN;
		all = one;
	}
	return all;
}

static enum parity of_loop(const struct capture *c, const struct body *b, u32 iter)
{
	u32 of = b->rows[iter].a;
	struct value v = value_of(capture_values(c, b), iter, of);
	if (v.kind != VALUE_RESULT)
		return of == NONE ? PARITY_UNKNOWN : of_attribute(c, b, of, true);
	const struct body_row *made = &b->rows[v.row];
	if (made->op != ROW_CALL || !str_is(body_row_name(c->program, made), "range") || made->row->arg_count != 1)
		return PARITY_UNKNOWN;
	const struct unit *u = c->program->functions[made->fn].unit;
	enum parity parity = of_operand(u->args[made->row->first_arg], u);
	return parity != PARITY_UNKNOWN ? parity : of_attribute(c, b, b->args[made->first_arg], false);
}

/* How often a row runs when its function is called once. */
static enum parity times(const struct capture *c, const struct body *b, u32 row, bool may_hang)
{
	const struct dominators *d = capture_dominators(c, b, false);
	if (d->branch[row] != NONE && !may_hang)
		return PARITY_UNKNOWN;
	enum parity all = PARITY_ODD;
	bool is_in_loop = false;
	for (u32 iter = 0; iter < b->n; iter++) {
		if (b->rows[iter].op != ROW_ITER || !edge_stands_before(d, iter, b->rows[iter].target, row) || !body_reaches(b, row, iter))
			continue;
		is_in_loop = true;
		enum parity one = of_loop(c, b, iter);
		if (one != PARITY_ODD)
			return one; /* an even loop makes it even, whatever is around */
	}
	return !is_in_loop && body_reaches(b, row, row) ? PARITY_UNKNOWN : all;
}

/* The function is called once in the capture, from a place that runs an odd number of times. */
static bool is_called_once(const struct capture *c, u32 at)
{
	for (u32 up = at, levels = 0; c->reached.at[up].from != NONE; up = c->reached.at[up].from, levels++) {
		const struct reached *r = &c->reached.at[up], *from = &c->reached.at[r->from];
		u32 calls = 0;
		for (u32 row = 0; row < from->body->n; row++)
			for (u32 i = 0; i < from->body->rows[row].callee.n && from->body->rows[row].op == ROW_CALL; i++)
				calls += capture_has(from, row) && from->body->rows[row].callee.at[i] == r->fn;
		if (levels > 4 || calls != 1 || r->by_name || times(c, from->body, r->from_row, true) != PARITY_ODD)
			return false;
	}
	return true;
}

bool odd_swap_at(const struct capture *c, u32 at, u32 row, struct swap *out)
{
	const struct reached *r = &c->reached.at[at];
	u32 first, other = capture_has(r, row) ? swapped_with(r->body, row, &first) : NONE;
	if (other == NONE || !capture_has(r, first) || times(c, r->body, row, false) != PARITY_ODD || !is_called_once(c, at))
		return false;
	*out = (struct swap){row, r->body->rows[row].dst, other};
	u32 swaps = 0;
	for (u32 i = 0; i < r->body->n; i++) {
		u32 with = swapped_with(r->body, i, &first);
		swaps += with != NONE && ((with == out->a && r->body->rows[i].dst == out->b) || (with == out->b && r->body->rows[i].dst == out->a));
	}
	return swaps == 1;
}
