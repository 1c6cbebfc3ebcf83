/* Grading. Dropping works from the highest rank downwards, so that a finding which is dropped itself drops nothing. */
#include "finding/grade.h"

#include <stdlib.h>
#include <string.h>

/* Two findings on one site; the stronger one, if it stays, drops the other. */
struct rivals {
	u32 strong, weak; /* indexes */
	u32 rank;         /* of the stronger */
};

static int compare_rivals(const void *x, const void *y)
{
	const struct rivals *a = x, *b = y;
	return a->rank != b->rank ? (a->rank > b->rank ? -1 : 1) : 0;
}

/* The spans overlap. */
static bool begin_on_one_line(const struct grading *g, struct span a, struct span b)
{
	struct str bytes = g->bytes(g->from, a.file);
	return b.begin > bytes.n || a.begin == b.begin || !memchr(bytes.p + a.begin, '\n', b.begin - a.begin);
}

/* A rule's rank; a note never hides what is worse than a note. */
static u32 strength(const struct grading *g, const struct finding *f)
{
	u32 rank = g->rules[f->rule].rank;
	return rank && f->severity > SEVERITY_NOTE ? rank + (1u << 16) : rank;
}

/* In order of place, whatever overlaps a finding from behind begins before it ends. */
static struct rivals *find_rivals(struct arena *scratch, const struct findings *all, const struct grading *g, u32 *n)
{
	VEC(struct rivals) pairs = {0};
	for (u32 i = 0; i < all->list.n; i++) {
		const struct finding *a = all->list.at[i];
		for (u32 k = i + 1; k < all->list.n; k++) {
			const struct finding *b = all->list.at[k];
			u32 rank_a = strength(g, a), rank_b = strength(g, b);
			if (b->span.file != a->span.file || b->span.begin >= a->span.end)
				break;
			if (!rank_a || !rank_b || rank_a == rank_b || b->span.begin == b->span.end ||
			    !begin_on_one_line(g, a->span, b->span))
				continue;
			struct rivals pair = rank_a > rank_b ? (struct rivals){i, k, rank_a} : (struct rivals){k, i, rank_b};
			vec_push(scratch, &pairs, pair);
		}
	}
	*n = pairs.n;
	return pairs.at;
}

static void keep_one_a_site(struct findings *all, const struct grading *g)
{
	struct arena scratch = {0};
	bool *is_dropped = arena_array(&scratch, bool, all->list.n);
	u32 n, kept = 0;
	struct rivals *pairs = find_rivals(&scratch, all, g, &n);
	if (n)
		qsort(pairs, n, sizeof *pairs, compare_rivals);
	for (u32 i = 0; i < n; i++)
		if (!is_dropped[pairs[i].strong])
			is_dropped[pairs[i].weak] = true;
	for (u32 i = 0; i < all->list.n; i++)
		if (!is_dropped[i])
			all->list.at[kept++] = all->list.at[i];
	all->list.n = kept;
	arena_release(&scratch);
}

static bool is_same_place(const struct finding *a, const struct finding *b)
{
	return a->rule == b->rule && a->span.file == b->span.file && a->span.begin == b->span.begin && a->span.end == b->span.end;
}

/* What one rule says of one place several times, met in different ways, is said once: the worst. In order of place and rule. */
static void keep_worst_of_a_rule(struct findings *all)
{
	u32 kept = 0;
	for (u32 i = 0; i < all->list.n; i++) {
		struct finding *f = all->list.at[i], *last = kept ? all->list.at[kept - 1] : NULL;
		if (!last || !is_same_place(last, f))
			all->list.at[kept++] = f;
		else if (f->severity > last->severity)
			all->list.at[kept - 1] = f;
	}
	all->list.n = kept;
}

/* run_benchmark() beside the kernels that it times. */
static bool is_benchmark(struct str function) { return str_has(function, "benchmark") || str_has(function, "Benchmark"); }

/* debug_dump(): whoever debugs calls it, and looks at what it shows. */
static bool is_for_debugging(struct str function)
{
	static const char *const words[] = {"debug", "Debug", "dbg_"};
	return str_starts_any(str_behind_scope(function), words, COUNT(words));
}

void findings_grade(struct findings *all, const struct grading *g)
{
	for (u32 i = 0; i < all->list.n; i++) {
		struct finding *f = all->list.at[i];
		if (f->span.end < f->span.begin)
			bug("a finding of '%s' ends before it begins", g->rules[f->rule].name);
		if (g->is_test[f->span.file] || is_benchmark(f->function) || is_for_debugging(f->function))
			f->severity = SEVERITY_NOTE;
	}
	findings_sort(all, g->paths);
	keep_worst_of_a_rule(all);
	if (all->list.n)
		keep_one_a_site(all, g);
}
