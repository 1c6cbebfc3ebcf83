/* One Python file: definitions and imports. */
#include "parse/python.h"

#include "parse/lost.h"

#include <string.h>

struct node *python_node(struct python *p, enum node_kind kind, const struct syn *s)
{
	return node_new(p->arena, kind, s->begin, s->end);
}

struct node *python_named(struct python *p, enum node_kind kind, const struct syn *s)
{
	struct node *n = python_node(p, kind, s);
	n->name = python_text(p, s);
	return n;
}

struct node *python_none(struct python *p, u32 at) { return node_new(p->arena, NODE_NONE, at, at); }

bool python_enter(struct python *p)
{
	if (p->depth >= TREE_DEPTH)
		return false;
	p->depth++;
	return true;
}

/* The identifier of a parameter, whatever is written around it. */
static const struct syn *parameter_name(const struct syn *s)
{
	const struct syn *name = syn_field(s, FIELD_NAME);
	while (s && s->kind != SYN_IDENTIFIER) {
		name = syn_field(s, FIELD_NAME);
		s = name ? name : syn_first(s);
		while (s && !(s->flags & SYN_NAMED))
			s = syn_next(s);
	}
	return s;
}

static bool is_parameter(enum syn_kind kind)
{
	return kind == SYN_IDENTIFIER || kind == SYN_PY_DEFAULT_PARAMETER || kind == SYN_PY_TYPED_PARAMETER ||
	       kind == SYN_PY_TYPED_DEFAULT || kind == SYN_PY_LIST_SPLAT_PATTERN ||
	       kind == SYN_PY_DICT_SPLAT_PATTERN || kind == SYN_PY_TUPLE_PATTERN;
}

void python_parameters(struct python *p, struct node_list *to, const struct syn *s)
{
	for (s = s ? syn_first(s) : NULL; s; s = syn_next(s)) {
		if (!is_parameter(s->kind))
			continue;
		struct node *n = python_node(p, NODE_PARAM, s);
		/* def f((a, b)) of Python 2: none of the names is the argument. */
		const struct syn *name = s->kind == SYN_PY_TUPLE_PATTERN ? NULL : parameter_name(s), *type = syn_field(s, FIELD_TYPE),
				 *value = syn_field(s, FIELD_VALUE);
		if (name) {
			n->name = python_text(p, name);
			n->at = name->begin;
		}
		if (type)
			n->type = python_text(p, type);
		if (p->text.p[s->begin] == '*')
			n->flags |= NF_VARIADIC;
		if (value)
			node_add(n, python_expr(p, value));
		node_list_add(to, n);
	}
}

static void decorators(struct python *p, struct node_list *to, const struct syn *decorated)
{
	for (const struct syn *s = decorated ? syn_first(decorated) : NULL; s; s = syn_next(s)) {
		const struct syn *value = s->kind == SYN_PY_DECORATOR ? syn_first(s) : NULL;
		while (value && !python_is_expr(value->kind))
			value = syn_next(value);
		if (value)
			node_list_add(to, node_add(python_node(p, NODE_DECORATOR, s), python_expr(p, value)));
	}
}

static struct str base_list(struct python *p, const struct syn *s)
{
	struct str all = S("");
	for (s = s ? syn_first(s) : NULL; s; s = syn_next(s)) {
		if (s->kind != SYN_IDENTIFIER && s->kind != SYN_PY_ATTRIBUTE && s->kind != SYN_PY_SUBSCRIPT)
			continue;
		const struct syn *base = s->kind == SYN_PY_SUBSCRIPT ? syn_field(s, FIELD_VALUE) : s; /* Generic[T] */
		struct str name = python_text(p, base ? base : s);
		all = !all.n ? name
		             : str_of(arena_format(p->arena, "%.*s,%.*s", (int)all.n, all.p, (int)name.n, name.p));
	}
	return all;
}

void python_definition(struct python *p, struct node_list *to, const struct syn *s, const struct syn *decorated)
{
	const struct syn *name = syn_field(s, FIELD_NAME), *type = syn_field(s, FIELD_RETURN_TYPE);
	const struct syn *body = syn_field(s, FIELD_BODY);
	bool is_class = s->kind == SYN_PY_CLASS;
	struct node *n = python_node(p, is_class ? NODE_CLASS : NODE_FUNCTION, decorated ? decorated : s);
	struct node_list list = {.parent = n};
	if (name) {
		n->name = python_text(p, name);
		n->at = name->begin;
	}
	n->flags = s->flags & SYN_HAS_ERROR ? NF_ERROR : 0;
	decorators(p, &list, decorated);
	if (is_class) {
		n->type = base_list(p, syn_field(s, FIELD_SUPERCLASSES));
		for (const struct syn *i = body ? syn_first(body) : NULL; i; i = syn_next(i))
			python_stmt(p, &list, i);
	} else {
		n->type = type ? python_text(p, type) : S("");
		python_parameters(p, &list, syn_field(s, FIELD_PARAMETERS));
		node_list_add(&list, body ? python_block(p, body) : node_new(p->arena, NODE_BLOCK, n->end, n->end));
	}
	node_list_add(to, n);
}

static void bind_module(struct python *p, struct node_list *to, const struct syn *s, struct str local,
                        struct str module)
{
	struct node *n = python_node(p, NODE_USING, s);
	n->name = local;
	n->type = module;
	node_list_add(to, n);
}

/* import a.b binds a and loads a.b; import a.b as c binds c to a.b. */
static void import_module(struct python *p, struct node_list *to, const struct syn *s)
{
	const struct syn *alias = syn_field(s, FIELD_ALIAS),
			 *name = s->kind == SYN_PY_ALIASED ? syn_field(s, FIELD_NAME) : s;
	if (!name)
		return;
	struct str module = python_text(p, name);
	const char *dot = memchr(module.p, '.', module.n);
	if (alias || !dot) {
		bind_module(p, to, s, alias ? python_text(p, alias) : module, module);
		return;
	}
	struct str top = {module.p, (size_t)(dot - module.p)};
	bind_module(p, to, s, top, top);
	bind_module(p, to, s, S(""), module);
}

static void import_name(struct python *p, struct node_list *to, const struct syn *s, struct str module)
{
	const struct syn *alias = syn_field(s, FIELD_ALIAS),
			 *name = s->kind == SYN_PY_ALIASED ? syn_field(s, FIELD_NAME) : s;
	if (!name)
		return;
	struct str what = s->kind == SYN_PY_WILDCARD ? S("*") : python_text(p, name);
	bool has_dot = module.n && module.p[module.n - 1] == '.';
	char *full =
		arena_format(p->arena, "%.*s%s%.*s", (int)module.n, module.p, has_dot ? "" : ".", (int)what.n, what.p);
	bind_module(p, to, s, alias ? python_text(p, alias) : what, str_of(full));
}

void python_import(struct python *p, struct node_list *to, const struct syn *s)
{
	const struct syn *from = syn_field(s, FIELD_MODULE_NAME);
	struct str module = from ? python_text(p, from) : s->kind == SYN_PY_FUTURE ? S("__future__") : S("");
	for (const struct syn *i = syn_first(s); i; i = syn_next(i)) {
		if (i == from || (i->field != FIELD_NAME && i->kind != SYN_PY_WILDCARD))
			continue;
		if (module.n)
			import_name(p, to, i, module);
		else
			import_module(p, to, i);
	}
}

static u32 same_place(const void *with UNUSED, u32 at) { return at; }

bool python_read(struct arena *a, const struct front_input *in, struct tree *out, struct strbuf *err)
{
	struct arena scratch = {0};
	struct syntax *x = syntax_open(GRAMMAR_PYTHON);
	struct python p = {.arena = a, .text = in->bytes};
	*out = (struct tree){.file = node_new(a, NODE_FILE, 0, (u32)in->bytes.n)};
	const struct syn *root = syntax_parse(x, &scratch, in->bytes, &out->errors, err);
	if (root)
		lost_note(a, out, root, syntax_count(x), same_place, NULL);
	struct node_list list = {.parent = out->file};
	for (const struct syn *s = root ? syn_first(root) : NULL; s; s = syn_next(s))
		python_stmt(&p, &list, s);
	syntax_close(x);
	arena_release(&scratch);
	return root;
}
