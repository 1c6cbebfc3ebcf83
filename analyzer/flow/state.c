/* The lattice: see state.h. */
#include "flow/state.h"

#include <string.h>

void state_copy(struct arena *a, struct state *to, const struct state *from)
{
	to->is_live = from->is_live;
	to->flags = from->flags;
	if (to->cap < from->n) {
		to->cap = max_u32(from->n + 4, to->cap * 2);
		to->at = arena_array(a, struct fact, to->cap);
	}
	to->n = from->n;
	if (from->n)
		memcpy(to->at, from->at, sizeof(struct fact) * from->n);
}

struct relation *fact_relation(struct fact *f, u32 cell)
{
	for (u32 i = 0; i < f->relations; i++)
		if (f->rel[i].cell == cell)
			return &f->rel[i];
	return NULL;
}

struct relation *fact_code(struct fact *f, u32 cell)
{
	struct relation *r = fact_relation(f, cell);
	return r && (r->back || r->clears) ? r : NULL;
}

bool fact_has_code(const struct fact *f)
{
	for (u32 i = 0; i < f->relations; i++)
		if (f->rel[i].back || f->rel[i].clears)
			return true;
	return false;
}

void fact_relate(struct fact *f, u32 cell, enum value_class fwd, enum value_class back)
{
	struct relation *r = fact_relation(f, cell);
	if (!r && f->relations < RELATIONS)
		r = &f->rel[f->relations++];
	/* Full: the oldest relation that decides nothing makes room. */
	for (u32 i = 0; !r && i < RELATIONS; i++)
		if (!f->rel[i].back)
			r = &f->rel[i];
	if (!r)
		r = &f->rel[0];
	*r = (struct relation){.cell = cell, .with = NONE, .fwd = (u8)fwd, .back = (u8)back};
}

void fact_replaced_by(struct fact *f, u32 cell, enum value_class cls)
{
	struct relation *r = fact_relation(f, cell);
	if (!r && f->relations < RELATIONS) {
		r = &f->rel[f->relations++];
		*r = (struct relation){.cell = cell, .with = NONE};
	}
	if (r)
		r->newer = (u8)cls;
}

void fact_forget(struct fact *f, u32 cell)
{
	u32 kept = 0;
	for (u32 i = 0; i < f->relations; i++)
		if (f->rel[i].cell != cell)
			f->rel[kept++] = f->rel[i];
	f->relations = (u16)kept;
}

/* The first fact whose producer is not below. */
static u32 lower_bound(const struct state *s, u32 producer)
{
	u32 low = 0, high = s->n;
	while (low < high) {
		u32 middle = (low + high) / 2;
		if (s->at[middle].producer < producer)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct fact *state_find(const struct state *s, u32 producer)
{
	u32 i = lower_bound(s, producer);
	return i < s->n && s->at[i].producer == producer ? &s->at[i] : NULL;
}

static struct fact *insert(struct arena *a, struct state *s, u32 i, const struct fact *f)
{
	if (s->n == s->cap) {
		struct state larger = {.cap = s->cap ? s->cap * 2 : 8};
		larger.at = arena_array(a, struct fact, larger.cap);
		if (s->n)
			memcpy(larger.at, s->at, sizeof(struct fact) * s->n);
		s->at = larger.at;
		s->cap = larger.cap;
	}
	memmove(&s->at[i + 1], &s->at[i], sizeof(struct fact) * (s->n - i));
	s->at[i] = *f;
	s->n++;
	return &s->at[i];
}

struct fact *state_add(struct arena *a, struct state *s, u32 producer)
{
	u32 i = lower_bound(s, producer);
	struct fact empty = {.producer = producer, .decided = NONE, .peeked = NONE, .code = NONE};
	if (i < s->n && s->at[i].producer == producer)
		s->at[i] = empty;
	else
		insert(a, s, i, &empty);
	return &s->at[i];
}

void state_remove(struct state *s, u32 producer)
{
	u32 i = lower_bound(s, producer);
	if (i < s->n && s->at[i].producer == producer)
		memmove(&s->at[i], &s->at[i + 1], sizeof(struct fact) * (--s->n - i));
}

static bool premises_have(const struct premises *g, struct premise one)
{
	for (u32 i = 0; i < g->n; i++)
		if (g->at[i].cell == one.cell && g->at[i].value == one.value && g->at[i].other == one.other)
			return true;
	return false;
}

/* The variable holds a number, or one of two. */
static bool is_number(struct premise one) { return !(one.value & (PREMISE_NAME | PREMISE_NOT)); }

static struct premise *number_of(const struct premises *g, u32 cell)
{
	for (u32 i = 0; i < g->n; i++)
		if (g->at[i].cell == cell && is_number(g->at[i]))
			return (struct premise *)(uintptr_t)&g->at[i];
	return NULL;
}

static bool may_hold(struct premise one, u32 value) { return one.value == value || (one.other && one.other - 1 == value); }

static bool says_more(struct premise a, struct premise than) { return may_hold(than, a.value) && (!a.other || may_hold(than, a.other - 1)); }

/* Either of the numbers; false if they are more than two. */
static bool either(struct premise a, struct premise b, struct premise *out)
{
	u32 low = min_u32(a.value, b.value), high = max_u32(a.other ? a.other - 1 : a.value, b.other ? b.other - 1 : b.value);
	*out = (struct premise){a.cell, low, high > low ? high + 1 : 0};
	return says_more(a, *out) && says_more(b, *out);
}

void premises_add(struct premises *g, struct premise one)
{
	struct premise *number = is_number(one) ? number_of(g, one.cell) : NULL;
	if (premises_have(g, one) || (number && says_more(*number, one)))
		return;
	if (number) { /* of one variable once */
		*number = one;
		return;
	}
	if (g->n == PREMISES)
		memmove(g->at, g->at + 1, sizeof *g->at * --g->n);
	g->at[g->n++] = one;
}

void premises_drop(struct premises *g, u32 cell)
{
	u32 kept = 0;
	for (u32 i = 0; i < g->n; i++)
		if (g->at[i].cell != cell)
			g->at[kept++] = g->at[i];
	g->n = kept;
}

bool premises_meet(struct premises *to, const struct premises *from)
{
	u32 kept = 0, before = to->n;
	bool changed = false;
	for (u32 i = 0; i < to->n; i++) {
		struct premise one = to->at[i], both;
		const struct premise *number = is_number(one) ? number_of(from, one.cell) : NULL;
		if (premises_have(from, one)) {
			to->at[kept++] = one;
		} else if (number && either(one, *number, &both)) {
			changed |= both.value != one.value || both.other != one.other;
			to->at[kept++] = both;
		}
	}
	to->n = kept;
	return changed || kept != before;
}

bool premises_equal(const struct premises *a, const struct premises *b)
{
	for (u32 i = 0; i < a->n; i++)
		if (!premises_have(b, a->at[i]))
			return false;
	return a->n == b->n;
}

/* Out of the slot and looked at: nothing that happens to it matters any more. */
static bool is_settled(const struct fact *f) { return !(f->bits & (FACT_IN_SLOT | FACT_UNTESTED)); }

/* Keeps what both sides say of a producer. Of a settled failure and one that is still open only the open one counts: they
 * are the same call on two paths, and what was found on the one says nothing of the other. */
static bool fact_join(struct fact *to, const struct fact *from)
{
	u16 shared = (to->bits | from->bits) & FACT_SHARED;
	if (is_settled(from) && !is_settled(to)) {
		bool is_new = !(to->bits & shared) && shared;
		to->bits |= shared;
		return is_new;
	}
	if (is_settled(to) && !is_settled(from)) {
		*to = *from;
		to->bits |= shared;
		return true;
	}
	u16 bits = to->bits | from->bits;
	/* These count only where every path says so. */
	u16 all = FACT_FRESH | FACT_ESCAPED | FACT_MAY_END | FACT_MET | FACT_TOLD | FACT_STATUS | FACT_WIPED;
	bits = (u16)((bits & ~all) | (to->bits & from->bits & all));
	bool changed = bits != to->bits;
	to->bits = bits;
	changed |= premises_meet(&to->premises, &from->premises);
	changed |= from->decided < to->decided || from->peeked < to->peeked;
	to->decided = min_u32(to->decided, from->decided);
	to->peeked = min_u32(to->peeked, from->peeked);
	if (to->code != from->code && to->code != NONE) {
		to->code = NONE;
		changed = true;
	}
	u32 kept = 0;
	for (u32 i = 0; i < to->relations; i++) {
		struct relation r = to->rel[i];
		const struct relation *other = fact_relation((struct fact *)(uintptr_t)from, r.cell);
		u8 fwd = other && other->fwd == r.fwd ? r.fwd : CLASS_ANY;
		u8 back = other && other->back == r.back ? r.back : CLASS_ANY;
		u8 clears = other && other->clears == r.clears ? r.clears : CLASS_ANY;
		u8 newer = other && other->newer == r.newer ? r.newer : CLASS_ANY;
		u32 with = other && other->with == r.with ? r.with : NONE;
		changed = changed || fwd != r.fwd || back != r.back || clears != r.clears || newer != r.newer || with != r.with;
		if (fwd || back || clears || newer)
			to->rel[kept++] = (struct relation){r.cell, with, fwd, back, clears, newer};
	}
	to->relations = (u16)kept;
	return changed;
}

/* What only one of two sides knows failed on that side alone. */
static bool share(struct fact *f)
{
	bool is_new = !(f->bits & FACT_SHARED);
	f->bits |= FACT_SHARED;
	return is_new;
}

bool state_join(struct arena *a, struct state *to, const struct state *from)
{
	if (!from->is_live)
		return false;
	if (!to->is_live) {
		state_copy(a, to, from);
		return true;
	}
	u8 all = STATE_WAS_READ | STATE_LAUNCHED_LAST | STATE_IN_FAILURE;
	u8 flags = (u8)(((to->flags | from->flags) & ~all) | (to->flags & from->flags & all));
	bool changed = flags != to->flags;
	to->flags = flags;
	u32 i = 0;
	for (u32 k = 0; k < from->n; k++) {
		while (i < to->n && to->at[i].producer < from->at[k].producer)
			changed |= share(&to->at[i++]);
		if (i < to->n && to->at[i].producer == from->at[k].producer) {
			changed |= fact_join(&to->at[i++], &from->at[k]);
		} else {
			share(insert(a, to, i++, &from->at[k]));
			changed = true;
		}
	}
	while (i < to->n)
		changed |= share(&to->at[i++]);
	return changed;
}

void state_assume(struct state *s, u32 cell, enum value_class cls, u32 row)
{
	u32 kept = 0;
	for (u32 i = 0; i < s->n; i++) {
		struct fact *f = &s->at[i];
		const struct relation *r = fact_relation(f, cell);
		if (r && ((r->fwd && r->fwd != cls) || r->clears == cls || r->newer == cls))
			continue;
		if (r && r->back == cls) {
			f->bits = (u16)((f->bits & ~FACT_UNTESTED) | FACT_FAILED);
			f->decided = min_u32(f->decided, row);
			if (r->with != NONE)
				f->code = r->with;
		}
		if (kept != i)
			s->at[kept] = *f;
		kept++;
	}
	s->n = kept;
}
