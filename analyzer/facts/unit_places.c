/* Where a unit's facts stand: what is the same when they have moved. */
#include "facts/facts.h"

#include <stdlib.h>

/* Every field that holds a place in the text. */
#define UNIT_POSITIONS(X)                                                                                              \
	X(functions, .begin) X(functions, .end) X(functions, .at) X(rows, .begin) X(rows, .end) X(rows, .at) X(vars, .at)  \
	X(fields, .at) X(fields, .cls_at) X(aliases, .at) X(prototypes, .at) X(includes, .at) X(undefs, .at) X(undefs, .arm)

static struct hash128 hash_more(struct hash128 before, const void *bytes, size_t n)
{
	return hash128((struct str){bytes, n}, before.a ^ before.b);
}

/* The unit without places. */
static struct unit placeless(struct arena *a, const struct unit *u)
{
	struct unit p = *u;
#define COPY(type, table)                                                                                              \
	type *table = arena_array(a, type, u->n_##table + 1);                                                          \
	if (u->n_##table)                                                                                              \
		memcpy(table, u->table, sizeof(type) * u->n_##table);                                                  \
	p.table = table;
	UNIT_TABLES(COPY)
#undef COPY
#define BLANK(table, field)                                                                                            \
	for (u32 i = 0; i < u->n_##table; i++)                                                                         \
		table[i] field = 0;
	UNIT_POSITIONS(BLANK)
#undef BLANK
	p.n_lines = 0;
	return p;
}

struct hash128 unit_meaning(const struct unit *u)
{
	struct arena scratch = {0};
	struct hash128 all = {0};
	struct unit p = placeless(&scratch, u);
#define ADD(type, table) all = hash_more(all, p.table, sizeof(type) * p.n_##table);
	UNIT_TABLES(ADD)
#undef ADD
	/* An import belongs to the function that it stands in, and that is told by places alone. */
	for (u32 i = 0; i < u->n_includes; i++) {
		u32 begun = 0, ended = 0;
		for (u32 k = 1; k < u->n_functions; k++) { /* the first one is the file */
			begun += u->functions[k].begin <= u->includes[i].at;
			ended += u->functions[k].end <= u->includes[i].at;
		}
		u32 around[] = {begun, ended};
		all = hash_more(all, around, sizeof around);
	}
	arena_release(&scratch);
	return all;
}

static int by_old(const void *left, const void *right)
{
	const struct unit_place *a = left, *b = right;
	int order = (a->old > b->old) - (a->old < b->old);
	return order ? order : (a->now > b->now) - (a->now < b->now);
}

static u32 line_of(const struct unit *u, u32 at)
{
	u32 line, column;
	unit_position(u, at, &line, &column);
	return line;
}

/* Where the line begins on which a row ends, from the row's begin; 0 if it began there. */
static u32 last_line(const struct unit *u, const struct row *r)
{
	u32 first = line_of(u, r->begin), last = line_of(u, r->end);
	return last > first ? u->lines[last - 1] - r->begin : 0;
}

/* Where a call over several lines is shown depends on where they begin. */
static bool lines_are_kept(const struct unit *old, const struct unit *now)
{
	for (u32 i = 0; i < old->n_rows; i++) {
		const struct row *a = &old->rows[i], *b = &now->rows[i];
		if ((a->op == ROW_CALL || a->op == ROW_LAUNCH) &&
		    (last_line(old, a) != last_line(now, b) || line_of(old, a->at) - line_of(old, a->begin) != line_of(now, b->at) - line_of(now, b->begin)))
			return false;
	}
	return true;
}

static bool names_are_kept(const struct unit_moves *m)
{
	for (u32 i = 0; i < m->old->n_functions; i++) {
		u32 begin = m->old->functions[i].at, end = begin + (u32)unit_text(m->old, m->old->functions[i].name).n, length = end - begin;
		if (!unit_move(m, &begin, &end) || begin != m->now->functions[i].at || end != begin + length)
			return false;
	}
	return true;
}

static bool says_the_same(const struct unit *old, const struct unit *now)
{
	struct arena scratch = {0};
	struct unit a = placeless(&scratch, old), b = placeless(&scratch, now);
	bool is_same = true;
#define SAME(type, table) is_same = is_same && a.n_##table == b.n_##table && !memcmp(a.table, b.table, sizeof(type) * a.n_##table);
	UNIT_TABLES(SAME)
#undef SAME
	arena_release(&scratch);
	return is_same;
}

/* The place, or the last one before it; NULL if there is none. */
static const struct unit_place *place_at(const struct unit_moves *m, u32 at)
{
	u32 low = 0, high = m->n;
	while (low < high) {
		u32 middle = low + (high - low) / 2;
		if (m->at[middle].old <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &m->at[low - 1] : NULL;
}

bool unit_move(const struct unit_moves *m, u32 *begin, u32 *end)
{
	const struct unit_place *first = place_at(m, *begin), *last = place_at(m, *end);
	u32 line = m->old->lines[line_of(m->old, *end) - 1];
	if (!first || !last)
		return !*begin && !*end;
	*end = last->now + (*end - last->old);
	if (first->old != *begin && *begin != line)
		return false;
	*begin = first->old == *begin ? first->now : m->now->lines[line_of(m->now, *end) - 1];
	return true;
}

bool unit_moved(struct arena *a, const struct unit *old, const struct unit *now, struct unit_moves *moves)
{
	*moves = (struct unit_moves){.old = old, .now = now};
	if (!says_the_same(old, now) || !lines_are_kept(old, now))
		return false;
#define PUT(table, field)                                                                                              \
	for (u32 i = 0; i < old->n_##table; i++) {                                                                     \
		struct unit_place place = {old->table[i] field, now->table[i] field};                                  \
		vec_push(a, moves, place);                                                                             \
	}
	UNIT_POSITIONS(PUT)
#undef PUT
	if (moves->n)
		qsort(moves->at, moves->n, sizeof *moves->at, by_old);
	/* Each as it was before or behind each other; 0 is also what is not known. */
	u32 n = 0;
	for (u32 i = 0; i < moves->n; i++) {
		struct unit_place p = moves->at[i];
		if (!p.old != !p.now || (n && (p.old == moves->at[n - 1].old) != (p.now == moves->at[n - 1].now)) || (n && p.now < moves->at[n - 1].now))
			return false;
		if (!n || p.old != moves->at[n - 1].old)
			moves->at[n++] = p;
	}
	moves->n = n;
	return names_are_kept(moves);
}
