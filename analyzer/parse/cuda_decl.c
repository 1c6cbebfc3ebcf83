/* Variables, functions, classes, namespaces of C++. */
#include <ctype.h>
#include <string.h>

#include "parse/cuda.h"

/* Flags that words before the declared name give: specifiers, attributes, CUDA's qualifiers. */
static u32 word_flags(struct str head)
{
	static const struct { const char *word; u32 flag; } words[] = {
		{"static", NF_STATIC}, {"__global__", NF_GLOBAL}, {"__device__", NF_DEVICE}, {"virtual", NF_VIRTUAL},
		{"nodiscard", NF_NODISCARD}, {"noreturn", NF_NORETURN}, {"_Noreturn", NF_NORETURN},
	};
	u32 flags = 0;
	bool is_host = false;
	for (size_t i = 0, end; i < head.n; i = end) {
		end = i + 1;
		if (!isalpha((u8)head.p[i]) && head.p[i] != '_')
			continue;
		while (end < head.n && (isalnum((u8)head.p[end]) || head.p[end] == '_'))
			end++;
		struct str word = {head.p + i, end - i};
		for (u32 k = 0; k < COUNT(words); k++)
			flags |= str_is(word, words[k].word) ? words[k].flag : 0;
		is_host |= str_is(word, "__host__");
	}
	return is_host ? flags & ~(u32)NF_DEVICE : flags;
}

/* From the file's own bytes: the prepared text has some of these words blanked. */
static u32 head_flags(struct cuda *c, u32 begin, u32 end)
{
	u32 from = cuda_place(c, begin), to = cuda_place(c, end);
	return from < to && to <= c->source.n ? word_flags((struct str){c->source.p + from, to - from}) : 0;
}

/* f [[noreturn]] (int): attributes may stand behind the name, too. */
static u32 tail_flags(struct cuda *c, const struct syn *name)
{
	u32 from = cuda_place(c, name->end), to = from, end = (u32)c->source.n;
	while (from < end && isspace((u8)c->source.p[from]))
		from++;
	if (from + 1 >= end || c->source.p[from] != '[' || c->source.p[from + 1] != '[')
		return 0;
	for (to = from; to < end && c->source.p[to] != ']'; to++)
		;
	return word_flags((struct str){c->source.p + from, to - from});
}

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

/* The initialiser written as (a, b) or {a, b}. */
static struct node *direct_value(struct cuda *c, const struct syn *value, const struct syn *type, bool is_class)
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
		node_add(var, direct_value(c, value, type, var->flags & NF_CLASS_TYPE));
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

/* A conversion function's parameters lie inside its name: operator bool(). */
static struct cuda_name function_name(struct cuda *c, const struct declarator *d)
{
	bool is_inside = d->function && d->function->begin < d->name->end && d->function->begin > d->name->begin;
	return cuda_name(c, d->name->begin, is_inside ? d->function->begin : d->name->end);
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

static u32 function_flags(struct cuda *c, const struct syn *s, const struct declarator *d, struct str name,
                          bool has_type);
static struct str result_type(struct cuda *c, const struct syn *s, const struct declarator *d);

/* A function without its body. */
static struct node *declared(struct cuda *c, struct node_list *to, const struct syn *s, struct declarator *d)
{
	struct node *n = cuda_node(c, NODE_FUNCTION, s);
	struct cuda_name name = function_name(c, d);
	n->name = name.text;
	n->at = cuda_place(c, name.at);
	n->type = result_type(c, s, d);
	n->flags = (u16)function_flags(c, s, d, name.text, true);
	struct node_list list = cuda_list(n);
	cuda_parameters(c, &list, syn_field(d->function, FIELD_PARAMETERS));
	node_list_add(to, n);
	return n;
}

/* A function that is only declared: `s` is the declaration, `declarator` the one of it. */
static void prototype(struct cuda *c, struct node_list *to, const struct syn *s, const struct syn *declarator)
{
	struct declarator d = cuda_declarator(declarator);
	if (d.name && d.function && !c->in_function && syn_field(s, FIELD_TYPE))
		declared(c, to, s, &d);
}

/* template void f<float>(float *); makes the function for others: it is a declaration. */
static void instantiation(struct cuda *c, struct node_list *to, const struct syn *s)
{
	const struct syn *d = syn_field(s, FIELD_DECLARATOR);
	if (d)
		prototype(c, to, s, d);
}

/* A definition that is there for others by its own words, who need no declaration that we could see: extern "C", an exported symbol. */
static bool is_for_others(struct cuda *c, const struct syn *s, const struct declarator *d)
{
	static const char *const words[] = {"EXPORT", "dllexport", "visibility", "_API", "API_", "_PUBLIC", "EXTERN", "used"};
	u32 from = cuda_place(c, s->begin), to = cuda_place(c, d->name->begin);
	return c->is_c || (from < to && to <= c->source.n && str_has_any((struct str){c->source.p + from, to - from}, words, COUNT(words)));
}

static bool is_class_kind(enum syn_kind kind)
{
	return kind == SYN_CLASS_SPECIFIER || kind == SYN_STRUCT_SPECIFIER || kind == SYN_UNION_SPECIFIER;
}

void cuda_variables(struct cuda *c, struct node_list *to, const struct syn *s)
{
	const struct syn *type = syn_field(s, FIELD_TYPE), *first = syn_field(s, FIELD_DECLARATOR);
	if (type && is_class_kind(type->kind))
		cuda_class(c, to, type, 0);
	u32 flags = first ? head_flags(c, s->begin, first->begin) & NF_STATIC : 0;
	for (const struct syn *d = first; d; d = syn_next(d))
		if (d->field == FIELD_DECLARATOR) {
			prototype(c, to, s, d);
			one_variable(c, to, d, type, flags);
		}
}

static void parameter(struct cuda *c, struct node_list *to, const struct syn *s)
{
	const struct syn *type = syn_field(s, FIELD_TYPE), *value = syn_field(s, FIELD_DEFAULT_VALUE);
	struct declarator d = cuda_declarator(syn_field(s, FIELD_DECLARATOR));
	struct node *n = cuda_node(c, NODE_PARAM, s);
	if (d.name) {
		n->name = cuda_slice(c, d.name->begin, d.name->end);
		n->at = cuda_place(c, d.name->begin);
	}
	n->type = cuda_type(c, type, &d);
	n->flags = (u16)((d.is_reference ? NF_REF : 0) | (d.is_variadic ? NF_VARIADIC : 0));
	if (value)
		node_add(n, cuda_expr(c, value));
	node_list_add(to, n);
}

void cuda_parameters(struct cuda *c, struct node_list *to, const struct syn *parameter_list)
{
	const struct syn *s = parameter_list ? syn_first(parameter_list) : NULL;
	for (; s; s = syn_next(s)) {
		bool is_parameter = s->kind == SYN_PARAMETER || s->kind == SYN_OPTIONAL_PARAMETER ||
		                    s->kind == SYN_VARIADIC_PARAMETER || s->kind == SYN_OBJECT_PARAMETER;
		if (is_parameter && !(s->end - s->begin == 4 && str_is(cuda_slice(c, s->begin, s->end), "void")))
			parameter(c, to, s);
		if (s->kind == TOKEN_ELLIPSIS) {
			struct node *n = cuda_node(c, NODE_PARAM, s);
			n->flags = NF_VARIADIC;
			node_list_add(to, n);
		}
	}
}

/* Whether `name` in an initialiser list names a base class or the class itself rather than a field. */
static bool is_base_name(struct cuda *c, const struct syn *s, struct str name, struct str own)
{
	if (s->kind != SYN_IDENTIFIER && s->kind != SYN_FIELD_IDENTIFIER)
		return true;
	if (str_eq(name, own))
		return true;
	for (size_t i = 0, end; i < c->bases.n; i = end + 1) {
		const char *comma = memchr(c->bases.p + i, ',', c->bases.n - i);
		end = comma ? (size_t)(comma - c->bases.p) : c->bases.n;
		if (str_eq(str_behind_scope((struct str){c->bases.p + i, end - i}), name))
			return true;
	}
	return !c->class_name.n && isupper((u8)name.p[0]) && name.p[name.n - 1] != '_';
}

static void field_initialiser(struct cuda *c, struct node_list *to, const struct syn *s, struct str own)
{
	const struct syn *name = syn_first(s), *value = name;
	while (value && value->kind != SYN_ARGUMENTS && value->kind != SYN_INITIALIZER_LIST)
		value = syn_next(value);
	if (!name || !value || name == value)
		return;
	struct cuda_name text = cuda_name(c, name->begin, name->end);
	if (is_base_name(c, name, text.text, own)) {
		struct node *call = cuda_call_of(c, value, name->begin, name->end);
		node_list_add(to, node_add(cuda_node(c, NODE_EXPR, s), call));
		return;
	}
	struct node *member = cuda_node(c, NODE_MEMBER, name), *assign = cuda_node(c, NODE_ASSIGN, s);
	member->name = text.text;
	member->at = cuda_place(c, text.at);
	member->flags = NF_ARROW;
	node_add(member, cuda_node(c, NODE_THIS, name));
	node_add(node_add(assign, member), direct_value(c, value, NULL, false));
	node_list_add(to, node_add(cuda_node(c, NODE_EXPR, s), assign));
}

static struct node *function_block(struct cuda *c, const struct syn *s, struct str own)
{
	const struct syn *body = syn_field(s, FIELD_BODY), *initialisers = syn_kind(s, SYN_FIELD_INITIALIZERS);
	if (!body)
		body = syn_kind(s, SYN_COMPOUND) ? syn_kind(s, SYN_COMPOUND) : syn_kind(s, SYN_TRY);
	if (!body)
		return NULL;
	struct node *block = cuda_node(c, NODE_BLOCK, body);
	struct node_list list = cuda_list(block);
	if (!initialisers && body->kind == SYN_TRY)
		initialisers = syn_kind(body, SYN_FIELD_INITIALIZERS);
	for (const struct syn *i = initialisers ? syn_first(initialisers) : NULL; i; i = syn_next(i))
		if (i->kind == SYN_FIELD_INITIALIZER)
			field_initialiser(c, &list, i, own);
	if (body->kind != SYN_COMPOUND)
		cuda_stmt(c, &list, body);
	else
		for (const struct syn *i = syn_first(body); i; i = syn_next(i))
			cuda_stmt(c, &list, i);
	return block;
}

static u32 function_flags(struct cuda *c, const struct syn *s, const struct declarator *d, struct str name,
                          bool has_type)
{
	u32 flags = head_flags(c, s->begin, d->name->begin) | tail_flags(c, d->name) | (c->is_unnamed ? NF_STATIC : 0);
	const struct syn *f = d->function;
	if (syn_kind(f, SYN_NOEXCEPT) || syn_kind(f, SYN_THROW_SPECIFIER))
		flags |= NF_NOEXCEPT;
	if (syn_kind(f, SYN_VIRTUAL_SPECIFIER))
		flags |= NF_VIRTUAL;
	struct str last = str_behind_scope(name);
	struct str scope = last.n < name.n ? (struct str){name.p, name.n - last.n - 2} : c->class_name;
	if (last.n && last.p[0] == '~')
		flags |= NF_DTOR;
	else if (last.n && str_eq(last, str_behind_scope(scope)))
		flags |= NF_CTOR;
	else if (!has_type && last.n < name.n && !str_has(last, "operator"))
		flags |= NF_CTOR;
	return flags;
}

static struct str result_type(struct cuda *c, const struct syn *s, const struct declarator *d)
{
	const struct syn *type = syn_field(s, FIELD_TYPE);
	const struct syn *trailing = syn_field(syn_kind(d->function, SYN_TRAILING_RETURN), FIELD_NONE);
	if (trailing)
		return cuda_slice(c, trailing->begin, trailing->end);
	struct declarator plain = {.pointers = d->pointers};
	struct str text = cuda_type(c, type, &plain);
	return d->is_reference && text.n ? str_of(arena_format(c->arena, "%.*s &", (int)text.n, text.p)) : text;
}

void cuda_function(struct cuda *c, struct node_list *to, const struct syn *s, u32 flags)
{
	struct declarator d = cuda_declarator(syn_field(s, FIELD_DECLARATOR));
	if (syn_kind(s, SYN_DEFAULT_METHOD) || syn_kind(s, SYN_DELETE_METHOD) || syn_kind(s, SYN_PURE_VIRTUAL))
		return;
	bool is_lost = !d.name || cuda_is_reserved(cuda_name(c, d.name->begin, d.name->end).text);
	if (is_lost || !cuda_enter(c)) {
		cuda_again(c, to, s);
		return;
	}
	struct node *n = cuda_node(c, NODE_FUNCTION, s);
	struct node_list list = cuda_list(n);
	struct cuda_name name = function_name(c, &d);
	n->name = name.text;
	n->at = cuda_place(c, name.at);
	n->type = result_type(c, s, &d);
	n->flags = (u16)(flags | function_flags(c, s, &d, name.text, syn_field(s, FIELD_TYPE)));
	n->flags |= s->flags & SYN_HAS_ERROR ? NF_ERROR : 0;
	cuda_parameters(c, &list, syn_field(d.function, FIELD_PARAMETERS));
	struct cuda outside = *c;
	c->in_function = true;
	struct str last = str_behind_scope(name.text);
	struct node *block = function_block(c, s, n->flags & NF_CTOR ? last : S(""));
	*c = outside;
	cuda_leave(c);
	if (!block)
		return;
	node_list_add(&list, block);
	node_list_add(to, n);
	if (!c->in_function && !c->class_name.n && is_for_others(c, s, &d)) {
		struct node *before = declared(c, to, s, &d);
		before->at = before->end = before->begin; /* the place of the name is the definition's */
	}
}

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
		if (type && is_class_kind(type->kind))
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
		else if (is_class_kind(i->kind))
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
	case SYN_TEMPLATE_INSTANTIATION: instantiation(c, to, s); break;
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
