/* A launch whose result is copied back and asserted right behind it: a refused one ends the program there, or fails the test. */
#include "unchecked.h"

/* The variable of the host that a copy from the device goes to, or NONE; *from is where it comes from. */
static u32 copied_to(const struct rule_run *run, const struct body *b, u32 row, u32 *from)
{
	const struct body_row *r = &b->rows[row];
	const struct capture_api *api = r->op == ROW_CALL && r->arg_count > 1 ? capture_api_at(run->capture, b, row) : NULL;
	if (!api || api->does != DOES_COPY || !str_ends(copy_direction(run->program, b, r, api), "DeviceToHost"))
		return NONE;
	u32 to = b->args[r->first_arg], source = b->args[r->first_arg + 1];
	*from = source == NONE ? NONE : cell_root(b, source);
	if (to == NONE)
		return NONE;
	return cell_root(b, b->cells[to].address_of != NONE ? b->cells[to].address_of : to);
}

static bool is_given(const struct body *b, const struct body_row *launch, u32 root)
{
	for (u32 i = 0; i < launch->arg_count; i++) {
		u32 arg = b->args[launch->first_arg + i];
		if (arg != NONE && root != NONE && cell_root(b, arg) == root)
			return true;
	}
	return false;
}

/* assert(host == 3) */
static bool asserts(const struct rule_run *run, const struct body *b, u32 row, u32 host)
{
	const struct body_row *r = &b->rows[row];
	const struct model_check *check = r->op == ROW_CALL ? models_check(run->program->models, body_row_name(run->program, r)) : NULL;
	u32 asked = r->arg_count ? b->args[r->first_arg] : NONE;
	if (!check || check->reads != READS_CONDITION || check->fails != FAILS_ABORT || asked == NONE || b->cells[asked].first_write == NONE)
		return false;
	const struct body_row *maker = &b->rows[b->cells[asked].first_write];
	if (maker->op != ROW_BINARY || maker->sub != OP_EQ)
		return false;
	return (maker->a != NONE && cell_root(b, maker->a) == host) || (maker->b != NONE && cell_root(b, maker->b) == host);
}

/* Whatever goes past a row behind `from` leaves: it does not come to what is behind the row. */
static bool is_passed_by_leaving_alone(const struct body *b, const struct dominators *d, u32 from, u32 row)
{
	for (u32 to = d->branch[row]; to != NONE && !stands_before(d, to, from); to = next_branch(d, to)) {
		const struct body_row *branch = &b->rows[d->entry[to]];
		u32 away = branch->target == to ? branch->other : branch->target;
		if (away == NONE || body_reaches(b, row, away))
			return false;
	}
	return stands_before(d, from, row);
}

bool unchecked_shows_by_itself(const struct rule_run *run, const struct launch *l)
{
	const struct site *site = &l->producer.origin;
	const struct body *b = &run->slot->bodies[site->body];
	u32 at = site->body_row, host = NONE, from;
	if (at >= b->n || b->rows[at].op != ROW_LAUNCH)
		return false;
	const struct dominators *d = capture_dominators(run->capture, b, false);
	for (u32 row = at + 1; row < b->n && b->rows[row].op != ROW_LAUNCH; row++) {
		u32 to = copied_to(run, b, row, &from);
		if (to != NONE)
			host = stands_before(d, at, row) && is_given(b, &b->rows[at], from) ? to : NONE;
		else if (host != NONE && asserts(run, b, row, host))
			return is_passed_by_leaving_alone(b, d, at, row);
	}
	return false;
}
