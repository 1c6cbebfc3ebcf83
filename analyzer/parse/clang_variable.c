/* Variables, fields and parameters, and what libclang takes for them (parse/clang_tree.h). */
#include <string.h>

#include "parse/clang_decl.h"

/* libclang types what it can't resolve as int, or int * and so on. */
static bool is_unknown_type(struct clang_walk *w, struct str written, CXType declared)
{
	CXType type = clang.getCanonicalType(declared);
	if (type.kind == CXType_Unexposed || type.kind == CXType_Dependent || type.kind == CXType_Invalid)
		return true;
	struct str name = clang_type_name(w, declared);
	return written.n && !text_is_builtin(written) && (str_is(name, "int") || str_starts(name, "int *"));
}

struct node *clang_construct(struct clang_walk *w, const struct node *var, u32 open, u32 close, struct parts args)
{
	struct node *call = node_new(w->arena, NODE_CALL, var->at, close == NONE ? var->at : close + 1);
	struct node *callee = node_new(w->arena, NODE_NAME, var->at, var->at);
	struct node_list list = clang_list(call);
	struct text_name type = text_name(w->arena, var->type, 0, (u32)var->type.n);
	callee->name = type.text;
	if (var->type.p >= w->text.p && var->type.p < w->text.p + w->text.n) { /* a slice of the text */
		callee->begin = call->begin = (u32)(var->type.p - w->text.p);
		callee->end = callee->begin + (u32)var->type.n;
		callee->at = call->at = callee->begin + type.at;
	}
	node_list_add(&list, callee);
	if (close != NONE)
		clang_recover_list(w, &list, open, close, args);
	else
		for (u32 i = 0; i < args.n; i++)
			node_list_add(&list, clang_expr(w, args.at[i]));
	return call;
}

/* The initialiser of T x(a, b) or T x{a}: a call of T; of a scalar, the value. */
static struct node *direct_init(struct clang_walk *w, struct node *var, struct part init, bool is_class_type)
{
	struct part inner = clang_peel(w, init);
	char first = w->text.p[inner.begin];
	bool is_list = inner.cursor.kind == CXCursor_InitListExpr || first == '(' || inner.begin == var->at ||
	               (clang_is_construction(inner.cursor) && inner.begin <= var->at + var->name.n);
	struct parts values = {&inner, 1, 0};
	if (is_list)
		values = clang_exprs(w, inner);
	if (!is_class_type)
		return values.n ? clang_expr(w, values.at[0]) : clang_expr(w, inner);
	struct node *call = clang_construct(w, var, NONE, NONE, values);
	call->end = max_u32(call->end, init.end);
	return call;
}

static struct node *initial_value(struct clang_walk *w, struct part p, struct node *var)
{
	struct part init = {.end = 0};
	bool is_class_type = var->flags & NF_CLASS_TYPE;
	u32 after = text_skip(w->text, var->at + (u32)var->name.n, (u32)w->text.n);
	CXCursor cursor = clang.Cursor_getVarDeclInitializer(p.cursor);
	bool is_direct = text_at(w->text, after, (u32)w->text.n, "(") || text_at(w->text, after, (u32)w->text.n, "{");
	if (!clang_is_expr(cursor.kind) || !clang_part(w, cursor, &init)) {
		/* libclang gave the initialiser up; the text still has it. */
		u32 close = is_direct ? text_close(w->text, after, (u32)w->text.n) : NONE;
		if (close != NONE && clang_is_written(w, p)) {
			var->end = max_u32(var->end, close + 1);
			return is_class_type ? clang_construct(w, var, after, close, (struct parts){0})
			                     : clang_recover(w, after + 1, close);
		}
		u32 stop = after < w->text.n ? text_find(w->text, after + 1, (u32)w->text.n, ';') : NONE;
		if (stop == NONE || w->text.p[after] != '=' || !clang_is_written(w, p))
			return NULL;
		stop = clang_item_end(w, after + 1, stop, (struct parts){0});
		var->end = max_u32(var->end, stop);
		return clang_recover(w, after + 1, stop);
	}
	if (is_direct && init.begin >= var->at)
		return direct_init(w, var, init, is_class_type);
	init = clang_peel(w, init);
	if (!clang_is_construction(init.cursor) || init.begin != var->at)
		return clang_cast_before(w, is_direct ? init.begin : after + 1, init);
	/* A constructor that nobody wrote: for nothing, or for the value after `=`. */
	struct parts args = clang_exprs(w, init);
	return args.n == 1 ? clang_expr(w, args.at[0]) : NULL;
}

static struct node *field_value(struct clang_walk *w, struct part p)
{
	struct parts values = clang_exprs(w, p);
	if (!values.n)
		return NULL;
	struct part last = values.at[values.n - 1];
	u32 before = last.begin;
	while (before > p.begin && text_in(w->text.p[before - 1], " \t\r\n"))
		before--;
	bool is_value = w->text.p[last.begin] == '{' || (before > p.begin && w->text.p[before - 1] == '=');
	return is_value ? clang_expr(w, last) : NULL;
}

struct node *clang_variable(struct clang_walk *w, struct part p, u32 base)
{
	struct node *n = clang_node(w, NODE_VAR, p);
	CXType type = clang.getCursorType(p.cursor), canonical = clang.getCanonicalType(type);
	bool is_written = clang_is_written(w, p);
	n->at = clang_at(w, p);
	n->name = clang_spelling(w, p.cursor);
	n->type = is_written ? text_type(w->arena, w->text, base, n->name.n ? n->at : p.end, NULL) : clang_type_name(w, type);
	u32 name_end = n->at + (u32)n->name.n;
	if (n->type.n && is_written && n->name.n && text_next_is(w->text, name_end, (u32)w->text.n, "["))
		n->type = str_of(arena_format(w->arena, "%.*s[]", (int)n->type.n, n->type.p));
	if (canonical.kind == CXType_LValueReference || canonical.kind == CXType_RValueReference)
		n->flags |= NF_REF;
	bool is_plain = str_ends(n->type, "*") || str_ends(n->type, "]") || str_starts(n->type, "cuda") ||
	                str_starts(n->type, "hip"); /* C structures */
	bool is_variable = p.cursor.kind != CXCursor_ParmDecl && !(n->flags & NF_REF) && !is_plain;
	if (is_variable && ((canonical.kind == CXType_Record && (n->type.n || clang_type_name(w, canonical).n)) ||
	    (n->type.n && is_unknown_type(w, n->type, type))))
		n->flags |= NF_CLASS_TYPE;
	if (clang.Cursor_getStorageClass(p.cursor) == CX_SC_Static)
		n->flags |= NF_STATIC;
	bool is_field = p.cursor.kind == CXCursor_FieldDecl || p.cursor.kind == CXCursor_ParmDecl;
	struct node *value = is_field ? field_value(w, p) : initial_value(w, p, n);
	if (value && value->kind == NODE_LAMBDA && !n->type.n)
		n->flags &= (u16)~NF_CLASS_TYPE; /* a closure: no destructor to speak of */
	return value ? node_add(n, value) : n;
}

/* auto [a, b] = value: variables, then an assignment to the list of them. */
void clang_bindings(struct clang_walk *w, struct node_list *to, struct part p)
{
	struct parts parts = clang_parts(w, p);
	struct node *statement = clang_node(w, NODE_EXPR, p), *assign = clang_node(w, NODE_ASSIGN, p);
	struct node *list = clang_node(w, NODE_LIST, p), *value = NULL;
	for (u32 i = 0; i < parts.n; i++) {
		struct part part = parts.at[i];
		if (clang_is_expr(part.cursor.kind)) {
			value = clang_expr(w, part);
		} else if (part.cursor.kind == CXCursor_UnexposedDecl || part.cursor.kind == CXCursor_VarDecl) {
			struct node *var = clang_node(w, NODE_VAR, part), *name = clang_node(w, NODE_NAME, part);
			var->name = name->name = clang_slice(w, part.begin, part.end);
			node_list_add(to, var);
			list->begin = list->child ? list->begin : part.begin;
			list->end = part.end;
			node_add(list, name);
		}
	}
	u32 close = list->child ? text_find(w->text, list->child->begin, (u32)w->text.n, ']') : NONE;
	u32 equals = close == NONE ? NONE : text_skip(w->text, close + 1, (u32)w->text.n);
	if (!value && equals != NONE && text_at(w->text, equals, (u32)w->text.n, "=")) {
		u32 stop = text_find(w->text, equals, (u32)w->text.n, ';');
		value = stop == NONE ? NULL : clang_recover(w, equals + 1, stop);
		statement->end = assign->end = max_u32(p.end, stop == NONE ? 0 : stop);
	}
	statement->at = assign->at = equals == NONE ? p.begin : equals;
	if (value)
		node_list_add(to, node_add(statement, node_add(node_add(assign, list), value)));
}

/* T x(y) that libclang took for a function's declaration. */
static void vexing(struct clang_walk *w, struct node_list *to, struct part p, u32 base)
{
	struct parts parts = clang_parts(w, p);
	for (u32 i = 0; i < parts.n; i++) {
		struct part q = parts.at[i];
		struct str written = text_type(w->arena, w->text, q.begin, clang_at(w, q), NULL);
		if (q.cursor.kind == CXCursor_ParmDecl && !is_unknown_type(w, written, clang.getCursorType(q.cursor)))
			return;
	}
	u32 at = clang_at(w, p), open = text_find(w->text, at, p.end, '(');
	u32 close = open == NONE ? NONE : text_close(w->text, open, p.end);
	if (close == NONE || text_skip(w->text, open + 1, close) == close)
		return;
	struct node *var = clang_node(w, NODE_VAR, p);
	var->at = at;
	var->name = clang_spelling(w, p.cursor);
	var->type = text_type(w->arena, w->text, base, at, NULL);
	bool is_builtin = text_is_builtin(var->type);
	var->flags = is_builtin ? 0 : NF_CLASS_TYPE;
	node_list_add(to, node_add(var, is_builtin ? clang_recover(w, open + 1, close)
	                                           : clang_construct(w, var, open, close, (struct parts){0})));
}

/* unknown::f(x), which libclang took for the declaration of a variable or function x. */
static bool is_call(struct clang_walk *w, struct part p, u32 base)
{
	if (!clang_is_written(w, p))
		return false;
	u32 at = clang_at(w, p), type_end;
	struct str written = text_type(w->arena, w->text, base, at, &type_end);
	u32 open = text_skip(w->text, type_end, at);
	if (type_end <= base || !text_at(w->text, open, at, "(") || text_skip(w->text, open + 1, at) != at)
		return false;
	return p.cursor.kind == CXCursor_FunctionDecl || is_unknown_type(w, written, clang.getCursorType(p.cursor));
}

static void call_statement(struct clang_walk *w, struct node_list *to, u32 base, struct part statement)
{
	struct node *n = clang_node(w, NODE_EXPR, statement);
	u32 stop = text_find(w->text, base, (u32)w->text.n, ';');
	struct node *value = clang_recover(w, base, stop == NONE ? statement.end : stop);
	n->at = value->at;
	n->end = max_u32(n->end, value->end);
	node_list_add(to, node_add(n, value));
}

void clang_variables(struct clang_walk *w, struct node_list *to, struct part statement)
{
	struct parts parts = clang_parts(w, statement);
	u32 base = statement.begin;
	for (u32 i = 0; i < parts.n; i++) {
		struct part p = parts.at[i];
		if (to->last && to->last->begin >= base && p.end <= to->last->end && p.begin > to->last->at)
			continue; /* a template argument taken for a declarator: auto x = unknown<a, b>() */
		if (clang_is_class(p.cursor.kind))
			base = max_u32(base, p.end);
		if ((p.cursor.kind == CXCursor_VarDecl || p.cursor.kind == CXCursor_FunctionDecl) && is_call(w, p, base)) {
			call_statement(w, to, base, statement);
			return;
		}
		if (p.cursor.kind == CXCursor_VarDecl)
			node_list_add(to, clang_variable(w, p, base));
		else if (p.cursor.kind == CXCursor_FunctionDecl)
			vexing(w, to, p, base);
		else
			clang_decl(w, to, p);
	}
	/* What follows a declarator with an error is dropped with it. */
	u32 length = (u32)w->text.n;
	u32 after = to->last && to->last->kind == NODE_VAR ? text_skip(w->text, to->last->end, length) : length;
	if (text_at(w->text, after, length, ",") && after < statement.end && clang_is_written(w, statement)) {
		u32 stop = text_find(w->text, after, length, ';');
		clang_recover_declarators(w, to, base, after + 1, stop == NONE ? statement.end : stop);
	}
}
