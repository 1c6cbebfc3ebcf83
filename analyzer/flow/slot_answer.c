/* How a function tells its caller of a failure. */
#include "flow/slot_local.h"
#include "graph/edges.h"

bool is_status_type(struct str type)
{
	static const char *const words[] = {"rror", "tatus", "esult", "Err", "Code", "ERROR", "STATUS", "RESULT", "xpected"};
	return str_has_any(type, words, COUNT(words));
}

/* The function returns nothing else, on any path: that is no answer. */
static bool is_always(const struct walk *w, const struct relation *result)
{
	const struct state *end = &w->ends[WAY_NORMAL];
	struct fact *constants = end->is_live ? state_find(end, CONSTANTS) : NULL;
	const struct relation *always = constants ? fact_relation(constants, w->result_cell) : NULL;
	return always && always->fwd && always->fwd == result->fwd;
}

enum answer answer_of(const struct walk *w, const struct relation *result)
{
	const struct fn *fn = &w->program->functions[w->body->fn];
	if (result && result->back == CLASS_NONZERO && result->fwd == CLASS_NONZERO)
		return ANSWER_CODE;
	/* A status that says success on the path of failure tells nobody. */
	struct str type = unit_text(fn->unit, fn->f->result);
	if (is_status_type(type) && !str_has(type, "*"))
		return result && result->fwd == CLASS_ZERO ? ANSWER_NOTHING : ANSWER_STATUS;
	if (!result || !(result->fwd || result->back) || is_always(w, result))
		return ANSWER_NOTHING;
	return result->fwd == CLASS_NONZERO ? ANSWER_NUMBER : ANSWER_ZERO;
}

enum { MOST = 400 }; /* rows from the failure to the returns */

/* What another use of the runtime gives: it tells of that one. */
static bool is_other_call(const struct walk *w, const struct origin *o, const struct body_row *r)
{
	bool runs = r->callee.call && !call_reads_slot(r->callee.call);
	for (u32 i = 0; i < r->callee.n && !runs; i++)
		runs = w->all->summaries[r->callee.at[i]].runs;
	u32 code = w->body->rows[o->row].dst, held = read_holder(w, o->row);
	for (u32 i = 0; i < r->arg_count && code != NONE; i++)
		if (w->body->args[r->first_arg + i] == code || w->body->args[r->first_arg + i] == held)
			return false;
	return runs;
}

static bool is_given_address(const struct walk *w, const struct body_row *r, u32 cell)
{
	for (u32 i = 0; r->op == ROW_CALL && i < r->arg_count; i++) {
		u32 arg = w->body->args[r->first_arg + i];
		if (arg < w->body->cell_count && w->body->cells[arg].address_of == cell)
			return true;
	}
	return false;
}

/* The value returned was there before the failure, or is another call's: of these rows none makes it of this one. */
static bool is_unrelated(const struct walk *w, const struct origin *o, u32 cell, const u32 *rows, u32 n)
{
	if (cell >= w->body->cell_count || w->body->cells[cell].kind != CELL_LOCAL || w->body->cells[cell].parent != NONE || cell == read_holder(w, o->row))
		return false;
	u32 writes = 0;
	for (u32 i = 0; i < n; i++) {
		const struct body_row *r = &w->body->rows[rows[i]];
		bool is_part = (r->dst != cell && cell_is_part(w->body, r->dst, cell)) || (r->op == ROW_CALL && cell_is_part(w->body, r->a, cell));
		if (is_part || is_given_address(w, r, cell))
			return false;
		if (r->dst != cell)
			continue;
		writes++;
		const struct body_row *from = r->op == ROW_MOVE && rows[i] && r[-1].dst == r->a ? r - 1 : r;
		bool is_success = r->op == ROW_MOVE && value_class_of(w, r->a) == CLASS_ZERO;
		if (!is_success && !(from->op == ROW_CALL && is_other_call(w, o, from)))
			return false;
	}
	return writes || (w->body->cells[cell].name && w->body->cells[cell].param == NONE);
}

/* return Status::OK(); */
static bool is_success_made(const struct walk *w, u32 row)
{
	static const char *const words[] = {"OK", "Ok", "ok", "OkStatus", "Success", "success"};
	const struct body_row *r = &w->body->rows[row];
	u32 at = row;
	while (at && w->body->rows[at - 1].op == ROW_DESTROY) /* what the function leaves behind goes in between */
		at--;
	const struct body_row *made = at ? &w->body->rows[at - 1] : r;
	return made->op == ROW_CALL && made->dst == r->a && !made->arg_count && str_is_any(str_behind_scope(body_row_name(w->program, made)), words, COUNT(words));
}

/* The ways from where the call was found failed: on all of them what is returned has nothing to do with it. If the call has run again since, some way is enough. */
static bool answers_of_others(const struct walk *w, const struct origin *o)
{
	u32 rows[MOST], n = 0, others = 0;
	if (!o->is_old && (o->failed_to == NONE || o->is_failed_elsewhere))
		return false;
	rows[n++] = o->is_old ? o->row + 1 : o->failed_to;
	for (u32 i = 0; i < n; i++)
		if ((o->is_old || rows[i] != o->row) && !edges_into(w->body, rows[i], rows, &n, MOST))
			return false;
	for (u32 i = 0; i < n; i++) {
		const struct body_row *r = &w->body->rows[rows[i]];
		if (r->op != ROW_RETURN || r->a == NONE)
			continue;
		bool is_other = value_class_of(w, r->a) == CLASS_ZERO || is_success_made(w, rows[i]) || is_unrelated(w, o, r->a, rows, n);
		if (!is_other && !o->is_old)
			return false;
		others += is_other;
	}
	return others;
}

enum answer answer_for(const struct walk *w, const struct origin *o, u16 bits, const struct relation *result)
{
	enum answer answer = answer_of(w, result);
	bool is_open = answer == ANSWER_STATUS && !(result && (result->fwd || result->back));
	return is_open && !o->is_import && (bits & FACT_DENIED || answers_of_others(w, o)) ? ANSWER_NOTHING : answer;
}
