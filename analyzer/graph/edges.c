#include "graph/edges.h"

#include <stdlib.h>
#include <string.h>

static bool bit_is_set(const u64 *bits, u32 i) { return bits[i / 64] >> i % 64 & 1; }

u32 body_edges(const struct body *b, u32 row, bool thrown, u32 to[EDGES])
{
	const struct body_row *r = &b->rows[row];
	u32 n = 0;
	if (r->target != NONE)
		to[n++] = r->target;
	if (r->other != NONE)
		to[n++] = r->other;
	bool falls = r->op != ROW_JUMP && r->op != ROW_BRANCH && r->op != ROW_ALT && r->op != ROW_RETURN && r->op != ROW_THROW &&
	             r->op != ROW_RESUME && r->op != ROW_ITER && r->op != ROW_EXIT;
	if (falls && row + 1 < b->n)
		to[n++] = row + 1;
	if (thrown && r->unwind != NONE)
		to[n++] = r->unwind;
	return n;
}

bool edges_into(const struct body *b, u32 row, u32 *set, u32 *n, u32 most)
{
	u32 to[EDGES];
	for (u32 k = body_edges(b, row, false, to); k-- > 0;) {
		bool is_new = true;
		for (u32 i = 0; i < *n && is_new; i++)
			is_new = set[i] != to[k];
		if (is_new && *n == most)
			return false;
		if (is_new)
			set[(*n)++] = to[k];
	}
	return true;
}

static void mark_reached(const struct body *b, u32 from, u64 *seen)
{
	struct arena scratch = {0};
	VEC(u32) todo = {0};
	u32 next[EDGES];
	vec_push(&scratch, &todo, from);
	while (todo.n)
		for (u32 row = todo.at[--todo.n], n = body_edges(b, row, false, next); n-- > 0;)
			if (!bit_is_set(seen, next[n])) {
				seen[next[n] / 64] |= 1ull << next[n] % 64;
				vec_push(&scratch, &todo, next[n]);
			}
	arena_release(&scratch);
}

/* The rows reached from one row of a body. Bodies are never changed once they are built. */
struct reached {
	u32 serial, from, words;
	u64 *seen;
};

enum { REMEMBERED = 64 }; /* each of 8 KiB for the largest body */

static const struct reached *reached_from(const struct body *b, u32 from)
{
	static struct reached known[REMEMBERED];
	struct reached *r = &known[(from + b->serial * 31) % REMEMBERED];
	if (b->serial && r->serial == b->serial && r->from == from)
		return r;
	u32 words = b->n / 64 + 1;
	if (words > r->words) {
		free(r->seen);
		r->seen = malloc(words * sizeof *r->seen);
		if (!r->seen)
			die("out of memory");
		r->words = words;
	}
	memset(r->seen, 0, words * sizeof *r->seen);
	r->serial = b->serial;
	r->from = from;
	mark_reached(b, from, r->seen);
	return r;
}

bool body_reaches(const struct body *b, u32 from, u32 to) { return bit_is_set(reached_from(b, from)->seen, to); }

bool *rows_behind(struct arena *a, const struct body *b, u32 from, flow_on *on, const void *context)
{
	bool *seen = arena_array(a, bool, b->n + 1);
	VEC(u32) todo = {0};
	u32 to[EDGES];
	if (from != NONE)
		vec_push(a, &todo, from);
	while (todo.n) {
		u32 row = todo.at[--todo.n];
		if (seen[row])
			continue;
		seen[row] = true;
		enum flow_on go = on(context, b, row);
		for (u32 n = go == FLOW_STOPS ? 0 : body_edges(b, row, go == FLOW_THROWS, to); n-- > 0;)
			vec_push(a, &todo, to[n]);
	}
	return seen;
}

void edges_back(struct arena *a, const struct body *b, bool thrown, struct edges_back *out)
{
	u32 to[EDGES];
	*out = (struct edges_back){.start = arena_array(a, u32, b->n + 2)};
	for (u32 row = 0; row < b->n; row++)
		for (u32 n = body_edges(b, row, thrown, to); n-- > 0;)
			out->start[to[n] + 2]++;
	for (u32 row = 2; row < b->n + 2; row++)
		out->start[row] += out->start[row - 1];
	out->at = arena_array(a, u32, out->start[b->n + 1] + 1);
	for (u32 row = 0; row < b->n; row++)
		for (u32 n = body_edges(b, row, thrown, to); n-- > 0;)
			out->at[out->start[to[n] + 1]++] = row;
}

void rows_leading(const struct body *b, const struct edges_back *back, bool *marked, edge_leads *leads, const void *context)
{
	struct arena scratch = {0};
	VEC(u32) todo = {0};
	for (u32 row = 0; row < b->n; row++)
		if (marked[row])
			vec_push(&scratch, &todo, row);
	while (todo.n)
		for (u32 to = todo.at[--todo.n], i = back->start[to]; i < back->start[to + 1]; i++) {
			u32 from = back->at[i];
			if (marked[from] || (leads && !leads(context, b, from, to)))
				continue;
			marked[from] = true;
			vec_push(&scratch, &todo, from);
		}
	arena_release(&scratch);
}
