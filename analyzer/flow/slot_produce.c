/* Producers: where a failure may begin, the older one of the same call that is still in the slot, and what a new one takes the place of. */
#include "flow/slot_local.h"

struct site site_of(const struct walk *w, u32 row) { return site_in(w->program, w->body, row); }

struct origin *origin_at(struct walk *w, u32 producer)
{
	return producer >= FIRST_ROW ? &w->origins.at[producer - FIRST_ROW] : NULL;
}

/* Of a producer that is known to be a row's. */
static struct origin *own_origin(struct walk *w, u32 producer) { return &w->origins.at[producer - FIRST_ROW]; }

u32 origin_of(struct walk *w, u32 row, u32 which)
{
	u64 key = (u64)row << 20 | which;
	u32 known = idmap_get(&w->by_key, key);
	if (known != NONE)
		return known;
	/* What callees have left is never so much that nothing is known of the function's own calls. */
	if (w->origins.n >= FACTS || (which >= WHICH_EXPORT && w->from_callees + w->own_calls >= FACTS))
		return NONE;
	w->from_callees += which >= WHICH_EXPORT;
	struct origin o = {.row = row, .tolerated_by = NONE, .failed_to = NONE};
	o.producer.site = o.producer.origin = site_of(w, row);
	vec_push(w->arena, &w->origins, o);
	u32 made = FIRST_ROW + w->origins.n - 1;
	idmap_put(w->arena, &w->by_key, key, made);
	return made;
}

void keep_older(struct walk *w, struct state *s, u32 row, u32 producer)
{
	const struct fact *f = state_find(s, producer);
	if (!f || !(f->bits & FACT_IN_SLOT) || !(f->bits & FACT_FAILED))
		return;
	struct fact kept = *f;
	u32 old = origin_of(w, row, WHICH_OLD);
	if (old == NONE)
		return;
	struct producer what = own_origin(w, producer)->producer;
	own_origin(w, old)->producer = what;
	own_origin(w, old)->is_old = true;
	own_origin(w, old)->meets_runtime = own_origin(w, old)->meets_runtime || w->is_recording;
	struct fact *to = state_add(&w->scratch, s, old);
	to->bits = (u16)((kept.bits & ~(FACT_UNTESTED | FACT_FRESH)) | FACT_FAILED);
	to->decided = kept.decided;
	/* What was set because of it still is. */
	for (u32 i = 0; i < kept.relations; i++)
		if (kept.rel[i].fwd && !kept.rel[i].back && !kept.rel[i].clears)
			fact_relate(to, kept.rel[i].cell, (enum value_class)kept.rel[i].fwd, CLASS_ANY);
}

/* The call runs again in a loop, and the code of the round before is still unread in a variable of its own. */
static void note_overwritten(struct walk *w, const struct state *s, u32 producer)
{
	const struct fact *f = state_find(s, producer);
	if (!w->is_recording || !f || !(f->bits & FACT_UNTESTED) || f->bits & (FACT_ESCAPED | FACT_READ))
		return;
	for (u32 i = 0; i < f->relations; i++) {
		u32 cell = f->rel[i].cell;
		if (!f->rel[i].back || cell >= w->body->cell_count || !w->body->cells[cell].name || w->body->cells[cell].parent != NONE)
			continue;
		own_origin(w, producer)->is_overwritten = true;
		own_origin(w, producer)->overwritten_at = w->row;
	}
}

void call_replaces(struct state *s, u32 code)
{
	for (u32 i = 0; i < s->n && code != NONE; i++) {
		struct fact *f = &s->at[i];
		bool is_decided = f->producer == ENTRY || (f->producer >= FIRST_ROW && f->bits & FACT_FAILED && !(f->bits & FACT_UNTESTED));
		if (is_decided && f->bits & FACT_IN_SLOT)
			fact_replaced_by(f, code, CLASS_NONZERO);
	}
}

/* What a wait returns is looked at next: if it failed its code is in the slot in the place of the launches' before it, and told. */
static void wait_replaces(struct walk *w, struct state *s, u32 code)
{
	for (u32 i = 0; i < s->n && code != NONE; i++) {
		struct origin *o = origin_at(w, s->at[i].producer);
		if (o && o->producer.is_launch && s->at[i].bits & FACT_IN_SLOT)
			fact_replaced_by(&s->at[i], code, CLASS_NONZERO);
	}
}

void call_produces(struct walk *w, struct state *s, u32 row, const struct model_call *call)
{
	const struct body_row *r = &w->body->rows[row];
	u32 p = origin_of(w, row, WHICH_CALL);
	if (r->dst != NONE)
		value_forget(w, s, r->dst);
	if (p == NONE)
		return;
	struct origin *o = own_origin(w, p);
	o->producer.call = call;
	o->producer.is_query = call->role == ROLE_QUERY;
	o->is_latched = call->latches;
	o->in_failure = s->flags & STATE_IN_FAILURE;
	keep_older(w, s, row, p);
	note_overwritten(w, s, p);
	if (call->latches)
		call_replaces(s, r->dst);
	if (call->latches && call->role == ROLE_SYNC)
		wait_replaces(w, s, r->dst);
	struct fact *f = value_fact(w, s, p);
	f->bits = FACT_UNTESTED | FACT_FRESH | (call->latches ? FACT_IN_SLOT : 0);
	if (r->dst == NONE)
		f->bits |= FACT_DISCARDED;
	else
		fact_relate(f, r->dst, CLASS_NONZERO, CLASS_NONZERO);
	if (r->dst != NONE && r->dst < w->body->cell_count && w->body->cells[r->dst].kind == CELL_OUTER)
		f->bits |= FACT_ESCAPED;
	u32 first = r->arg_count ? w->body->args[r->first_arg] : NONE;
	const struct relation *known = first == NONE ? NULL : fact_relation(f, first);
	o->is_given_null = known && known->fwd == CLASS_ZERO && !known->back;
	if (str_ends(call->name, "SetDevice"))
		o->is_first_device = value_class_of(w, first) == CLASS_ZERO || (known && known->fwd == CLASS_ZERO && !known->back);
}

void launch_produces(struct walk *w, struct state *s, u32 row)
{
	u32 p = origin_of(w, row, WHICH_CALL);
	for (u32 i = 0; i < s->n; i++)
		s->at[i].bits &= (u16)~FACT_FRESH;
	if (p == NONE)
		return;
	own_origin(w, p)->producer.is_launch = true;
	value_fact(w, s, p)->bits = FACT_IN_SLOT | FACT_UNTESTED | FACT_FRESH;
}
