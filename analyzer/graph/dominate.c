#include "graph/dominate.h"

enum { SEVERAL = NONE - 1 };

/* All but `number` by number of the depth-first walk; 0 is the begin of the body. */
struct walk {
	u32 n;
	u32 *number;             /* by row; NONE: nothing reaches it */
	u32 *row, *parent;
	u32 *semi, *idom;
	u32 *ancestor, *label;   /* the forest of what is linked so far; its roots have no ancestor */
	u32 *bucket, *next;      /* those whose semidominator it is */
	u32 *stack;
};

static void walk_open(struct arena *a, struct walk *w, u32 rows)
{
	u32 **all[] = {&w->number, &w->row, &w->parent, &w->semi, &w->idom, &w->ancestor, &w->label, &w->bucket, &w->next, &w->stack};
	for (u32 i = 0; i < COUNT(all); i++)
		*all[i] = arena_array(a, u32, rows + 1);
	for (u32 i = 0; i < rows; i++) {
		w->number[i] = w->ancestor[i] = w->bucket[i] = w->next[i] = NONE;
		w->semi[i] = w->label[i] = i;
	}
}

/* A row that is met again before its turn moves up, as in a walk that recurs. */
static void depth_first(struct walk *w, struct arena *a, const struct body *b, bool thrown)
{
	struct step {
		u32 row, parent;
	};
	VEC(struct step) todo = {0};
	u32 to[EDGES];
	struct step first = {0, 0};
	vec_push(a, &todo, first);
	while (todo.n) {
		struct step s = todo.at[--todo.n];
		if (w->number[s.row] != NONE)
			continue;
		w->number[s.row] = w->n;
		w->row[w->n] = s.row;
		w->parent[w->n] = s.parent;
		for (u32 n = body_edges(b, s.row, thrown, to); n-- > 0;) {
			struct step next = {to[n], w->n};
			vec_push(a, &todo, next);
		}
		w->n++;
	}
}

/* The number with the least semidominator on the way up to the root of its tree; shortens the way. */
static u32 least_above(struct walk *w, u32 v)
{
	u32 n = 0;
	if (w->ancestor[v] == NONE)
		return v;
	for (u32 i = v; w->ancestor[w->ancestor[i]] != NONE; i = w->ancestor[i])
		w->stack[n++] = i;
	while (n-- > 0) {
		u32 i = w->stack[n], above = w->ancestor[i];
		if (w->semi[w->label[above]] < w->semi[w->label[i]])
			w->label[i] = w->label[above];
		w->ancestor[i] = w->ancestor[above];
	}
	return w->label[v];
}

static void find_parents(struct walk *w, const struct edges_back *back)
{
	for (u32 i = w->n; i-- > 1;) {
		u32 row = w->row[i], above = w->parent[i];
		for (u32 k = back->start[row]; k < back->start[row + 1]; k++) {
			u32 before = w->number[back->at[k]];
			u32 least = before == NONE ? i : least_above(w, before);
			if (w->semi[least] < w->semi[i])
				w->semi[i] = w->semi[least];
		}
		w->next[i] = w->bucket[w->semi[i]];
		w->bucket[w->semi[i]] = i;
		w->ancestor[i] = above;
		for (u32 k = w->bucket[above]; k != NONE; k = w->next[k]) {
			u32 least = least_above(w, k);
			w->idom[k] = w->semi[least] < w->semi[k] ? least : above;
		}
		w->bucket[above] = NONE;
	}
	for (u32 i = 1; i < w->n; i++)
		if (w->idom[i] != w->semi[i])
			w->idom[i] = w->idom[w->idom[i]];
}

/* Lays the tree out in one line. The parents' numbers are smaller. */
static void lay_out(struct dominators *d, struct walk *w)
{
	u32 *size = w->stack, *place = w->bucket; /* not needed any more */
	for (u32 i = 0; i < w->n; i++)
		size[i] = 1;
	for (u32 i = w->n; i-- > 1;)
		size[w->idom[i]] += size[i];
	for (u32 i = 0; i < w->n; i++) {
		u32 row = w->row[i], at = i ? place[w->idom[i]] : 0;
		if (i)
			place[w->idom[i]] += size[i];
		place[i] = at + 1;
		d->in_order[at] = row;
		d->begin[row] = at;
		d->end[row] = at + size[i];
		d->parent[row] = i ? w->row[w->idom[i]] : NONE;
	}
}

static void find_entries(struct dominators *d, const struct edges_back *back, u32 reached)
{
	const struct body *b = d->body;
	for (u32 i = 0; i < reached; i++) {
		u32 row = d->in_order[i], entry = i ? NONE : (u32)SEVERAL; /* the body begins at its first row */
		for (u32 k = back->start[row]; k < back->start[row + 1]; k++) {
			u32 before = back->at[k];
			if (d->begin[before] != d->end[before] && !stands_before(d, row, before))
				entry = entry == NONE || entry == before ? before : (u32)SEVERAL;
		}
		d->entry[row] = entry < SEVERAL ? entry : NONE;
		bool is_branch = d->entry[row] != NONE && (b->rows[entry].op == ROW_BRANCH || b->rows[entry].op == ROW_ALT);
		d->branch[row] = is_branch ? row : d->parent[row] == NONE ? NONE : d->branch[d->parent[row]];
	}
}

void dominators_open(struct arena *a, struct dominators *d, const struct body *b, bool thrown)
{
	struct arena scratch = {0};
	struct walk w = {0};
	struct edges_back back;
	u32 n = b->n + 1;
	*d = (struct dominators){b, arena_array(a, u32, n), arena_array(a, u32, n), arena_array(a, u32, n), arena_array(a, u32, n), arena_array(a, u32, n), arena_array(a, u32, n)};
	for (u32 i = 0; i < n; i++)
		d->entry[i] = d->branch[i] = d->parent[i] = NONE;
	if (b->n) {
		edges_back(&scratch, b, thrown, &back);
		walk_open(&scratch, &w, b->n);
		depth_first(&w, &scratch, b, thrown);
		find_parents(&w, &back);
		lay_out(d, &w);
		find_entries(d, &back, w.n);
	}
	arena_release(&scratch);
}
