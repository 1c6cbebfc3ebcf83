/* The slot is read, but what comes out is not what the reader believes. */
#include "misread.h"

/* Looking before own work whether something is pending is what a peek is for. */
static bool is_peek_at_others(const struct slot_read *read)
{
	return read->kind == READ_PEEK && !read->is_function_first && read->meets_entry && !read->meets_others && !read->may_follow_unknown && read->fate != FATE_UNKNOWN;
}

/* `form` is the variant of confirm.cu that shows it. */
static struct finding *report(struct rule_run *run, enum severity severity, const struct site *site, struct str form, const char *message)
{
	struct finding *f = rule_report(run, severity, site, message);
	finding_param(run->findings, f, "form", form);
	return f;
}

/* ---- for (...) { launch; if (peek() == success) break; }: the next turn's launch is judged by what this one has left ---- */

/* Up to a call that may empty the slot, or ends the process. */
static enum flow_on while_full(const void *program, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	return r->op == ROW_CALL && (r->callee.n || call_reads_slot(r->callee.call) || row_never_returns(program, r)) ? FLOW_STOPS : FLOW_GOES_ON;
}

static bool is_judged_again(const struct rule_run *run, const struct slot_read *read)
{
	const struct body *b = &run->slot->bodies[read->site.body];
	u32 row = read->site.body_row, cell = row < b->n ? b->rows[row].dst : NONE, arm = NONE;
	bool is_launched = false;
	if (read->kind != READ_PEEK || cell == NONE || !body_reaches(b, row, row) || (arm = failing_arm(b, row, cell)) == NONE || !body_reaches(b, arm, row))
		return false;
	struct arena scratch = {0};
	const bool *seen = rows_behind(&scratch, b, arm, while_full, run->program);
	for (u32 at = 0; at < b->n && seen[row] && !is_launched; at++)
		is_launched = seen[at] && b->rows[at].op == ROW_LAUNCH && body_reaches(b, at, row);
	arena_release(&scratch);
	return is_launched;
}

/* One before it stands only where a debugging build has it: in others this read is the first. */
static bool is_alone_without_debug(const struct rule_run *run, const struct slot_read *read)
{
	const struct body *b = &run->slot->bodies[read->site.body];
	for (u32 i = 0; i < read->site.body_row && i < b->n; i++) {
		const struct model_call *call = b->rows[i].op == ROW_CALL ? b->rows[i].callee.call : NULL;
		if (call && call->role == ROLE_DRAIN && body_is_debug_only(run->program, b, i))
			return true;
	}
	return false;
}

static void check_read(struct rule_run *run, const struct slot_read *read)
{
	/* What depends on the calls before it is shown at the use of a macro; what the macro itself does, once, in its text. */
	struct site at = read->site, text = rule_written(&read->site);
	if (read->kind == READ_CHECK || read->is_discarded)
		return;
	if (read->meets_empty && read->was_read && read->is_used_as_text)
		/* One that has been printed before shows what a read leaves. */
		report(run, read->follows_text ? SEVERITY_NOTE : SEVERITY_WARNING, &at, S("text"), "the error text is taken from a slot that was just cleared: it always says \"no error\"");
	else if (read->meets_empty && read->was_read && read->fate != FATE_UNKNOWN)
		/* A check that stands there twice does no harm: the first one has acted. */
		report(run, text.row != at.use || read->is_harmless_twice || is_alone_without_debug(run, read) ? SEVERITY_NOTE : SEVERITY_WARNING, &at, S("twice"), "the slot is read a second time: the first read cleared it, so this one always says success");
	else if (is_peek_at_others(read))
		/* A check that ends the path is one more of its kind, as a habit, behind a callee above all. Where it makes the answer, a success is told as a failure. */
		report(run, read->follows_callee || read->fate != FATE_ANSWER ? SEVERITY_NOTE : SEVERITY_WARNING, &at, S("others"), "everything before this peek was checked: it can only find somebody else's error, and blames this code for it");
	else if (is_judged_again(run, read))
		report(run, SEVERITY_WARNING, &at, S("again"), "what this peek finds stays in the slot: at the next turn of the loop it is taken for a failure of that turn's launch");
	else if (read->stays_on_failure && !read->is_told_apart)
		report(run, SEVERITY_WARNING, &text, S("again"), "this peek is the only check: it finds the error but leaves it in the slot, so every later check reports it again");
}

/* ---- `if (e != cudaSuccess) ... cudaGetErrorString(e)` in a macro, where e is a call: it is made once more for the text ---- */

/* The row of a macro that makes the text of the parameter itself; the cell of what the parameter is given, or NONE. */
static u32 text_of_parameter(const struct rule_run *run, const struct body *b, const struct body_row *r)
{
	const struct fn *fn = &run->program->functions[r->fn];
	if (r->op != ROW_CALL || fn->f->kind != FN_MACRO || !r->arg_count || !r->row->arg_count || !r->callee.call || r->callee.call->role != ROLE_TEXT)
		return NONE;
	operand given = fn->unit->args[r->row->first_arg];
	bool is_param = operand_kind(given) == OPD_VAR && operand_index(given) < fn->f->param_count;
	u32 cell = is_param ? b->args[r->first_arg] : NONE;
	return cell != NONE && b->cells[cell].kind == CELL_LOCAL && !b->cells[cell].name ? cell : NONE;
}

/* The call that gives the cell its value, where it is written in the argument and not in the macro. */
static const struct body_row *call_given(const struct body *b, const struct body_row *text, u32 cell)
{
	/* A peek clears nothing, so the second one says the same. */
	for (u32 row = (u32)(text - b->rows); row-- > 0;) {
		const struct body_row *r = &b->rows[row];
		if (r->dst == cell)
			return r->op == ROW_CALL && r->use != text->use && r->callee.call && (r->callee.call->returns == RETURNS_ERROR || r->callee.call->role == ROLE_DRAIN) && r->callee.call->role != ROLE_PEEK ? r : NULL;
	}
	return NULL;
}

/* It is asked before the text is made, so that the call is made there for the first time. */
static bool is_asked_before(const struct body *b, const struct body_row *text, u32 cell)
{
	for (u32 row = (u32)(text - b->rows); row-- > 0 && b->rows[row].use == text->use;)
		if (rule_reads(b, row, cell))
			return true;
	return false;
}

static void look_for_second_calls(struct rule_run *run)
{
	bool *is_told = arena_array(run->findings->arena, bool, run->program->function_count + 1); /* by the macro's fn_id */
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct body *b = &run->slot->bodies[fn];
		for (u32 row = 0; row < b->n; row++) {
			u32 cell = text_of_parameter(run, b, &b->rows[row]);
			const struct body_row *call = cell == NONE ? NULL : call_given(b, &b->rows[row], cell);
			struct site written = call ? site_in(run->program, b, row) : (struct site){0};
			written = call ? rule_written(&written) : written;
			if (!call || !run->shows[written.fn] || is_told[written.fn] || !is_asked_before(b, &b->rows[row], cell))
				continue;
			is_told[written.fn] = true;
			struct str macro = fn_name(&run->program->functions[written.fn]);
			struct finding *f = report(run, SEVERITY_WARNING, &written, S("text"),
			                           arena_format(run->findings->arena, "'%.*s' makes the call that it is given once more for the text: of a slot that the first one has cleared it says \"no error\", and other calls run twice",
			                                        (int)macro.n, macro.p));
			struct site use = site_in(run->program, b, (u32)(call - b->rows));
			rule_step(run, f, &use, "a call that it is given");
		}
	}
}

void rule_misread_error(struct rule_run *run)
{
	look_for_second_calls(run);
	for (u32 i = 0; i < run->slot->reads.n; i++)
		check_read(run, &run->slot->reads.at[i]);
	misread_handed_on(run);
	misread_by_helper(run);
	for (u32 i = 0; i < run->slot->losses.n; i++) {
		const struct code_loss *loss = &run->slot->losses.at[i];
		/* err = X(); other(); err = cudaGetLastError(): the slot need not hold what X returned any more. */
		if (loss->how != LOSS_OVERWRITTEN || !loss->is_picked_up || !loss->is_overwritten_by_read || loss->is_given_back)
			continue;
		struct finding *f = report(run, SEVERITY_WARNING, &loss->overwritten_at, S("overwritten"),
		                           "a code that nobody looked at is overwritten by what is in the last-error slot");
		rule_step(run, f, &loss->producer.site, "the code comes from here");
	}
	for (u32 i = 0; i < run->slot->sticky.n; i++) {
		const struct sticky_test *t = &run->slot->sticky.at[i];
		/* The launch has only been queued: what goes wrong on the device is seen by the next wait. */
		if (!t->is_slot_read)
			continue;
		struct finding *f =
			report(run, SEVERITY_WARNING, &t->site, S("launch"),
			       arena_format(run->findings->arena, "'%.*s' is expected from the check after a launch, but only a later wait can report it",
			                    (int)t->name.n, t->name.p));
		finding_param(run->findings, f, "code", t->name);
	}
}
