/* Two readings of one file made one tree. The skeleton is tree-sitter's; where libclang understood as much of a
 * function or more, its whole function takes the place. Nothing is mixed inside a function. */
#include <stdlib.h>
#include <string.h>

#include "parse/front.h"

/* A function and what is around it, outermost first. */
struct found {
	struct node *node;
	const struct node *parents[16]; /* namespaces and classes */
	u32 parent_count;
	bool is_taken;
};

struct collection {
	struct arena *arena;
	VEC(struct found) all;
	struct found here; /* the parents of what is being visited */
};

static u32 understood(const struct node *n)
{
	u32 count = 0;
	for (n = n->child; n; n = n->next)
		count += (n->kind == NODE_LAUNCH || n->kind == NODE_CALL) + understood(n);
	return count;
}

static void collect(struct collection *c, struct node *n)
{
	for (n = n->child; n; n = n->next) {
		if (n->kind == NODE_FUNCTION) {
			c->here.node = n;
			vec_push(c->arena, &c->all, c->here);
			continue;
		}
		bool is_scope = n->kind == NODE_NAMESPACE || n->kind == NODE_CLASS;
		if (!is_scope && n->kind != NODE_ALT && n->kind != NODE_BLOCK)
			continue;
		bool is_kept = is_scope && c->here.parent_count < COUNT(c->here.parents);
		if (is_kept)
			c->here.parents[c->here.parent_count++] = n;
		collect(c, n);
		c->here.parent_count -= is_kept;
	}
}

static int by_name_place(const void *a, const void *b)
{
	const struct node *x = ((const struct found *)a)->node, *y = ((const struct found *)b)->node;
	return x->at != y->at ? (x->at < y->at ? -1 : 1) : (x->end > y->end) - (x->end < y->end);
}

static const struct node *body_of(const struct node *function)
{
	const struct node *n = function->child;
	while (n && n->kind != NODE_BLOCK)
		n = n->next;
	return n;
}

/* The first function at or after an offset of its name. */
static u32 lower_bound(const struct collection *c, u32 at)
{
	u32 low = 0, high = c->all.n;
	while (low < high) {
		u32 middle = (low + high) / 2;
		if (c->all.at[middle].node->at < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool overlaps(const struct node *a, const struct node *b)
{
	const struct node *x = body_of(a), *y = body_of(b);
	return x && y && x->begin < y->end && y->begin < x->end;
}

/* libclang's function for tree-sitter's: the same name token, else a neighbour whose body overlaps. */
static struct found *counterpart(struct collection *c, const struct node *function)
{
	u32 i = lower_bound(c, function->at);
	if (i < c->all.n && c->all.at[i].node->at == function->at)
		return &c->all.at[i];
	if (i < c->all.n && !c->all.at[i].is_taken && overlaps(c->all.at[i].node, function))
		return &c->all.at[i];
	if (i && !c->all.at[i - 1].is_taken && overlaps(c->all.at[i - 1].node, function))
		return &c->all.at[i - 1];
	return NULL;
}

static void replace(struct node *old, const struct node *new)
{
	struct node *next = old->next;
	*old = *new;
	old->next = next;
	old->op = READ_CLANG;
}

/* A function that only libclang saw, inside copies of what is around it. */
static void add_alone(struct arena *a, struct node_list *to, const struct found *f)
{
	struct node *inner = arena_new(a, struct node);
	*inner = *f->node;
	inner->next = NULL;
	inner->op = READ_CLANG;
	for (u32 i = f->parent_count; i--;) {
		struct node *around = arena_new(a, struct node);
		*around = *f->parents[i];
		around->next = NULL;
		around->child = inner;
		inner = around;
	}
	node_list_add(to, inner);
}

struct node *merge_readings(struct arena *a, struct node *tree_sitter, struct node *clang)
{
	if (!clang)
		return tree_sitter;
	struct collection mine = {.arena = a}, theirs = {.arena = a};
	collect(&mine, tree_sitter);
	collect(&theirs, clang);
	if (theirs.all.n)
		qsort(theirs.all.at, theirs.all.n, sizeof *theirs.all.at, by_name_place);
	for (u32 i = 0; i < mine.all.n; i++) {
		struct node *function = mine.all.at[i].node;
		struct found *other = counterpart(&theirs, function);
		if (!other)
			continue;
		other->is_taken = true;
		/* Where libclang lost its way the statements around the calls may be gone: it must have seen more to count. */
		u32 is_whole = !(other->node->flags & NF_ERROR);
		if (understood(other->node) + is_whole > understood(function))
			replace(function, other->node);
	}
	struct node_list list = {tree_sitter, tree_sitter->child};
	while (list.last && list.last->next)
		list.last = list.last->next;
	for (u32 i = 0; i < theirs.all.n; i++)
		if (!theirs.all.at[i].is_taken && body_of(theirs.all.at[i].node))
			add_alone(a, &list, &theirs.all.at[i]);
	return tree_sitter;
}
