/* The file: its functions, classes, macros and what runs at file scope. */
#include "facts/lower_state.h"

#include <string.h>

static const struct node *body_of(const struct node *n)
{
	const struct node *c = n->child;
	while (c && (c->kind == NODE_PARAM || c->kind == NODE_DECORATOR))
		c = c->next;
	return c && c->kind != NODE_NONE ? c : NULL;
}

static bool has_call(const struct node *n, u32 depth)
{
	if (n->kind == NODE_CALL || n->kind == NODE_LAUNCH || n->kind == NODE_LAMBDA)
		return true;
	for (const struct node *c = n->child; c && depth < TREE_DEPTH; c = c->next)
		if (has_call(c, depth + 1))
			return true;
	return false;
}

static operand constant(struct lower *l, const struct node *n)
{
	if (!n || (n->kind != NODE_NAME && !node_is_literal(n)))
		return 0;
	operand o = n->kind == NODE_NAME ? OPERAND(OPD_GLOBAL, string_put(l, n->name)) : lower_expr(l, n);
	return operand_kind(o) == OPD_UNKNOWN ? 0 : o;
}

static void params_declare(struct lower *l, const struct node *n)
{
	bool again;
	for (const struct node *p = n->child; p; p = p->next) {
		if (p->kind != NODE_PARAM)
			continue;
		operand o = var_declare(l, p->name, p->type, p->flags, p->at, &again);
		if (!again && operand_kind(o) == OPD_VAR)
			l->fn->vars.at[operand_index(o)].value = constant(l, p->child);
		if (n->kind == NODE_MACRO && p->flags & NF_VARIADIC)
			name_bind(l, string_put(l, S("__VA_ARGS__")), o);
	}
	l->b->functions.at[l->fn->index].param_count = l->fn->vars.n;
}

/* Defaults stand at the declaration, most of all, and the definition doesn't repeat them. */
static void defaults_declare(struct lower *l, const struct node *n, struct prototype *to)
{
	u32 i = 0;
	for (const struct node *p = n->child; p && i < 32; p = p->next) {
		if (p->kind != NODE_PARAM)
			continue;
		operand o = l->is_python ? 0 : constant(l, p->child);
		bool is_zero = operand_kind(o) == OPD_NULL || (operand_kind(o) == OPD_INT && !l->b->ints.at[operand_index(o)]);
		to->zeros |= (u32)is_zero << i;
		to->others |= (u32)(!is_zero && (operand_kind(o) == OPD_INT || operand_kind(o) == OPD_GLOBAL)) << i;
		i++;
	}
}

/* A default argument that calls something runs at the begin, on a way of its own. Python's run at the def. */
static void defaults_lower(struct lower *l, const struct node *n)
{
	for (const struct node *p = n->child; p; p = p->next) {
		if (l->is_python || p->kind != NODE_PARAM || !p->child || !has_call(p->child, 0))
			continue;
		u32 missing = label_new(l), given = label_new(l);
		alt_add(l, p, missing, given);
		label_place(l, missing);
		operand value = lower_expr(l, p->child);
		move_add(l, p, name_operand(l, p->name), value, RF_INITIALISER);
		label_place(l, given);
	}
}

static void body_lower(struct lower *l, const struct node *n, const struct node *body)
{
	if (l->is_python)
		python_locals(l, body);
	defaults_lower(l, n);
	bool is_value = n->kind == NODE_MACRO && body->kind != NODE_BLOCK && !(n->flags & NF_STATEMENT);
	if (!is_value) {
		lower_block(l, body);
		return;
	}
	operand value = lower_expr(l, body);
	if (l->fn->is_dead)
		return;
	struct row *r = row_add(l, ROW_RETURN, body);
	r->a = value;
	r->flags = RF_MACRO_VALUE;
	r->target = label_use(l, l->fn->exit);
}

static u16 special_flags(const struct lower *l, const struct function *f)
{
	struct str name = string_get(l, f->name);
	if (l->is_python || f->kind != FN_METHOD)
		return 0;
	return str_starts(name, "~") ? NF_DTOR : str_eq(name, name_last(string_get(l, f->cls))) ? NF_CTOR : 0;
}

/* Lambdas and functions in functions see the variables around them. */
static u32 lower_body_of(struct lower *l, const struct node *n, enum function_kind kind, u32 name, u32 qualified,
                         u32 cls)
{
	const struct node *body = body_of(n);
	bool is_nested = l->fn != l->file;
	u32 parent = l->fn->index, saved = l->cls;
	struct function *f = function_begin(l, kind, n);
	u32 index = l->fn->index;
	f->name = name;
	f->qualified = qualified;
	f->cls = cls;
	f->flags |= special_flags(l, f);
	f->result = string_put(l, n->type);
	f->parent = is_nested && kind != FN_MACRO ? parent : NONE;
	l->fn->sees_outer = kind == FN_LAMBDA || (is_nested && kind != FN_MACRO);
	l->cls = 0;
	params_declare(l, n);
	if (l->is_python)
		l->b->functions.at[index].doc = python_doc(l, body);
	if (body)
		body_lower(l, n, body);
	function_end(l, n);
	l->cls = saved;
	return index;
}

u32 lower_lambda(struct lower *l, const struct node *n)
{
	struct function around = l->b->functions.at[l->fn->index];
	return lower_body_of(l, n, FN_LAMBDA, 0, around.qualified, around.cls);
}

/* A piece of its user, as a macro is: names and jumps are the user's. */
u32 lower_statement_argument(struct lower *l, const struct node *n)
{
	struct function around = l->b->functions.at[l->fn->index];
	struct node *holder = node_new(l->arena, NODE_OPAQUE, n->begin, n->end), *block = node_new(l->arena, NODE_BLOCK, n->begin, n->end),
	            *copy = node_new(l->arena, n->kind, n->begin, n->end);
	*copy = *n;
	copy->next = NULL;
	holder->at = block->at = n->at;
	node_add(holder, node_add(block, copy));
	return lower_body_of(l, holder, FN_MACRO, 0, around.qualified, around.cls);
}

/* The class in A::f: a namespace of the file is none. */
static u32 class_of(struct lower *l, struct str before)
{
	if (!before.n)
		return l->cls;
	u32 found = class_find(l, before);
	u32 joined = string_join(l, l->prefix, before);
	if (found)
		return found;
	bool is_space = idmap_get(&l->spaces, joined) != NONE || idmap_get(&l->spaces, string_put(l, before)) != NONE;
	return is_space ? 0 : joined;
}

static u32 lower_macro(struct lower *l, const struct node *n)
{
	u32 name = string_put(l, n->name);
	return lower_body_of(l, n, FN_MACRO, name, name, 0);
}

u32 lower_function(struct lower *l, const struct node *n)
{
	if (n->kind == NODE_MACRO)
		return lower_macro(l, n);
	struct str last = l->is_python ? n->name : name_last(n->name);
	struct str before = l->is_python ? S("") : name_before_last(n->name);
	u32 cls = class_of(l, before), prefix = l->prefix;
	u32 outer_prefix = cls ? cls : before.n ? string_join(l, prefix, before) : prefix;
	u32 name = string_put(l, last), qualified = string_join(l, outer_prefix, last);
	if (!body_of(n)) {
		struct prototype declared = {.name = name, .qualified = qualified, .result = string_put(l, n->type), .flags = n->flags, .at = n->at};
		defaults_declare(l, n, &declared);
		vec_push(l->arena, &l->b->prototypes, declared);
		return NONE;
	}
	l->prefix = l->is_python ? qualified : outer_prefix;
	u32 of = before.n ? special_of_function(l, n) : l->of;
	u32 index = lower_body_of(l, n, cls ? FN_METHOD : FN_FUNCTION, name, qualified, cls);
	l->b->functions.at[index].of = cls && !l->is_python ? of : 0;
	l->prefix = prefix;
	return index;
}

void lower_using(struct lower *l, const struct node *n)
{
	if (!l->is_python && l->fn != l->file) {
		struct node only = *n;
		only.next = NULL;
		classes_collect(l, &only, l->prefix, 0);
	}
	if (!l->is_python || !n->type.n)
		return;
	struct include i = {string_put(l, n->type), string_put(l, n->name), n->at};
	vec_push(l->arena, &l->b->includes, i);
}

/* A default member initialiser, or a static member's value, belongs to the file. */
static void field_lower(struct lower *l, const struct node *n, u32 cls)
{
	if (!n->child || n->child->kind == NODE_NONE)
		return;
	constant_collect(l, n, cls);
	struct building *fn = l->fn;
	l->fn = l->file;
	operand dst = place_step(l, OPERAND(OPD_GLOBAL, cls), STEP_FIELD, string_put(l, n->name));
	lower_init(l, n, cls ? dst : OPERAND(OPD_GLOBAL, string_put(l, n->name)));
	l->fn = fn;
}

static void members_lower(struct lower *l, const struct node *list)
{
	for (const struct node *n = list; n; n = n->next)
		if (n->kind == NODE_VAR)
			field_lower(l, n, l->cls);
		else if (n->kind == NODE_ALT || n->kind == NODE_BLOCK)
			members_lower(l, n->child);
		else
			lower_stmt(l, n);
}

static void python_class(struct lower *l, const struct node *n, u32 own)
{
	struct decorators d = python_decorators(l, n);
	u32 outer_body = l->fn->class_body;
	operand dst = outer_body ? place_step(l, OPERAND(OPD_GLOBAL, outer_body), STEP_FIELD, string_put(l, n->name)) : name_operand(l, n->name);
	l->fn->class_body = own;
	for (const struct node *c = n->child; c; c = c->next)
		if (c->kind != NODE_DECORATOR)
			lower_stmt(l, c);
	l->fn->class_body = outer_body;
	python_define(l, n, dst, 0, &d)->b = OPERAND(OPD_GLOBAL, own);
}

void lower_class(struct lower *l, const struct node *n)
{
	u32 prefix = l->prefix, cls = l->cls, of = l->of;
	u32 own = n->name.n ? string_join(l, prefix, n->name) : cls;
	if (l->fn != l->file && idmap_get(&l->classes, own) == NONE) {
		struct node only = *n;
		only.next = NULL;
		classes_collect(l, &only, prefix, cls);
	}
	l->prefix = n->name.n ? own : prefix;
	l->cls = own;
	l->of = l->is_python ? 0 : special_of_class(l, n);
	if (l->is_python)
		python_class(l, n, own);
	else
		members_lower(l, n->child);
	l->prefix = prefix;
	l->cls = cls;
	l->of = of;
}


void lower_namespace(struct lower *l, const struct node *n)
{
	u32 prefix = l->prefix;
	l->prefix = string_join(l, prefix, n->name);
	lower_list_of_stmts(l, n);
	l->prefix = prefix;
}

static struct str skip_blanks(struct str s)
{
	while (s.n && (*s.p == ' ' || *s.p == '\t'))
		s.p++, s.n--;
	return s;
}

/* An #include line. One inside a comment is taken for one too: it only makes a file visible that nobody needs. */
static void include_collect(struct lower *l, struct str line, u32 at)
{
	struct str rest = skip_blanks(line);
	if (!str_starts(rest, "#"))
		return;
	rest = skip_blanks((struct str){rest.p + 1, rest.n - 1});
	if (!str_starts(rest, "include"))
		return;
	rest = skip_blanks((struct str){rest.p + 7, rest.n - 7});
	const char *close = rest.n > 1 ? memchr(rest.p + 1, *rest.p == '<' ? '>' : '"', rest.n - 1) : NULL;
	if (!close || (*rest.p != '<' && *rest.p != '"'))
		return;
	u32 path = string_put(l, (struct str){rest.p + 1, (size_t)(close - rest.p) - 1});
	struct include i = {path, 0, at + (u32)(rest.p - line.p)};
	vec_push(l->arena, &l->b->includes, i);
}

static void lines_collect(struct lower *l, struct str bytes)
{
	for (size_t begin = 0, end; begin <= bytes.n; begin = end + 1) {
		const char *newline = begin < bytes.n ? memchr(bytes.p + begin, '\n', bytes.n - begin) : NULL;
		end = newline ? (size_t)(newline - bytes.p) : bytes.n;
		vec_push(l->arena, &l->b->lines, (u32)begin);
		if (!l->is_python)
			include_collect(l, (struct str){bytes.p + begin, end - begin}, (u32)begin);
	}
}

void lower_file(struct unit_builder *b, const struct node *file, struct str bytes, bool is_python)
{
	struct lower *l = arena_new(b->arena, struct lower);
	l->b = b;
	l->arena = b->arena;
	l->is_python = is_python;
	l->bytes = bytes;
	lines_collect(l, bytes);
	classes_collect(l, file->child, 0, 0);
	if (!is_python)
		constants_of_text(l);
	function_begin(l, FN_FILE, file);
	l->file = l->fn;
	if (is_python)
		l->b->functions.at[0].doc = python_doc(l, file);
	lower_list_of_stmts(l, file);
	function_end(l, file);
}
