/* What a walked body tells its callers. */
#include "flow/slot_local.h"

#include <string.h>

static struct outcome outcome_of(const struct walk *w, const struct state *end, u32 producer)
{
	struct outcome o = {.decided = NONE};
	struct fact *f = end->is_live ? state_find(end, producer) : NULL;
	if (!f)
		return o;
	const struct relation *r = fact_relation(f, w->result_cell);
	o.is_there = true;
	o.bits = f->bits;
	o.decided = f->decided;
	if (r) {
		o.fwd = r->fwd;
		o.back = r->back;
		o.newer = r->newer;
	}
	return o;
}

static struct premises premises_at(const struct walk *w, const struct state *end, u32 producer)
{
	const struct fact *f = end->is_live ? state_find(end, producer) : NULL;
	return f ? premise_of_params(w, &f->premises) : (struct premises){0};
}

static bool same_outcome(const struct outcome *a, const struct outcome *b)
{
	return a->is_there == b->is_there && a->bits == b->bits && a->fwd == b->fwd && a->back == b->back && a->newer == b->newer;
}

/* Whether a failure is the callers' business, and how. */
static bool is_exported(const struct walk *w, const struct origin *o, const struct outcome *ways, bool *is_transparent)
{
	const struct outcome *normal = &ways[WAY_NORMAL], *thrown = &ways[WAY_THROWN];
	bool is_decided = normal->bits & FACT_IN_SLOT && normal->bits & FACT_FAILED && !(normal->bits & FACT_ESCAPED);
	*is_transparent = normal->is_there && normal->back == CLASS_NONZERO && normal->fwd == CLASS_NONZERO;
	if (!w->all->has_callers[w->body->fn])
		return false;
	if (o->producer.is_launch)
		return normal->bits & FACT_IN_SLOT && normal->bits & FACT_UNTESTED && !(normal->bits & FACT_ESCAPED);
	if (*is_transparent || (normal->is_there && (is_decided || normal->back == CLASS_ZERO)))
		return true;
	return thrown->is_there && thrown->bits & FACT_IN_SLOT && thrown->bits & FACT_FAILED;
}

static struct export export_of(struct walk *w, const struct origin *o, const struct outcome *ways, bool is_transparent)
{
	struct export e = {.producer = o->producer, .is_transparent = is_transparent, .tolerated_by = o->tolerated_by, .is_thrown = o->is_thrown, .is_guessed = o->is_guessed, .is_asked = o->producer.is_launch && (o->is_asked || is_asked_behind(w, o->row, ASKED_FOR_LAUNCH)), .decided = o->decided, .is_named_drained = o->is_named_drained,
	                   .calls = o->calls};
	struct relation result = {.fwd = ways[WAY_NORMAL].fwd, .back = ways[WAY_NORMAL].back};
	/* An exception answers nothing; a plain value that a callee made of it before stays one. */
	e.answer = o->is_import ? o->answer : ways[WAY_NORMAL].is_there ? answer_for(w, o, ways[WAY_NORMAL].bits, &result) : ANSWER_NOTHING;
	for (u32 way = 0; way < WAYS; way++) {
		e.ways[way] = ways[way];
		u32 decided = ways[way].decided;
		if (o->is_import || decided == NONE || e.decided.row)
			continue;
		const struct body_row *r = &w->body->rows[decided];
		e.decided = site_of(w, decided);
		if (r->op == ROW_CALL && r->callee.n)
			e.tolerated_by = r->callee.at[0];
		else if (w->program->functions[r->fn].f->kind == FN_MACRO)
			e.tolerated_by = r->fn;
	}
	return e;
}

static bool same_export(const struct export *a, const struct export *b)
{
	return a->producer.origin.row == b->producer.origin.row && a->producer.origin.fn == b->producer.origin.fn && a->producer.site.row == b->producer.site.row &&
	       a->producer.site.fn == b->producer.site.fn &&
	       a->is_transparent == b->is_transparent && a->is_named_drained == b->is_named_drained && a->is_asked == b->is_asked && a->answer == b->answer && same_outcome(&a->ways[0], &b->ways[0]) &&
	       same_outcome(&a->ways[1], &b->ways[1]) && premises_equal(&a->premises[0], &b->premises[0]) && premises_equal(&a->premises[1], &b->premises[1]);
}

static bool same_summary(const struct summary *a, const struct summary *b)
{
	if (a->is_known != b->is_known || a->returns != b->returns || a->throws != b->throws || a->runs != b->runs || a->drops != b->drops || a->asks != b->asks || a->does_more != b->does_more || a->looks != b->looks || a->may_run != b->may_run || a->meets_unknown != b->meets_unknown ||
	    a->exports.n != b->exports.n || a->reads.n != b->reads.n)
		return false;
	for (u32 way = 0; way < WAYS; way++) {
		if (!same_outcome(&a->entry[way], &b->entry[way]) || !premises_equal(&a->entry_premises[way], &b->entry_premises[way]))
			return false;
		for (u32 i = 0; i < 2 * PARAMS; i++)
			if (!same_outcome(&a->params[i][way], &b->params[i][way]))
				return false;
	}
	for (u32 i = 0; i < a->exports.n; i++)
		if (!same_export(&a->exports.at[i], &b->exports.at[i]))
			return false;
	return true;
}

/* Recursion makes a summary many times: it stays where it is as long as there is room. */
static void replace(struct arena *a, struct summary *known, const struct summary *made)
{
	struct summary old = *known;
	*known = *made;
	known->exports.at = old.exports.at;
	known->exports.cap = old.exports.cap;
	known->reads.at = old.reads.at;
	known->reads.cap = old.reads.cap;
	if (made->exports.n > old.exports.cap) {
		known->exports.cap = made->exports.n;
		known->exports.at = arena_array(a, struct export, made->exports.n);
	}
	if (made->reads.n > old.reads.cap) {
		known->reads.cap = made->reads.n;
		known->reads.at = arena_array(a, struct entry_read, made->reads.n);
	}
	if (made->exports.n)
		memcpy(known->exports.at, made->exports.at, sizeof(struct export) * made->exports.n);
	if (made->reads.n)
		memcpy(known->reads.at, made->reads.at, sizeof *made->reads.at * made->reads.n);
}

/* Something of its own, not exported, that a slot read of the caller would find. */
static bool drops(struct walk *w)
{
	const struct state *end = &w->ends[WAY_NORMAL];
	for (u32 i = 0; end->is_live && i < end->n; i++)
		if (origin_at(w, end->at[i].producer) && end->at[i].bits & FACT_IN_SLOT)
			return true;
	return false;
}

/* Codes that a wrapper hands on are one producer at its caller's: of those that leave the same way in the slot the likeliest stands for all. */
static bool stands_for(const struct export *kept, const struct export *e)
{
	bool is_one = kept->is_transparent && e->is_transparent && !kept->ways[WAY_THROWN].is_there && !e->ways[WAY_THROWN].is_there;
	return is_one && (kept->ways[WAY_NORMAL].bits & FACT_IN_SLOT) == (e->ways[WAY_NORMAL].bits & FACT_IN_SLOT);
}

/* True if it is told by another one. */
static bool folds(struct summary *made, const struct export *e)
{
	for (u32 i = 0; e->is_transparent && i < made->exports.n; i++) {
		struct export *kept = &made->exports.at[i];
		if (!stands_for(kept, e))
			continue;
		struct premises both = kept->premises[WAY_NORMAL];
		premises_meet(&both, &e->premises[WAY_NORMAL]);
		if (call_likelihood(e->producer.call) > call_likelihood(kept->producer.call))
			*kept = *e;
		kept->premises[WAY_NORMAL] = both;
		return true;
	}
	return false;
}

/* What is worth the room, if there is not enough: what happens in normal use, then what nobody was told of. */
enum { IMPORTANCES = 3 };
static u32 importance(const struct export *e)
{
	if (e->is_transparent || (e->producer.call && e->producer.call->design.n))
		return 2;
	return e->producer.is_launch || e->answer < ANSWER_STATUS;
}

/* Leaves out the least important, the last first. */
static void cut(struct summary *made)
{
	u32 room = EXPORTS, kept = 0, left[IMPORTANCES];
	u32 n[IMPORTANCES] = {0};
	for (u32 i = 0; i < made->exports.n; i++)
		n[importance(&made->exports.at[i])]++;
	for (u32 i = IMPORTANCES; i-- > 0;) {
		left[i] = min_u32(n[i], room);
		room -= left[i];
	}
	for (u32 i = 0; i < made->exports.n; i++) {
		struct export e = made->exports.at[i];
		if (left[importance(&e)] && left[importance(&e)]--)
			made->exports.at[kept++] = e;
	}
	made->exports.n = kept;
}

static void export_all(struct walk *w, struct summary *made)
{
	for (u32 i = 0; i < w->origins.n; i++) {
		struct outcome ways[WAYS];
		bool is_transparent;
		for (u32 way = 0; way < WAYS; way++)
			ways[way] = outcome_of(w, &w->ends[way], FIRST_ROW + i);
		if (!is_exported(w, &w->origins.at[i], ways, &is_transparent))
			continue;
		struct export e = export_of(w, &w->origins.at[i], ways, is_transparent);
		for (u32 way = 0; way < WAYS; way++)
			e.premises[way] = premises_at(w, &w->ends[way], FIRST_ROW + i);
		if (!folds(made, &e))
			vec_push(w->arena, &made->exports, e);
	}
	cut(made);
}

bool summary_update(struct walk *w, struct summary *known)
{
	struct summary made = {.is_known = true, .returns = w->ends[WAY_NORMAL].is_live, .throws = w->ends[WAY_THROWN].is_live,
	                       .runs = w->runs, .meets_unknown = w->meets_unknown, .may_run = w->ends[WAY_NORMAL].is_live && w->ends[WAY_NORMAL].flags & STATE_MAY_RUN, .looks = (u16)w->looks, .drops = drops(w), .asks = asks_of(w), .does_more = does_more_than_check(w), .read_count = w->entry_read_count};
	for (u32 way = 0; way < WAYS; way++) {
		made.entry[way] = outcome_of(w, &w->ends[way], ENTRY);
		made.entry_premises[way] = premises_at(w, &w->ends[way], ENTRY);
		for (u32 i = 0; i < 2 * PARAMS; i++)
			made.params[i][way] = outcome_of(w, &w->ends[way], FIRST_PARAM + i);
	}
	for (u32 i = 0; i < w->entry_reads.n; i++)
		vec_push(w->arena, &made.reads, ((struct entry_read){w->entry_reads.at[i].site, premise_of_params(w, &w->entry_reads.at[i].premises)}));
	export_all(w, &made);
	bool changed = !same_summary(known, &made);
	replace(w->all->arena, known, &made);
	return changed;
}
