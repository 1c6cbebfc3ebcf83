/* Calls, constructions, overloaded operators and launches (parse/clang_tree.h). */
#include "parse/clang_tree.h"

bool clang_is_construction(CXCursor cursor)
{
	if (cursor.kind != CXCursor_CallExpr)
		return false;
	CXCursor target = clang.getCursorReferenced(cursor);
	if (target.kind == CXCursor_FunctionTemplate)
		return clang.getTemplateCursorKind(target) == CXCursor_Constructor;
	return target.kind == CXCursor_Constructor;
}

static bool is_configuration(struct clang_walk *w, struct part p)
{
	if (p.cursor.kind != CXCursor_CallExpr)
		return false;
	struct str name = clang_spelling(w, p.cursor);
	return str_is(name, "cudaConfigureCall") || str_is(name, "__cudaPushCallConfiguration") ||
	       str_is(name, "hipConfigureCall") || str_is(name, "__hipPushCallConfiguration");
}

static struct node *launch(struct clang_walk *w, struct part p, struct parts parts)
{
	enum { KERNEL, CONFIGURATION, ARGS };
	struct node *n = clang_node(w, NODE_LAUNCH, p);
	struct node_list list = clang_list(n);
	struct part configuration = parts.at[CONFIGURATION];
	struct parts written = clang_exprs(w, configuration); /* the first is the runtime's own function */
	n->at = configuration.begin;
	node_list_add(&list, clang_expr(w, parts.at[KERNEL]));
	for (u32 i = 1; i <= 4; i++)
		node_list_add(&list, i < written.n ? clang_expr(w, written.at[i]) : clang_none(w, configuration.end));
	for (u32 i = ARGS; i < parts.n; i++)
		node_list_add(&list, clang_expr(w, parts.at[i]));
	if (written.n < 2) /* k<<<>>>(p) */
		n->kind = NODE_OPAQUE;
	return n;
}

struct node *clang_call_parts(struct clang_walk *w, struct part p, struct part callee, struct parts args, bool is_partial)
{
	struct node *n = clang_node(w, NODE_CALL, p), *target = clang_expr(w, callee);
	struct node_list list = clang_list(n);
	bool is_named = target->kind == NODE_NAME || target->kind == NODE_MEMBER;
	u32 open = text_skip(w->text, callee.end, p.end);
	u32 close = text_at(w->text, open, p.end, "(") ? text_close(w->text, open, p.end) : NONE;
	n->at = is_named ? target->at : open;
	node_list_add(&list, target);
	u32 from = open < p.end ? open + 1 : p.end;
	if (is_partial && close != NONE)
		clang_recover_list(w, &list, open, close, args);
	else
		for (u32 i = 0; i < args.n; i++) {
			node_list_add(&list, clang_cast_before(w, from, args.at[i]));
			from = text_skip(w->text, args.at[i].end, p.end) + 1;
		}
	if (close == NONE && text_at(w->text, open, p.end, "("))
		w->lost++; /* the rest of the arguments can't be read: statements as a macro's argument */
	if (name_is_launch(target->name))
		node_become_launch(w->arena, n);
	return n;
}

/* --- overloaded operators: object, operator, arguments in the order of the text --- */

static struct str operator_name(struct clang_walk *w, struct part p)
{
	if (p.cursor.kind != CXCursor_DeclRefExpr && p.cursor.kind != CXCursor_UnexposedExpr)
		return S("");
	struct str name = clang_spelling(w, p.cursor);
	struct parts parts = name.n ? (struct parts){0} : clang_parts(w, p);
	if (parts.n && parts.at[0].cursor.kind == CXCursor_OverloadedDeclRef)
		name = clang_spelling(w, parts.at[0].cursor);
	bool is_operator = str_starts(name, "operator") && name.n > 8 && !text_is_word(name.p[8]);
	return is_operator && !text_at(w->text, p.begin, p.end, "operator") ? (struct str){name.p + 8, name.n - 8} : S("");
}

static struct node *operator_call(struct clang_walk *w, struct part p, struct parts parts, u32 which, struct str sign)
{
	struct node *n = clang_node(w, NODE_CALL, p);
	struct node_list list = clang_list(n);
	bool is_first = true, is_postfix = parts.at[which].begin > parts.at[which ? 0 : parts.n - 1].begin;
	u32 count = parts.n - 1;
	n->at = parts.at[which].begin;
	if (str_is(sign, "->"))
		return clang_expr(w, parts.at[0]);
	for (u32 i = 0; i < parts.n; i++)
		if (i != which)
			node_list_add(&list, clang_expr(w, parts.at[i]));
	if (str_is(sign, "()") || !count) {
		is_first = n->child && (n->child->kind == NODE_NAME || n->child->kind == NODE_MEMBER);
		n->at = is_first ? n->child->at : n->at;
	} else if (str_is(sign, "[]")) {
		n->kind = NODE_INDEX;
		n->at = n->begin;
	} else if (str_is(sign, "++") || str_is(sign, "--")) {
		bool is_plus = sign.p[0] == '+';
		n->kind = NODE_UNARY;
		n->op = is_postfix ? (is_plus ? OP_POST_INC : OP_POST_DEC) : is_plus ? OP_PRE_INC : OP_PRE_DEC;
		n->child->next = NULL;
	} else {
		enum op compare = op_of(sign, count == 1);
		bool is_assignment = str_ends(sign, "=") && (compare == OP_NONE);
		if (is_assignment)
			sign.n--;
		n->kind = count == 1 ? NODE_UNARY : is_assignment ? NODE_ASSIGN : NODE_BINARY;
		n->op = (u8)op_of(sign, count == 1);
	}
	return n;
}

/* --- constructions --- */

/* T(a, b), T{a}, {a, b}; `p` may also begin at the variable that is constructed. */
static struct node *construction(struct clang_walk *w, struct part p, struct parts args)
{
	if (p.begin < w->text.n && w->text.p[p.begin] == '{') {
		struct node *n = clang_node(w, NODE_LIST, p);
		struct node_list items = clang_list(n);
		for (u32 i = 0; i < args.n; i++)
			node_list_add(&items, clang_expr(w, args.at[i]));
		return n;
	}
	struct node *n = clang_node(w, NODE_CALL, p), *callee = clang_node(w, NODE_NAME, p);
	struct node_list list = clang_list(n);
	struct text_name written = text_name(w->arena, w->text, p.begin, p.end);
	bool is_braced = args.n == 1 && args.at[0].cursor.kind == CXCursor_InitListExpr &&
	                 args.at[0].begin <= text_skip(w->text, written.end, p.end);
	if (is_braced) /* T{a} of a type not known yet */
		args = clang_exprs(w, args.at[0]);
	struct str type = clang_type_name(w, clang.getCursorType(p.cursor));
	n->type = type;
	callee->name = written.text.n ? written.text : text_name(w->arena, type, 0, (u32)type.n).text;
	callee->end = written.text.n ? written.end : p.begin;
	n->at = callee->at = written.text.n ? written.at : p.begin;
	node_list_add(&list, callee);
	for (u32 i = 0; i < args.n; i++)
		node_list_add(&list, clang_expr(w, args.at[i]));
	return n;
}

struct node *clang_call(struct clang_walk *w, struct part p)
{
	struct parts parts = clang_exprs(w, p);
	CXType type = clang.getCursorType(p.cursor);
	if (parts.n > 1 && is_configuration(w, parts.at[1]))
		return launch(w, p, parts);
	struct str spelling = clang_spelling(w, p.cursor);
	if (!spelling.n || str_starts(spelling, "operator")) {
		for (u32 i = 0; i < parts.n && i < 2; i++) {
			struct str sign = operator_name(w, parts.at[i]);
			if (sign.n)
				return operator_call(w, p, parts, i, sign);
		}
	}
	/* T{}(x) counts as a construction to libclang, too. */
	bool is_called = parts.n && parts.at[0].begin == p.begin && parts.at[0].end < p.end &&
	                 text_next_is(w->text, parts.at[0].end, p.end, "(");
	bool has_callee = parts.n && parts.at[0].begin == p.begin && (is_called || !clang_is_construction(p.cursor));
	if (!has_callee)
		return construction(w, p, parts);
	if (parts.n == 1 && clang_same_place(parts.at[0], p) && str_starts(spelling, "operator "))
		return clang_expr(w, parts.at[0]); /* a conversion that nobody wrote */
	struct part callee = parts.at[0];
	bool is_partial = type.kind == CXType_Dependent || type.kind == CXType_Unexposed;
	struct node *n = clang_call_parts(w, p, callee, (struct parts){parts.at + 1, parts.n - 1, 0}, is_partial);
	if (n->kind == NODE_CALL && !is_partial)
		n->type = clang_type_name(w, type);
	return n;
}
