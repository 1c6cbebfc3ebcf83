/* Building and printing the neutral tree. */
#include "tree/tree.h"

#include <string.h>

static const char *const kind_names[] = {
#define NODE(kind, children) #kind,
#include "tree/node.def"
#undef NODE
};

static const char *const op_texts[] = {
#define OP(name, text) text,
#include "tree/op.def"
#undef OP
};

struct node *node_new(struct arena *a, enum node_kind kind, u32 begin, u32 end)
{
	struct node *n = arena_new(a, struct node);
	n->kind = (u8)kind;
	n->begin = n->at = begin;
	n->end = end;
	n->name = n->type = S("");
	return n;
}

void node_become_launch(struct arena *a, struct node *call)
{
	struct node *kernel = call->child->next, *last = kernel;
	if (!kernel)
		return;
	if (kernel->kind == NODE_CALL && str_is(kernel->child->name, "HIP_KERNEL_NAME") && kernel->child->next) {
		struct node *inner = kernel->child->next;
		inner->next = kernel->next;
		last = kernel = inner;
	}
	for (u32 count = 0; count < 4; count++, last = last->next)
		if (!last->next)
			last->next = node_new(a, NODE_NONE, call->end, call->end);
	call->kind = NODE_LAUNCH;
	call->type = S("");
	call->child = kernel;
}

struct node *node_add(struct node *parent, struct node *child)
{
	struct node **last = &parent->child;
	while (*last)
		last = &(*last)->next;
	*last = child;
	return parent;
}

void node_list_add(struct node_list *list, struct node *child)
{
	if (list->last)
		list->last->next = child;
	else
		node_add(list->parent, child);
	list->last = child;
}

struct node *node_child(const struct node *n, u32 i)
{
	struct node *c = n->child;
	while (c && i--)
		c = c->next;
	return c;
}

const char *node_kind_name(enum node_kind kind) { return kind_names[kind]; }

const char *op_text(enum op op) { return op_texts[op]; }

enum op op_of(struct str text, bool unary)
{
	if (unary)
		for (enum op op = OP_NEG; op <= OP_PRE_DEC; op++)
			if (str_eq(text, (struct str){op_texts[op], strlen(op_texts[op]) - 1}))
				return op;
	for (enum op op = OP_NONE; op < OPS; op++)
		if (str_is(text, op_texts[op]))
			return op;
	return str_is(text, "and") ? OP_AND : str_is(text, "or") ? OP_OR : str_is(text, "not") ? OP_NOT : OP_NONE;
}

static void print_at(const struct node *n, struct strbuf *out, u32 depth)
{
	for (; n; n = n->next) {
		strbuf_addf(out, "%*s%s", (int)depth * 2, "", kind_names[n->kind]);
		if (n->op)
			strbuf_addf(out, " %s", op_texts[n->op]);
		if (n->name.n)
			strbuf_addf(out, " %.*s", (int)n->name.n, n->name.p);
		if (n->type.n)
			strbuf_addf(out, " : %.*s", (int)n->type.n, n->type.p);
		if (n->flags)
			strbuf_addf(out, " flags=%x", n->flags);
		strbuf_addf(out, " @%u-%u\n", n->begin, n->end);
		print_at(n->child, out, depth + 1);
	}
}

void tree_print(const struct node *n, struct strbuf *out) { print_at(n, out, 0); }
