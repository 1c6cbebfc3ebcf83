/* What stands at the level of files, namespaces and classes. */
#include "parse/cuda.h"

static struct str base_list(struct cuda *c, const struct syn *s)
{
	struct str all = S("");
	for (s = s ? syn_first(s) : NULL; s; s = syn_next(s)) {
		if (s->kind < SYN_IDENTIFIER || s->kind > SYN_OPERATOR_NAME || s->kind == SYN_TEMPLATE_ARGUMENTS)
			continue;
		struct str name = cuda_name(c, s->begin, s->end).text;
		all = !all.n ? name
		             : str_of(arena_format(c->arena, "%.*s,%.*s", (int)all.n, all.p, (int)name.n, name.p));
	}
	return all;
}

void cuda_class(struct cuda *c, struct node_list *to, const struct syn *s, u32 flags)
{
	const struct syn *body = syn_field(s, FIELD_BODY), *name = syn_field(s, FIELD_NAME);
	if (!body || !cuda_enter(c))
		return;
	struct node *n = cuda_node(c, NODE_CLASS, s);
	n->flags = (u16)flags;
	if (name) {
		struct cuda_name text = cuda_name(c, name->begin, name->end);
		n->name = text.text;
		n->at = cuda_place(c, text.at);
	}
	n->type = base_list(c, syn_kind(s, SYN_BASE_CLASSES));
	struct cuda outside = *c;
	c->in_function = false;
	c->class_name = str_behind_scope(n->name);
	c->bases = n->type;
	struct node_list list = cuda_list(n);
	for (const struct syn *i = syn_first(body); i; i = syn_next(i))
		cuda_decl(c, &list, i);
	*c = outside;
	cuda_leave(c);
	node_list_add(to, n);
}

static void namespace_definition(struct cuda *c, struct node_list *to, const struct syn *s)
{
	const struct syn *body = syn_field(s, FIELD_BODY), *name = syn_field(s, FIELD_NAME);
	struct node *n = cuda_node(c, NODE_NAMESPACE, s);
	struct node_list list = cuda_list(n);
	bool was_unnamed = c->is_unnamed;
	if (name)
		n->name = cuda_name(c, name->begin, name->end).text;
	else
		c->is_unnamed = true;
	for (const struct syn *i = body ? syn_first(body) : NULL; i; i = syn_next(i))
		cuda_decl(c, &list, i);
	c->is_unnamed = was_unnamed;
	node_list_add(to, n);
}

static void alias(struct cuda *c, struct node_list *to, const struct syn *s)
{
	const struct syn *type = syn_field(s, FIELD_TYPE), *name = syn_field(s, FIELD_NAME);
	struct declarator d = cuda_declarator(syn_field(s, FIELD_DECLARATOR));
	if (s->kind == SYN_TYPE_DEFINITION) {
		name = d.name;
		struct node *before = to->last;
		if (type && cuda_is_class(type->kind))
			cuda_class(c, to, type, 0);
		if (to->last && to->last != before && !to->last->name.n && name) { /* typedef struct {} name; */
			to->last->name = cuda_slice(c, name->begin, name->end);
			to->last->at = cuda_place(c, name->begin);
			return;
		}
	}
	if (s->kind == SYN_NAMESPACE_ALIAS)
		for (type = syn_first(s); type && (!(type->flags & SYN_NAMED) || type == name);)
			type = syn_next(type);
	if (!name || !type)
		return;
	struct node *n = cuda_node(c, NODE_USING, s);
	n->name = cuda_slice(c, name->begin, name->end);
	n->at = cuda_place(c, name->begin);
	n->type = cuda_type(c, type, &d);
	node_list_add(to, n);
}

/* using std::move; and using namespace std; (no alias name). */
static void using_declaration(struct cuda *c, struct node_list *to, const struct syn *s)
{
	const struct syn *name = syn_first(s);
	while (name && !(name->flags & SYN_NAMED))
		name = syn_next(name);
	if (!name)
		return;
	struct node *n = cuda_node(c, NODE_USING, s);
	n->type = cuda_name(c, name->begin, name->end).text;
	if (name->kind == SYN_QUALIFIED_IDENTIFIER)
		n->name = str_behind_scope(n->type);
	node_list_add(to, n);
}

/* A template's declaration, or an extern "C" block's declarations. */
static void contents(struct cuda *c, struct node_list *to, const struct syn *s, bool is_template)
{
	for (const struct syn *i = syn_first(s); i; i = syn_next(i)) {
		u32 flags = is_template ? NF_TEMPLATE : 0;
		if (i->kind == SYN_FUNCTION_DEFINITION)
			cuda_function(c, to, i, flags);
		else if (cuda_is_class(i->kind))
			cuda_class(c, to, i, flags);
		else if (i->kind == SYN_DECLARATION_LIST)
			contents(c, to, i, false);
		else if (i->kind != SYN_TEMPLATE_PARAMETERS && i->kind != SYN_STRING && i->flags & SYN_NAMED)
			cuda_decl(c, to, i);
	}
}

static void c_names(struct cuda *c, struct node_list *to, const struct syn *s)
{
	bool was_c = c->is_c;
	c->is_c = true;
	contents(c, to, s, false);
	c->is_c = was_c;
}

/* Statements where none can be: what is left of a function that the grammar could not hold together. */
static void stray(struct cuda *c, struct node_list *to, const struct syn *s)
{
	struct node *n = cuda_node(c, NODE_OPAQUE, s);
	struct node_list list = cuda_list(n);
	c->in_function = true;
	cuda_stmt(c, &list, s);
	c->in_function = false;
	if (list.last)
		node_list_add(to, n);
}

static void convert(struct cuda *c, struct node_list *to, const struct syn *s)
{
	switch (s->kind) {
	case SYN_FUNCTION_DEFINITION: cuda_function(c, to, s, 0); break;
	case SYN_DECLARATION:
	case SYN_FIELD_DECLARATION: cuda_variables(c, to, s); break;
	case SYN_CLASS_SPECIFIER:
	case SYN_STRUCT_SPECIFIER:
	case SYN_UNION_SPECIFIER: cuda_class(c, to, s, 0); break;
	case SYN_NAMESPACE_DEFINITION: namespace_definition(c, to, s); break;
	case SYN_TEMPLATE_DECLARATION: contents(c, to, s, true); break;
	case SYN_DECLARATION_LIST:
	case SYN_FIELD_DECLARATION_LIST:
	case SYN_FRIEND_DECLARATION: contents(c, to, s, false); break;
	case SYN_LINKAGE: c_names(c, to, s); break;
	case SYN_TEMPLATE_INSTANTIATION: cuda_instantiation(c, to, s); break;
	case SYN_ALIAS_DECLARATION:
	case SYN_TYPE_DEFINITION:
	case SYN_NAMESPACE_ALIAS: alias(c, to, s); break;
	case SYN_USING_DECLARATION: using_declaration(c, to, s); break;
	case SYN_ERROR: cuda_again(c, to, s); break;
	default:
		if (cuda_is_conditional(s->kind))
			cuda_conditional(c, to, s, cuda_decl);
		else if (!c->in_function &&
		         ((s->kind >= SYN_COMPOUND && s->kind <= SYN_CATCH) || cuda_is_expr(s->kind)))
			stray(c, to, s);
	}
}

void cuda_decl(struct cuda *c, struct node_list *to, const struct syn *s)
{
	if (!cuda_enter(c))
		return;
	bool holds_declarations = s->kind == SYN_NAMESPACE_DEFINITION || s->kind == SYN_LINKAGE ||
	                          s->kind == SYN_DECLARATION_LIST || cuda_is_conditional(s->kind);
	if (s->flags & SYN_HAS_ERROR && s->kind != SYN_ERROR && !holds_declarations)
		cuda_salvage_children(c, to, s);
	convert(c, to, s);
	cuda_leave(c);
}
