/* The recording pass: codes that are lost, and what speaks for that being meant. */
#include "flow/slot_local.h"
#include "graph/link.h"

static bool in_cleanup(const struct walk *w, const struct origin *o)
{
	return is_cleanup(w->program, w->body->fn) || is_cleanup(w->program, o->producer.site.fn);
}

/* The out-parameter itself, or the part of it that holds a verdict. */
static bool is_verdict(const struct walk *w, u32 cell, u32 out)
{
	if (cell >= w->body->cell_count)
		return false;
	struct str name = body_cell_name(w->program, w->body, cell);
	bool is_part = w->body->cells[cell].parent == out && (str_has(name, "esult") || str_has(name, "tatus") || str_has(name, "rror"));
	return cell == out || is_part;
}

/* A comparison or branch after the call looks at something whose address the call was given. */
static bool is_judged_otherwise(const struct walk *w, const struct origin *o)
{
	const struct body_row *call = &w->body->rows[o->row];
	for (u32 n = 0; n < call->arg_count; n++) {
		u32 arg = w->body->args[call->first_arg + n];
		u32 out = arg < w->body->cell_count ? w->body->cells[arg].address_of : NONE;
		for (u32 i = o->row + 1; out != NONE && i < w->body->n; i++) {
			const struct body_row *r = &w->body->rows[i];
			bool looks = r->op == ROW_BINARY || r->op == ROW_BRANCH;
			if (looks && (is_verdict(w, r->a, out) || is_verdict(w, r->b, out)))
				return true;
		}
	}
	return false;
}

static bool is_part_of_code(const struct walk *w, const struct fact *f, u32 cell)
{
	if (cell >= w->body->cell_count || w->body->cells[cell].parent == NONE)
		return false;
	const struct relation *r = fact_relation((struct fact *)(uintptr_t)f, w->body->cells[cell].parent);
	return r && r->back;
}

/* CUfileError_t e = cuFileX(); if (e.err != 0): the code is in a struct, whose part is looked at. */
static bool is_looked_into(const struct walk *w, const struct origin *o, const struct fact *f)
{
	/* In Python what stands beside the code in a tuple is a part, too. */
	for (u32 i = program_is_python(w->program, w->body->fn) ? w->body->n : o->row + 1; i < w->body->n; i++) {
		const struct body_row *r = &w->body->rows[i];
		if ((r->op == ROW_BINARY || r->op == ROW_BRANCH || r->op == ROW_MOVE || r->op == ROW_UNARY) && (is_part_of_code(w, f, r->a) || is_part_of_code(w, f, r->b)))
			return true;
	}
	return false;
}

static bool is_zero(const struct walk *w, u32 cell) { return value_class_of(w, cell) == CLASS_ZERO; }

static bool is_negative(const struct walk *w, const struct body_row *r, operand value)
{
	const struct unit *u = w->program->functions[r->fn].unit;
	return operand_kind(value) == OPD_INT && u->ints[operand_index(value)] < 0;
}

/* What a variable holds that no call has filled. */
enum preset { PRESET_NONE, PRESET_ZERO, PRESET_NEGATIVE };

static enum preset preset_of(const struct walk *w, const struct body_row *r)
{
	return is_zero(w, r->a) ? PRESET_ZERO : is_negative(w, r, r->row->a) ? PRESET_NEGATIVE : PRESET_NONE;
}

/* The cell is asked whether it holds that still: n > 0; of memory also `if (p)`, which has no other meaning; d >= 0, d == -1. */
static bool asks_for_preset(const struct walk *w, const struct body_row *r, u32 cell, enum preset preset, bool is_memory)
{
	if (r->op == ROW_BINARY && preset == PRESET_NEGATIVE && !op_is_order(r->sub))
		return (r->a == cell && is_negative(w, r, r->row->b)) || (r->b == cell && is_negative(w, r, r->row->a));
	if (r->op == ROW_BINARY)
		return (r->a == cell && is_zero(w, r->b)) || (r->b == cell && is_zero(w, r->a));
	return preset == PRESET_ZERO && is_memory && r->a == cell && (r->op == ROW_BRANCH || (r->op == ROW_UNARY && r->sub == OP_NOT));
}

/* The value itself is handed to somebody. */
static bool is_given(const struct walk *w, const struct body_row *r, u32 cell)
{
	for (u32 n = 0; (r->op == ROW_CALL || r->op == ROW_LAUNCH) && n < r->arg_count; n++)
		if (w->body->args[r->first_arg + n] == cell)
			return true;
	return false;
}

/* int n = 0; cudaX(&n); CHECK(n > 0): that no answer came is seen. Memory that is used before it is asked for was not asked for in time. */
static bool is_missed(const struct walk *w, const struct origin *o)
{
	const struct body_row *call = &w->body->rows[o->row];
	bool is_memory = o->producer.call && o->producer.call->role == ROLE_ALLOC;
	for (u32 n = 0; n < call->arg_count; n++) {
		u32 arg = w->body->args[call->first_arg + n], out = arg < w->body->cell_count ? w->body->cells[arg].address_of : NONE;
		enum preset preset = PRESET_NONE;
		for (u32 i = 0; out != NONE && i < w->body->n; i++) {
			const struct body_row *r = &w->body->rows[i];
			if (i < o->row && r->op == ROW_MOVE && r->dst == out && r->sub == OP_NONE)
				preset = preset_of(w, r);
			if (i > o->row && is_memory && is_given(w, r, out))
				break;
			if (i > o->row && preset != PRESET_NONE && asks_for_preset(w, r, out, preset, is_memory))
				return true;
		}
	}
	return false;
}

/* What the call fills, or part of it, is compared, and an assertion ends the path if it is not as it should be. */
static bool is_asserted(const struct walk *w, u32 row)
{
	const struct body_row *call = &w->body->rows[row];
	for (u32 i = row + 1; i < w->body->n; i++) {
		const struct body_row *r = &w->body->rows[i];
		for (u32 n = 0; r->op == ROW_ASSERT && n < call->arg_count; n++) {
			u32 arg = w->body->args[call->first_arg + n], out = arg == NONE || w->body->cells[arg].address_of == NONE ? arg : w->body->cells[arg].address_of;
			const struct body_row *compare = i && r[-1].op == ROW_BINARY && r[-1].dst == r->a ? r - 1 : NULL;
			if (compare && out != NONE && !value_class_of(w, out) && (cell_is_part(w->body, compare->a, out) || cell_is_part(w->body, compare->b, out)))
				return true;
		}
	}
	return false;
}

/* cudaDeviceSetLimit(limit, n), and then cudaDeviceGetLimit() is asked whether it has become n. */
static bool is_asked_back(const struct walk *w, const struct origin *o)
{
	struct str name = o->producer.call ? o->producer.call->name : S("");
	for (u32 i = o->row; i < w->body->n && str_has(name, "Limit"); i++) {
		const struct model_call *call = w->body->rows[i].callee.call;
		if (call && str_ends(call->name, "GetLimit") && is_asserted(w, i))
			return true;
	}
	return false;
}

/* int low = 0, high = 0; cudaX(&low, &high): where it fails, what is there is a value like any other. */
static bool is_preset(const struct walk *w, const struct origin *o)
{
	const struct body_row *call = &w->body->rows[o->row];
	u32 outs = 0;
	for (u32 n = 0; n < call->arg_count; n++) {
		u32 arg = w->body->args[call->first_arg + n], out = arg < w->body->cell_count ? w->body->cells[arg].address_of : NONE;
		if (out == NONE)
			continue;
		u32 write = w->body->cells[out].first_write;
		if (write == NONE || write > o->row || w->body->rows[write].op != ROW_MOVE || !value_class_of(w, w->body->rows[write].a))
			return false;
		outs++;
	}
	return outs;
}

/* err = cudaGetLastError(), where the code was overwritten. */
static bool is_read_into(const struct walk *w, u32 row)
{
	const struct body_row *r = &w->body->rows[row], *before = row ? r - 1 : r;
	const struct body_row *read = r->op == ROW_MOVE && before->dst == r->a ? before : r;
	return read->op == ROW_CALL && call_reads_slot(read->callee.call);
}

void record_loss(struct walk *w, const struct origin *o, const struct fact *end)
{
	if (o->is_import || o->producer.is_launch || o->producer.is_query)
		return;
	const struct body_row *r = &w->body->rows[o->row];
	/* On one way to the end nobody reads the slot. */
	bool slips = end && end->bits & FACT_DISCARDED && end->bits & FACT_IN_SLOT && !(end->bits & (FACT_MET | FACT_ESCAPED | FACT_FAILED));
	struct code_loss loss = {.producer = o->producer, .is_picked_up = o->is_picked_up && !slips, .is_latched = o->is_latched,
	                         .is_drained_on_purpose = o->is_drained_next, .in_cleanup = in_cleanup(w, o),
	                         .in_failure = o->in_failure};
	bool is_unread = end && !o->is_looked_at && end->bits & FACT_UNTESTED && !(end->bits & (FACT_ESCAPED | FACT_READ | FACT_DISCARDED | FACT_FAILED));
	bool is_void = r->flags & RF_VOID_CAST || o->is_ignored;
	const struct relation *result = end ? fact_relation((struct fact *)(uintptr_t)end, w->result_cell) : NULL;
	if (r->dst == NONE || o->is_ignored)
		loss.how = is_void ? LOSS_VOID_CAST : LOSS_DISCARDED;
	/* In a loop `if (more && err)` may leave it to the next turn. */
	else if (o->is_overwritten && !(o->is_looked_at && o->overwritten_at == o->row))
		loss.how = LOSS_OVERWRITTEN;
	else if (is_unread && !(result && result->back) && !is_looked_into(w, o, end))
		loss.how = LOSS_UNREAD;
	else
		return;
	loss.is_in_alternatives = r->dst != NONE && w->body->cells[r->dst].is_alternative;
	u32 storage = r->arg_count ? w->body->args[r->first_arg] : NONE;
	loss.is_size_query = o->producer.call && o->producer.call->drains && (o->is_given_null || value_class_of(w, storage) == CLASS_ZERO);
	loss.is_first_device = o->is_first_device;
	/* Which device is the current one: if that is refused, what reads the slot in the end says so in words that fit no launch. */
	enum asked_for what = o->producer.call && o->producer.call->role == ROLE_SETUP && str_ends(o->producer.call->name, "SetDevice") ? ASKED_FOR_LAUNCH : ASKED_FOR_CODE;
	loss.is_asked = loss.is_latched && is_asked_behind(w, o->row, what);
	loss.is_met = o->is_met && !(end && end->bits & FACT_IN_SLOT && !(end->bits & FACT_MET));
	loss.is_told_again = is_told_again(w, o->row);
	loss.is_missed = is_missed(w, o) || is_asked_back(w, o);
	loss.is_preset = is_preset(w, o);
	loss.is_by_name = r->callee.by_name;
	loss.is_judged_otherwise = is_judged_otherwise(w, o);
	if (loss.how == LOSS_OVERWRITTEN) {
		loss.overwritten_at = site_of(w, o->overwritten_at);
		loss.is_overwritten_by_read = is_read_into(w, o->overwritten_at);
		loss.is_given_back = loss.is_latched && loss.is_overwritten_by_read && call_is_right_before(w, o->row, o->overwritten_at);
	}
	vec_push(w->all->arena, &w->all->out->losses, loss);
}
