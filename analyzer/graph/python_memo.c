/* Sets of things, answers that are remembered, and the limits of a question. */
#include "graph/python_link.h"

#include <string.h>

enum { PATIENCE = 400 };
enum { RESULT_BUSY, RESULT_AGAIN, RESULT_FIRST }; /* the first two results are no results */

void thing_add(struct things *to, struct thing t)
{
	for (u32 i = 0; i < to->n; i++)
		if (to->at[i].kind == t.kind && to->at[i].at == t.at && to->at[i].with == t.with) {
			/* Surer ways win. */
			to->at[i].flags = (u8)((to->at[i].flags & t.flags & (THING_BY_NAME | THING_EXACT | THING_PARTIAL)) |
			                       ((to->at[i].flags | t.flags) & (THING_BOUND | THING_METHOD | THING_DEEP | THING_DERIVED)));
			return;
		}
	if (to->n == PYTHON_THINGS)
		to->is_cut = true;
	else
		to->at[to->n++] = t;
}

/* No two of them are the same. */
static void add_set(struct things *to, const struct thing *at, u32 n)
{
	if (!to->n && n) {
		memcpy(to->at, at, sizeof *at * n);
		to->n = n;
		return;
	}
	for (u32 i = 0; i < n; i++)
		thing_add(to, at[i]);
}

void things_add(struct things *to, const struct things *from)
{
	add_set(to, from->at, from->n);
	to->is_cut |= from->is_cut;
}

void things_typed(struct things *to, const struct things *assigned, const struct things *typed)
{
	bool has_more = false;
	for (u32 i = 0; i < assigned->n; i++) {
		bool is_more = assigned->at[i].kind != THING_OBJECT || !typed->n;
		has_more |= is_more;
		if (is_more)
			thing_add(to, assigned->at[i]);
	}
	if (!has_more)
		things_add(to, typed);
	to->is_cut |= assigned->is_cut;
}

void python_want(struct python *y, u32 file)
{
	if (!y->wanted || y->is_quiet || file == NONE || python_has_unit(y, file))
		return;
	y->opens++;
	y->wanted[file] = true;
}

void python_miss(struct python *y, enum miss what, u32 name, u32 other)
{
	if (y->miss && !y->is_quiet && y->miss(y->miss_with, what, name, other))
		y->opens++;
}

static void take_result(struct python *y, u32 known, struct things *out)
{
	const struct result *r = &y->results.at[known];
	add_set(out, r->at, r->n);
	out->is_cut |= r->is_cut;
	y->opens += r->is_open;
}

static void push_result(struct python *y, struct mark since, const struct things *value)
{
	struct thing *copy = arena_array(y->arena, struct thing, value->n + 1);
	memcpy(copy, value->at, sizeof *copy * value->n);
	struct result r = {copy, value->n, value->is_cut, y->opens != since.opens};
	vec_push(y->arena, &y->results, r);
}

bool begin_memo(struct python *y, struct idmap *memo, u64 key, struct mark *mark, struct things *out)
{
	if (!y->results.n)
		for (u32 i = 0; i < RESULT_FIRST; i++) {
			struct result none = {0};
			vec_push(y->arena, &y->results, none);
		}
	if (!y->depth)
		y->steps = 0;
	u32 known = idmap_get(memo, key);
	if (known != NONE && known >= RESULT_FIRST) {
		take_result(y, known, out);
		return true;
	}
	if (known == RESULT_BUSY || y->depth >= PYTHON_DEPTH || y->steps++ >= PYTHON_STEPS) {
		y->cuts++;
		out->is_cut |= known != RESULT_BUSY;
		return true;
	}
	idmap_put(y->arena, memo, key, RESULT_BUSY);
	*mark = (struct mark){y->cuts, y->opens};
	y->depth++;
	return false;
}

/* An answer that a cycle cut short is asked again from elsewhere, for a while. */
void end_memo(struct python *y, struct idmap *memo, u64 key, struct mark mark, const struct things *value)
{
	y->depth--;
	bool is_final = y->cuts == mark.cuts || !y->depth || y->steps > PATIENCE;
	if (is_final)
		push_result(y, mark, value);
	idmap_put(y->arena, memo, key, is_final ? y->results.n - 1 : RESULT_AGAIN);
}

bool take_memo(struct python *y, const struct idmap *memo, u64 key, struct things *out)
{
	u32 known = idmap_get(memo, key);
	if (known == NONE)
		return false;
	take_result(y, known, out);
	return true;
}

void keep_memo(struct python *y, struct idmap *memo, u64 key, struct mark since, const struct things *value)
{
	if (y->cuts != since.cuts || !y->results.n)
		return;
	push_result(y, since, value);
	idmap_put(y->arena, memo, key, y->results.n - 1);
}
