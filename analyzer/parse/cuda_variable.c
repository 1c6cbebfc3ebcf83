/* Variables and fields of C++, and how they are initialised. */
#include <ctype.h>
#include <string.h>

#include "parse/cuda.h"

static struct node *variable(struct cuda *c, const struct syn *s, const struct syn *type, const struct declarator *d)
{
	struct node *n = cuda_node(c, NODE_VAR, s);
	struct cuda_name name = cuda_name(c, d->name->begin, d->name->end);
	n->name = name.text;
	n->at = cuda_place(c, name.at);
	n->type = cuda_type(c, type, d);
	n->flags = (u16)((d->is_reference ? NF_REF : 0) | (cuda_is_class_type(c, type, d) ? NF_CLASS_TYPE : 0));
	return n;
}

struct node *cuda_direct_value(struct cuda *c, const struct syn *value, const struct syn *type, bool is_class)
{
	if (is_class && type)
		return cuda_call_of(c, value, type->begin, type->end);
	struct node *list = cuda_node(c, NODE_LIST, value);
	struct node_list items = cuda_list(list);
	cuda_arguments(c, &items, value);
	return list->child && list->child == items.last ? list->child : list;
}

static bool is_copy(const struct cuda *c, u32 begin, u32 end)
{
	for (u32 i = end; i > begin; i--)
		if (!isspace((u8)c->parsed.text.p[i - 1]))
			return c->parsed.text.p[i - 1] == '=';
	return false;
}

static void initialise(struct cuda *c, struct node *var, const struct syn *value, const struct syn *type, u32 after)
{
	bool is_list = value->kind == SYN_ARGUMENTS || value->kind == SYN_INITIALIZER_LIST;
	if (is_list && !is_copy(c, after, value->begin))
		node_add(var, cuda_direct_value(c, value, type, var->flags & NF_CLASS_TYPE));
	else
		node_add(var, cuda_expr(c, value));
	var->end = max_u32(var->end, cuda_place(c, value->end));
}

/* auto [a, b] = f(): two variables and one assignment to both. */
static void bind(struct cuda *c, struct node_list *to, const struct syn *s, const struct syn *binding,
                 const struct syn *value)
{
	struct node *assign = cuda_node(c, NODE_ASSIGN, s), *names = cuda_node(c, NODE_LIST, binding);
	struct node_list list = cuda_list(names);
	for (const struct syn *i = syn_first(binding); i; i = syn_next(i)) {
		if (i->kind != SYN_IDENTIFIER)
			continue;
		struct node *var = cuda_node(c, NODE_VAR, i);
		var->name = cuda_slice(c, i->begin, i->end);
		node_list_add(to, var);
		node_list_add(&list, cuda_expr(c, i));
	}
	node_add(node_add(assign, names), cuda_expr(c, value));
	node_list_add(to, node_add(cuda_node(c, NODE_EXPR, s), assign));
}

/* T x(a, b); in a function, which the grammar reads as a function declaration. NULL if it is one. */
static struct node *variable_with_arguments(struct cuda *c, const struct syn *s, const struct syn *type,
                                            const struct declarator *d)
{
	const struct syn *parameters = syn_field(d->function, FIELD_PARAMETERS);
	if (!c->in_function || !type || !parameters || !syn_first(parameters))
		return NULL;
	struct node *var = variable(c, s, type, d), *call = cuda_call_of(c, type, type->begin, type->end);
	bool is_class = var->flags & NF_CLASS_TYPE;
	struct node_list list = {call, call->child};
	call->child->next = NULL;
	call->end = cuda_place(c, parameters->end);
	for (const struct syn *p = syn_first(parameters); p; p = syn_next(p)) {
		struct node *value = cuda_parameter_as_expr(c, p);
		if (!value)
			return NULL;
		node_list_add(&list, value);
	}
	bool is_single = call->child->next == list.last;
	return node_add(var, !is_class && is_single ? list.last : call);
}

static void one_variable(struct cuda *c, struct node_list *to, const struct syn *s, const struct syn *type, u32 flags)
{
	struct declarator d = cuda_declarator(s);
	const struct syn *value = s->kind == SYN_INIT_DECLARATOR ? syn_field(s, FIELD_VALUE) : NULL;
	if (s->kind != SYN_INIT_DECLARATOR) /* fields and conditions have it beside the declarator */
		for (const struct syn *next = syn_next(s); next && next->field != FIELD_DECLARATOR && !value;
		     next = syn_next(next))
			if (next->field == FIELD_DEFAULT_VALUE || next->field == FIELD_VALUE)
				value = next;
	if (d.binding) {
		bind(c, to, s, d.binding, value);
		return;
	}
	if (!d.name)
		return;
	if (d.function) {
		struct node *var = variable_with_arguments(c, s, type, &d);
		if (var)
			node_list_add(to, var);
		return;
	}
	struct node *var = variable(c, s, type, &d);
	var->flags |= (u16)flags;
	const struct syn *before = s->kind == SYN_INIT_DECLARATOR ? syn_field(s, FIELD_DECLARATOR) : s;
	if (value)
		initialise(c, var, value, type, before ? before->end : s->begin);
	node_list_add(to, var);
}

void cuda_variables(struct cuda *c, struct node_list *to, const struct syn *s)
{
	const struct syn *type = syn_field(s, FIELD_TYPE), *first = syn_field(s, FIELD_DECLARATOR);
	if (type && cuda_is_class(type->kind))
		cuda_class(c, to, type, 0);
	u32 flags = first ? cuda_head_flags(c, s->begin, first->begin) & NF_STATIC : 0;
	for (const struct syn *d = first; d; d = syn_next(d))
		if (d->field == FIELD_DECLARATOR) {
			cuda_prototype(c, to, s, d);
			one_variable(c, to, d, type, flags);
		}
}
