/* The recording pass's last step: turning what a body's walk saw into the tables of slot.h. */
#include "flow/slot_local.h"
#include "graph/link.h"

static const struct fn *fn_of(const struct walk *w) { return &w->program->functions[w->body->fn]; }

static bool is_root(const struct walk *w) { return !w->all->has_callers[w->body->fn]; }

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

/* The code that a wrapper has peeked and handed on was found to be a failure here, and nobody has emptied the slot of it before it is read for another launch, or before the end. */
static bool is_left_peeked(const struct walk *w, const struct origin *o, const struct fact *end, const struct fact *thrown)
{
	static const u16 gone = FACT_ESCAPED | FACT_MAY_END | FACT_WIPED;
	if (is_handed_on(o) && o->meets_check)
		return true;
	if (!is_handed_on(o) || !is_root(w) || is_main(w->program, w->body->fn))
		return false;
	bool stays = end && end->bits & FACT_IN_SLOT && end->bits & FACT_FAILED && !(end->bits & gone);
	bool flies = thrown && w->all->is_survived[w->body->fn] && thrown->bits & FACT_IN_SLOT && thrown->bits & FACT_FAILED && thrown->bits & FACT_THROWN && !(thrown->bits & FACT_WIPED);
	return stays || flies;
}

static void record_launch(struct walk *w, const struct origin *o, const struct fact *end, const struct fact *thrown)
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
	l.is_left_peeked = is_left_peeked(w, o, end, thrown);
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
		record_launch(w, o, ends[WAY_NORMAL], ends[WAY_THROWN]);
		if (o->is_looked_at && is_asked(w, o))
			record_asked(w, o);
	}
	record_peeks(w);
	w->all->out->functions++;
}
