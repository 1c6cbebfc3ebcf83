/* Functions of C++: what is told before and behind the name, parameters, initialisers of fields, the body. */
#include <ctype.h>

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
u32 cuda_head_flags(struct cuda *c, u32 begin, u32 end)
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

/* A conversion function's parameters lie inside its name: operator bool(). */
static struct cuda_name function_name(struct cuda *c, const struct declarator *d)
{
	bool is_inside = d->function && d->function->begin < d->name->end && d->function->begin > d->name->begin;
	return cuda_name(c, d->name->begin, is_inside ? d->function->begin : d->name->end);
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
	node_add(node_add(assign, member), cuda_direct_value(c, value, NULL, false));
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
	u32 flags = cuda_head_flags(c, s->begin, d->name->begin) | tail_flags(c, d->name) | (c->is_unnamed ? NF_STATIC : 0);
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

void cuda_prototype(struct cuda *c, struct node_list *to, const struct syn *s, const struct syn *declarator)
{
	struct declarator d = cuda_declarator(declarator);
	if (d.name && d.function && !c->in_function && syn_field(s, FIELD_TYPE))
		declared(c, to, s, &d);
}

void cuda_instantiation(struct cuda *c, struct node_list *to, const struct syn *s)
{
	const struct syn *d = syn_field(s, FIELD_DECLARATOR);
	if (d)
		cuda_prototype(c, to, s, d);
}

/* A definition that is there for others by its own words, who need no declaration that we could see: extern "C", an exported symbol. */
static bool is_for_others(struct cuda *c, const struct syn *s, const struct declarator *d)
{
	static const char *const words[] = {"EXPORT", "dllexport", "visibility", "_API", "API_", "_PUBLIC", "EXTERN", "used"};
	u32 from = cuda_place(c, s->begin), to = cuda_place(c, d->name->begin);
	return c->is_c || (from < to && to <= c->source.n && str_has_any((struct str){c->source.p + from, to - from}, words, COUNT(words)));
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
