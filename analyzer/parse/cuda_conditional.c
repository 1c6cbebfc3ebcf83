/* #if groups: arms become an ALT. */
#include "parse/cuda.h"

bool cuda_is_conditional(enum syn_kind kind) { return kind >= SYN_PREPROC_IF && kind <= SYN_PREPROC_ELSE; }

static bool is_group(enum syn_kind kind) { return kind >= SYN_PREPROC_IF && kind <= SYN_PREPROC_ELIFDEF; }

static struct node *arm(struct cuda *c, const struct syn *s, cuda_item *item)
{
	struct node *block = cuda_node(c, NODE_BLOCK, s);
	struct node_list list = cuda_list(block);
	for (const struct syn *i = syn_first(s); i; i = syn_next(i))
		if (i->field != FIELD_CONDITION && i->field != FIELD_NAME && i->field != FIELD_ALTERNATIVE)
			item(c, &list, i);
	return block;
}

void cuda_conditional(struct cuda *c, struct node_list *to, const struct syn *s, cuda_item *item)
{
	struct node *alt = cuda_node(c, NODE_ALT, s);
	struct node_list arms = cuda_list(alt);
	bool is_open = true, is_empty = true; /* open: no #else */
	for (; s; s = syn_field(s, FIELD_ALTERNATIVE)) {
		struct node *block = arm(c, s, item);
		is_empty &= !block->child;
		is_open = is_group(s->kind);
		node_list_add(&arms, block);
	}
	if (is_empty)
		return;
	if (is_open)
		node_list_add(&arms, node_new(c->arena, NODE_BLOCK, alt->end, alt->end));
	node_list_add(to, alt);
}
