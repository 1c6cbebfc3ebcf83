/* Calls: a launch, a runtime call, functions with summaries, an idiom of the models, or something unknown; each has a file for what it does to the slot
 * and to the codes handed to it. */
#include "flow/slot_local.h"
#include "graph/link.h"

/* What one of several callees leaves behind is a fact of that one, so the good path of the others is not its own. */
static void unshare(const struct state *before, const struct state *one, struct state *after)
{
	for (u32 i = 0; i < one->n && one->is_live; i++) {
		struct fact *f = state_find(after, one->at[i].producer);
		if (f && !(one->at[i].bits & FACT_SHARED) && !state_find(before, f->producer))
			f->bits &= (u16)~FACT_SHARED;
	}
}

static void apply_callees(struct walk *w, struct state *s, u32 row, const struct call_target *t, struct state *thrown)
{
	struct state before = {0}, after = {0}, ones[CLASS_TARGETS] = {0};
	state_copy(&w->scratch, &before, s);
	/* Recursion through one of several overloads, first round: the others tell. */
	bool any_known = false;
	for (u32 i = 0; i < t->n; i++)
		any_known = any_known || w->all->summaries[t->at[i]].is_known;
	for (u32 i = 0; i < t->n; i++) {
		if (any_known && !w->all->summaries[t->at[i]].is_known && w->all->bodies[t->at[i]].n)
			continue;
		struct state *one = &ones[i % CLASS_TARGETS];
		state_copy(&w->scratch, one, &before);
		summary_apply(w, one, row, i, thrown);
		state_join(&w->scratch, &after, one);
	}
	for (u32 i = 0; i < t->n && t->n > 1 && i < CLASS_TARGETS; i++)
		unshare(&before, &ones[i], &after);
	*s = after;
}

/* Functions of Python that were not looked at: anything. */
static bool is_out_of_sight(const struct walk *w, const struct call_target *t)
{
	for (u32 i = 0; i < t->n; i++)
		if (!program_is_python(w->program, t->at[i]) || w->all->bodies[t->at[i]].n)
			return false;
	return true;
}

/* Whom it calls. */
static void note_uses(struct walk *w, const struct state *s, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	struct use_of use = {.caller = w->body->fn, .in_failure = s->flags & STATE_IN_FAILURE};
	if (!w->is_recording || program_is_test(w->program, w->body->fn))
		return;
	for (u32 i = 0; i < r->callee.n; i++) {
		use.callee = r->callee.at[i];
		vec_push(w->all->arena, &w->all->uses, use);
	}
}

/* A question about a stream that is never the legacy one is refused by no capture: it is asked of what exists. */
static const struct model_call *call_as_made(struct walk *w, u32 row, const struct model_call *call)
{
	static const char *const questions[] = {"IsCapturing", "GetCaptureInfo"};
	const struct body_row *r = &w->body->rows[row];
	bool is_question = call->role == ROLE_CAPTURE && call->design.n && r->arg_count && str_has_any(call->name, questions, COUNT(questions));
	u32 cell = is_question ? w->body->args[r->first_arg] : NONE, write = cell == NONE ? NONE : w->body->cells[cell].first_write;
	if (write != NONE && w->body->rows[write].op == ROW_MOVE && w->body->rows[write].next_write == NONE)
		cell = w->body->rows[write].a;
	const struct capture_api *api = cell == NONE ? NULL : models_capture(w->program->models, body_cell_name(w->program, w->body, cell));
	if (!api || api->does != DOES_PER_THREAD_STREAM)
		return call;
	struct model_call *plain = arena_new(w->all->arena, struct model_call);
	*plain = *call;
	plain->design = S("");
	plain->is_hardly = true;
	plain->is_routine = false;
	return plain;
}

void call_transfer(struct walk *w, struct state *s, u32 row, struct state *thrown)
{
	const struct body_row *r = &w->body->rows[row];
	const struct call_target *t = &r->callee;
	if (r->op == ROW_LAUNCH) {
		meet_runtime(w, s, row);
		state_ran(s);
		s->flags |= STATE_LAUNCHED_LAST;
		w->runs = true;
		launch_produces(w, s, row);
		return;
	}
	value_handed(w, s, row);
	note_uses(w, s, row);
	if (t->call) {
		w->runs = w->runs || t->call->returns == RETURNS_ERROR;
		model_transfer(w, s, row, call_as_made(w, row, t->call));
		return;
	}
	if (t->n && !is_out_of_sight(w, t) && !(call_never_returns(w, row) && !w->all->bodies[t->at[0]].n)) {
		s->flags |= STATE_CALLED;
		/* Defined in sight, though what it comes to is not. */
		const struct summary *first = &w->all->summaries[t->at[0]];
		struct str name = body_row_name(w->program, r);
		if ((sounds_like_end(name) && (!first->is_known || first->meets_unknown)) || is_told_by_throw(w, row))
			may_end(w, s, row);
		apply_callees(w, s, row, t, thrown);
		/* A declaration says so, though what the body ends with is not in sight. */
		s->is_live = s->is_live && !call_never_returns(w, row);
		return;
	}
	if (call_never_returns(w, row)) {
		/* Known by its name only: it ends the process, unless somebody here catches or the name says that it throws. */
		if ((handler_of(w->body, row) != NONE && !program_ends_process(w->program, body_row_name(w->program, r))) || sounds_like_throw(body_row_name(w->program, r)))
			state_join(&w->scratch, thrown, s);
		s->is_live = false;
		return;
	}
	if (t->check) {
		check_transfer(w, s, row, t->check, thrown);
		return;
	}
	if (r->op == ROW_DESTROY)
		return;
	if (r->unwind != NONE || sounds_like_throw(body_row_name(w->program, r)))
		unknown_throws(w, s, row, thrown);
	unknown_transfer(w, s, row);
}
