/* The recording pass's last step: turning what a body's walk saw into the tables of slot.h. */
#include "flow/slot_local.h"
#include "graph/link.h"

static const struct fn *fn_of(const struct walk *w) { return &w->program->functions[w->body->fn]; }

static bool is_root(const struct walk *w) { return !w->all->has_callers[w->body->fn]; }

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

/* int n = 0; cudaX(&n); CHECK(n > 0): that no answer came is seen. */
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

static void record_loss(struct walk *w, const struct origin *o, const struct fact *end)
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
	loss.is_asked = loss.is_latched && is_asked_behind(w, o->row, ASKED_FOR_CODE);
	loss.is_met = o->is_met && !(end && end->bits & FACT_IN_SLOT && !(end->bits & FACT_MET));
	loss.is_told_again = is_told_again(w, o->row);
	loss.is_missed = is_missed(w, o) || is_asked_back(w, o);
	loss.is_preset = is_preset(w, o);
	loss.is_judged_otherwise = is_judged_otherwise(w, o);
	if (loss.how == LOSS_OVERWRITTEN) {
		loss.overwritten_at = site_of(w, o->overwritten_at);
		loss.is_overwritten_by_read = is_read_into(w, o->overwritten_at);
	}
	vec_push(w->all->arena, &w->all->out->losses, loss);
}

static enum survival how_survives(const struct walk *w, const struct origin *o, const struct fact *end)
{
	if (is_main(w->program, w->body->fn))
		return SURVIVES_MAIN;
	const struct relation *result = fact_relation((struct fact *)(uintptr_t)end, w->result_cell);
	enum answer answer = answer_for(w, o, end->bits, result);
	/* A callee has made a plain value of it, and our own answer does not depend on that. */
	if (o->is_import && o->answer < ANSWER_STATUS && !(result && result->fwd == CLASS_NONZERO))
		return SURVIVES_DEGRADED;
	if (answer == ANSWER_NOTHING && end->bits & FACT_STATUS)
		return SURVIVES_STATUS;
	return answer == ANSWER_CODE ? SURVIVES_CODE : answer == ANSWER_STATUS ? SURVIVES_STATUS : SURVIVES_DEGRADED;
}

static void set_decided(struct walk *w, const struct origin *o, u32 row, struct survivor *v)
{
	v->decided = o->decided;
	v->tolerated_by = o->tolerated_by;
	if (o->is_import || row == NONE)
		return;
	const struct body_row *r = &w->body->rows[row];
	v->decided = site_of(w, row);
	if (r->op == ROW_CALL && r->callee.n)
		v->tolerated_by = r->callee.at[0];
	else if (w->program->functions[r->fn].f->kind == FN_MACRO)
		v->tolerated_by = r->fn;
}

/* err == cudaErrorPeerAccessNotEnabled: that failure of the call is meant, not any. */
static bool names_code(const struct walk *w, const struct origin *o)
{
	u32 code = w->body->rows[o->row].dst;
	for (u32 i = o->row + 1; code != NONE && i < w->body->n; i++) {
		const struct body_row *r = &w->body->rows[i];
		if (r->op == ROW_MOVE && r->a == code && r->sub == OP_NONE && i == o->row + 1)
			code = r->dst;
		if (r->op == ROW_BINARY && (r->a == code || r->b == code) && value_class_of(w, r->a == code ? r->b : r->a) == CLASS_NONZERO)
			return true;
	}
	return false;
}

static void push_survivor(struct walk *w, const struct origin *o, enum survival how, const struct fact *end, u32 decided_row, u16 bits)
{
	struct arena *a = w->all->arena;
	struct survivor v = {.producer = o->producer, .how = how, .root = w->body->fn, .is_told = bits & FACT_TOLD, .is_made_exception = bits & FACT_THROWN, .is_survived = w->all->is_survived[w->body->fn],
	                     .meets_runtime = o->meets_runtime, .is_thrown = o->is_thrown, .names_code = names_code(w, o), .is_named_drained = o->is_named_drained, .victim_count = o->victim_count};
	for (u32 i = 0; i < o->victims.n; i++)
		vec_push(a, &v.victims, o->victims.at[i]);
	const struct relation *result = end ? fact_relation((struct fact *)(uintptr_t)end, w->result_cell) : NULL;
	v.answer = o->is_import ? o->answer : answer_for(w, o, end ? end->bits : 0, result);
	if (how == SURVIVES_STATUS && v.answer == ANSWER_NOTHING)
		v.answer = ANSWER_STATUS;
	if (o->is_caught && how != SURVIVES_THROWN)
		v.caught = handler_of(w->body, o->row) == NONE ? (struct site){0} : site_of(w, handler_of(w->body, o->row));
	set_decided(w, o, decided_row, &v);
	vec_push(a, &w->all->out->survivors, v);
}

static void record_survivor(struct walk *w, const struct origin *o, const struct fact *end, const struct fact *thrown)
{
	if (o->producer.is_launch || o->producer.is_query)
		return;
	bool is_bool = end && end->bits & FACT_UNTESTED && fact_relation((struct fact *)(uintptr_t)end, w->result_cell) &&
	               fact_relation((struct fact *)(uintptr_t)end, w->result_cell)->back == CLASS_ZERO;
	/* What a callee made an answer of is decided, looked at or not. */
	bool is_found = end && (end->bits & FACT_FAILED || is_bool || o->is_import);
	bool stays = is_found && end->bits & FACT_IN_SLOT && !(end->bits & (FACT_ESCAPED | FACT_MAY_END));
	if (stays && is_root(w) && (!is_main(w->program, w->body->fn) || o->meets_runtime))
		push_survivor(w, o, how_survives(w, o, end), end, end->decided, end->bits);
	else if (o->meets_check)
		push_survivor(w, o, SURVIVES_DEGRADED, end, o->decided_row, o->is_told ? FACT_TOLD : 0);
	else if (is_root(w) && !is_main(w->program, w->body->fn) && thrown && thrown->bits & FACT_IN_SLOT && thrown->bits & FACT_FAILED)
		/* What a callee made a plain value of is not told by an exception that only flies by. */
		push_survivor(w, o, o->is_import && (o->answer == ANSWER_ZERO || o->answer == ANSWER_NUMBER) && !(thrown->bits & FACT_THROWN) ?
		              SURVIVES_DEGRADED : SURVIVES_THROWN, NULL, thrown->decided, thrown->bits);
}

static void record_launch(struct walk *w, const struct origin *o, const struct fact *end)
{
	if (!o->producer.is_launch)
		return;
	struct launch l = {.producer = o->producer, .body = w->body->fn, .called = site_of(w, o->row), .calls = o->calls, .is_swallowed = o->is_swallowed, .swallowed_at = o->swallowed_at,
	                   .is_checked = o->is_picked_up, .is_checked_first = o->is_picked_first, .is_checked_next_turn = o->is_picked_next_turn,
	                   .is_checked_by_switch = o->is_picked_by_switch, .is_last_act = !o->is_import && is_main(w->program, w->body->fn) && !is_used_behind(w, o->row)};
	bool leaves = end && !o->is_picked_by_arm && end->bits & FACT_IN_SLOT && end->bits & FACT_UNTESTED && !(end->bits & (FACT_ESCAPED | FACT_READ));
	l.is_unchecked = (is_root(w) && leaves) || (o->is_only_printed && !o->is_picked_up);
	l.is_always_checked = l.is_checked && !leaves;
	l.is_asked = l.is_unchecked && (o->is_asked || is_asked_behind(w, o->row, ASKED_FOR_LAUNCH));
	/* A macro that no code in sight uses is used by what is not in sight; so is a function that a macro defines, under a name that it makes. */
	const struct fn *fn = fn_of(w);
	bool is_defined_by_macro = fn->f->parent != NONE && fn->unit->functions[fn->f->parent].kind == FN_MACRO;
	l.has_unseen_callers = program_is_stored(w->program, w->body->fn) || fn->f->kind == FN_MACRO || is_defined_by_macro;
	vec_push(w->all->arena, &w->all->out->launches, l);
}

static bool is_sticky_name(struct str name)
{
	static const char *const ends[] = {"ErrorIllegalAddress", "ErrorLaunchTimeout", "ErrorAssert", "ErrorHardwareStackError",
	        "ErrorIllegalInstruction", "ErrorMisalignedAddress", "ErrorInvalidAddressSpace", "ErrorInvalidPc", "ErrorLaunchFailure",
	        "ErrorMpsClientTerminated", "ErrorExternalDevice"};
	return str_ends_any(name, ends, COUNT(ends));
}

/* Where the launch check's value comes from, going back from a comparison. */
static u32 slot_value_row(const struct walk *w, u32 row)
{
	const struct body_row *compare = &w->body->rows[row];
	u32 value = compare->a;
	for (u32 i = row; i-- > 0 && i + 24 > row;) {
		const struct body_row *r = &w->body->rows[i];
		if (r->dst == NONE || r->dst != value)
			continue;
		if (r->op == ROW_MOVE)
			value = r->a;
		else
			return call_reads_slot(r->callee.call) ? i : NONE;
	}
	return NONE;
}

void record_sticky(struct walk *w, const struct fact *f, u32 constant, bool is_equal)
{
	struct str name = body_cell_name(w->program, w->body, constant);
	struct origin *o = origin_at(w, f->producer);
	if (!o || !is_sticky_name(name))
		return;
	u32 read = o->producer.is_launch && f->bits & FACT_READ ? slot_value_row(w, w->row) : NONE;
	struct sticky_test t = {.producer = o->producer, .site = site_of(w, read == NONE ? w->row : read), .name = name,
	                        .goes_on = runs_on(w, branch_edge(w, w->row, is_equal)), .is_slot_read = read != NONE};
	vec_push(w->all->arena, &w->all->out->sticky, t);
}

/* A peek that found a failure which is still there at an end: nobody took it out. Of exceptions the one that is made of it counts, not any that may fly by. */
static void record_peeks_at(struct walk *w, enum way way)
{
	const struct state *end = &w->ends[way];
	struct slot_flow *out = w->all->out;
	for (u32 i = 0; end->is_live && i < end->n; i++) {
		const struct fact *f = &end->at[i];
		const struct relation *result = fact_relation((struct fact *)(uintptr_t)f, w->result_cell);
		bool is_answer = f->bits & FACT_FAILED || (result && result->back == CLASS_ZERO);
		if (!origin_at(w, f->producer) || !(f->bits & FACT_READ) || !(f->bits & FACT_IN_SLOT) || !is_answer || (way == WAY_THROWN && !(f->bits & FACT_THROWN)))
			continue;
		for (u32 k = w->first_read; k < out->reads.n; k++)
			if (out->reads.at[k].kind == READ_PEEK && out->reads.at[k].site.body_row == f->peeked)
				out->reads.at[k].stays_on_failure = true;
	}
}

/* Callers may take it out when the function returns; who catches an exception rarely does. */
static void record_peeks(struct walk *w)
{
	if (is_main(w->program, w->body->fn))
		return;
	if (is_root(w))
		record_peeks_at(w, WAY_NORMAL);
	/* Where nobody does, the process ends with it. */
	if (w->all->is_survived[w->body->fn])
		record_peeks_at(w, WAY_THROWN);
}

/* A comparison or branch asks for the code itself, whatever the slot says. */
static bool is_asked(const struct walk *w, const struct origin *o)
{
	u32 code = read_holder(w, o->row);
	for (u32 i = o->row + 2; code != NONE && i < w->body->n; i++) {
		const struct body_row *r = &w->body->rows[i];
		if ((r->op == ROW_BINARY || r->op == ROW_BRANCH) && (r->a == code || r->b == code))
			return true;
		if (r->dst == code)
			return false;
	}
	return false;
}

/* Its own code is asked for as well, be it later: the reads of this body don't stand in its place. */
static void record_asked(struct walk *w, const struct origin *o)
{
	struct slot_flow *out = w->all->out;
	for (u32 k = w->first_read; k < out->reads.n; k++) {
		struct slot_read *read = &out->reads.at[k];
		u32 kept = 0;
		for (u32 i = 0; i < read->untested.n; i++)
			if (read->untested.at[i].site.row != o->producer.site.row || read->untested.at[i].site.use != o->producer.site.use)
				read->untested.at[kept++] = read->untested.at[i];
		read->untested.n = kept;
	}
}

void walk_record(struct walk *w)
{
	for (u32 i = 0; i < w->origins.n; i++) {
		const struct origin *o = &w->origins.at[i];
		const struct fact *ends[WAYS];
		for (u32 way = 0; way < WAYS; way++)
			ends[way] = w->ends[way].is_live ? state_find(&w->ends[way], FIRST_ROW + i) : NULL;
		record_loss(w, o, ends[WAY_NORMAL]);
		record_survivor(w, o, ends[WAY_NORMAL], ends[WAY_THROWN]);
		record_launch(w, o, ends[WAY_NORMAL]);
		if (o->is_looked_at && is_asked(w, o))
			record_asked(w, o);
	}
	record_peeks(w);
	w->all->out->functions++;
}
