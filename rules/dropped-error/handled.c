/* Codes that are in somebody's hands although nobody looks at what the call returns. */
#include "dropped.h"

#include "graph/edges.h"

static bool is_member(const struct unit *u, operand o)
{
	return operand_kind(o) == OPD_PLACE && operand_kind(u->places[operand_index(o)].base) == OPD_THIS && u->places[operand_index(o)].kinds[0] == STEP_FIELD;
}

bool dropped_is_kept(const struct rule_run *run, const struct code_loss *loss)
{
	const struct site *at = &loss->producer.origin;
	if (!loss->producer.depth || !at->row)
		return false;
	const struct fn *fn = &run->program->functions[at->fn];
	const struct row *end = fn->unit->rows + fn->f->first_row + fn->f->row_count, *next = at->row + 1;
	bool is_moved = next < end && next->op == ROW_MOVE && next->a == at->row->dst && is_member(fn->unit, next->dst);
	return is_member(fn->unit, at->row->dst) || is_moved;
}

bool dropped_before_failure(const struct rule_run *run, const struct code_loss *loss)
{
	const struct site *at = &loss->producer.site;
	const struct body *b = &run->slot->bodies[at->body];
	return at->body_row < b->n && b->rows[at->body_row].row == at->row && body_only_fails_behind(run->program, b, at->body_row);
}

bool dropped_at_end_of_life(const struct rule_run *run, const struct code_loss *loss)
{
	static const char *const words[] = {"free", "Free", "destroy", "Destroy", "cleanup", "Cleanup", "CleanUp", "clean_up", "release", "Release", "shutdown", "Shutdown", "teardown", "TearDown", "finalize", "Finalize"};
	const struct fn *fn = &run->program->functions[loss->producer.site.use_fn];
	return loss->producer.call->role == ROLE_SYNC && str_starts_any(unit_text(fn->unit, fn->f->name), words, COUNT(words));
}

bool dropped_by_check(const struct rule_run *run, const struct code_loss *loss)
{
	const struct site *at = &loss->producer.site;
	const struct body *b = &run->slot->bodies[at->body];
	if (!models_is_family(loss->producer.call) || at->body_row >= b->n)
		return false;
	for (u32 i = 0; i < at->body_row; i++) {
		const struct body_row *r = &b->rows[i];
		bool is_code = r->op == ROW_CALL && r->callee.call && r->dst != NONE && (r->callee.call->returns == RETURNS_DRIVER || r->callee.call->returns == RETURNS_ERROR);
		if (is_code && row_is_given(b, &b->rows[at->body_row], r->dst))
			return true;
	}
	return false;
}
