/* Expressions (parse/clang_tree.h). Nodes that the compiler adds (casts, temporaries, cleanups) vanish. */
#include "parse/clang_tree.h"

#include <string.h>

/* From CXBinaryOperator_Mul to CXBinaryOperator_LOr, then the operators of compound assignments. */
static const u8 binary_ops[] = {
	[CXBinaryOperator_Mul] = OP_MUL,    [CXBinaryOperator_Div] = OP_DIV, [CXBinaryOperator_Rem] = OP_MOD,
	[CXBinaryOperator_Add] = OP_ADD,    [CXBinaryOperator_Sub] = OP_SUB, [CXBinaryOperator_Shl] = OP_SHL,
	[CXBinaryOperator_Shr] = OP_SHR,    [CXBinaryOperator_Cmp] = OP_SPACESHIP,
	[CXBinaryOperator_LT] = OP_LT,      [CXBinaryOperator_GT] = OP_GT,   [CXBinaryOperator_LE] = OP_LE,
	[CXBinaryOperator_GE] = OP_GE,      [CXBinaryOperator_EQ] = OP_EQ,   [CXBinaryOperator_NE] = OP_NE,
	[CXBinaryOperator_And] = OP_BITAND, [CXBinaryOperator_Xor] = OP_XOR, [CXBinaryOperator_Or] = OP_BITOR,
	[CXBinaryOperator_LAnd] = OP_AND,   [CXBinaryOperator_LOr] = OP_OR,
	[CXBinaryOperator_Assign] = OP_NONE,
	OP_MUL, OP_DIV, OP_MOD, OP_ADD, OP_SUB, OP_SHL, OP_SHR, OP_BITAND, OP_XOR, OP_BITOR,
	OP_COMMA,
};

static const u8 unary_ops[] = {
	[CXUnaryOperator_PostInc] = OP_POST_INC, [CXUnaryOperator_PostDec] = OP_POST_DEC,
	[CXUnaryOperator_PreInc] = OP_PRE_INC,   [CXUnaryOperator_PreDec] = OP_PRE_DEC,
	[CXUnaryOperator_AddrOf] = OP_ADDR,      [CXUnaryOperator_Deref] = OP_DEREF,
	[CXUnaryOperator_Plus] = OP_PLUS,        [CXUnaryOperator_Minus] = OP_NEG,
	[CXUnaryOperator_Not] = OP_COMPLEMENT,   [CXUnaryOperator_LNot] = OP_NOT,
};

/* A call in a macro's body that libclang could not make sense of: nothing in its places tells it from its callee. */
static bool is_broken_call(struct part p, struct part callee)
{
	return clang_same_place(p, callee) && callee.cursor.kind == CXCursor_DeclRefExpr &&
	       clang.getCursorType(p.cursor).kind == CXType_Dependent &&
	       clang.getCursorType(callee.cursor).kind == CXType_Overload;
}

struct part clang_peel(struct clang_walk *w, struct part p)
{
	while (p.cursor.kind == CXCursor_UnexposedExpr || p.cursor.kind == CXCursor_CallExpr) {
		bool is_call = p.cursor.kind == CXCursor_CallExpr;
		if (is_call && !clang_is_construction(p.cursor))
			break;
		struct parts inner = clang_exprs(w, p);
		/* What `return x;` converts to begins at `return`. */
		bool is_returned = is_call && text_at(w->text, p.begin, p.end, "return");
		bool is_same = inner.n == 1 && clang_same_place(inner.at[0], p) && !is_broken_call(p, inner.at[0]);
		if (!is_same && !(is_returned && inner.n == 1 && inner.at[0].end == p.end))
			break;
		p = inner.at[0];
	}
	return p;
}

/* A name at the part's place, or the cursor's spelling where the text holds another. */
static struct node *clang_name(struct clang_walk *w, struct part p)
{
	struct node *n = clang_node(w, NODE_NAME, p);
	struct str spelling = clang_spelling(w, p.cursor);
	if (!spelling.n) {
		struct parts parts = clang_parts(w, p);
		for (u32 i = 0; i < parts.n && !spelling.n; i++)
			if (parts.at[i].cursor.kind == CXCursor_OverloadedDeclRef)
				spelling = clang_spelling(w, parts.at[i].cursor);
	}
	struct text_name written = text_name(w->arena, w->text, p.begin, p.end);
	bool is_written = written.text.n && (!spelling.n || str_eq(str_behind_scope(written.text), spelling));
	n->name = is_written ? written.text : spelling;
	n->at = is_written ? written.at : p.begin;
	return n;
}

/* x.name, x->name; x may be out of sight (this). `from` is where the object ends. */
static struct node *member_after(struct clang_walk *w, struct part p, struct part object)
{
	struct node *n = clang_node(w, NODE_MEMBER, p);
	u32 at = text_skip(w->text, object.end, p.end);
	bool is_arrow = text_at(w->text, at, p.end, "->"), is_dot = !is_arrow && text_at(w->text, at, p.end, ".");
	struct text_name written = {S(""), 0, 0};
	if (is_arrow || is_dot)
		written = text_name(w->arena, w->text, at + (is_arrow ? 2 : 1), p.end);
	n->name = written.text.n ? written.text : clang_spelling(w, p.cursor);
	n->at = written.text.n ? written.at : clang_at(w, p);
	if (!is_dot && !is_arrow)
		is_arrow = clang.getCanonicalType(clang.getCursorType(object.cursor)).kind == CXType_Pointer;
	n->flags = is_arrow ? NF_ARROW : 0;
	return node_add(n, clang_expr(w, object));
}

static struct node *member(struct clang_walk *w, struct part p)
{
	struct parts objects = clang_exprs(w, p);
	if (!objects.n)
		return clang_name(w, p);
	/* A conversion that nobody wrote. */
	if (clang_same_place(objects.at[0], p) && str_starts(clang_spelling(w, p.cursor), "operator "))
		return clang_expr(w, objects.at[0]);
	return member_after(w, p, objects.at[0]);
}

static struct node *operands(struct clang_walk *w, struct part p, enum node_kind kind, struct parts parts, u32 count)
{
	struct node *n = clang_node(w, kind, p);
	for (u32 i = 0; i < count; i++)
		node_add(n, i < parts.n ? clang_expr(w, parts.at[i]) : clang_none(w, p.end));
	return n;
}

/* Of a cast to an undeclared type libclang keeps the operand alone. */
struct node *clang_cast_before(struct clang_walk *w, u32 from, struct part operand)
{
	struct str s = w->text;
	u32 begin = text_skip(s, from, operand.begin), open = begin, close = NONE;
	struct node *value = clang_expr(w, operand);
	if (begin >= operand.begin)
		return value;
	if (text_at(s, begin, operand.begin, "(")) {
		close = text_close(s, begin, operand.begin);
	} else if (str_ends(clang_slice(w, begin, text_token(s, begin, operand.begin)), "_cast")) {
		open = text_skip(s, text_token(s, begin, operand.begin), operand.begin);
		close = text_at(s, open, operand.begin, "<") ? text_close_angle(s, open, operand.begin) : NONE;
	}
	if (close == NONE)
		return value;
	struct node *n = node_new(w->arena, NODE_CAST, begin, operand.end);
	n->type = text_type(w->arena, s, open + 1, close, NULL);
	return node_add(n, value);
}

static struct node *binary(struct clang_walk *w, struct part p)
{
	struct parts parts = clang_exprs(w, p);
	unsigned kind = clang.getCursorBinaryOperatorKind(p.cursor);
	bool is_assignment = kind >= CXBinaryOperator_Assign && kind <= CXBinaryOperator_OrAssign;
	struct node *n = clang_node(w, is_assignment ? NODE_ASSIGN : NODE_BINARY, p);
	if (kind < COUNT(binary_ops))
		n->op = binary_ops[kind];
	if (parts.n != 2)
		return n;
	u32 sign = min_u32(text_skip(w->text, parts.at[0].end, parts.at[1].begin), p.end), after = sign;
	while (after < parts.at[1].begin && text_in(w->text.p[after], "=+-*/%<>&|^!,"))
		after++;
	n->at = sign;
	node_add(n, clang_expr(w, parts.at[0]));
	return node_add(n, clang_cast_before(w, after, parts.at[1]));
}

static struct node *unary(struct clang_walk *w, struct part p)
{
	struct parts parts = clang_exprs(w, p);
	unsigned kind = clang.getCursorUnaryOperatorKind(p.cursor);
	if (kind == CXUnaryOperator_Extension && parts.n)
		return clang_expr(w, parts.at[0]);
	struct node *n = operands(w, p, NODE_UNARY, parts, 1);
	if (kind < COUNT(unary_ops))
		n->op = unary_ops[kind];
	if (parts.n && (n->op == OP_POST_INC || n->op == OP_POST_DEC))
		n->at = min_u32(text_skip(w->text, parts.at[0].end, p.end), p.end);
	return n;
}

/* Between the brackets of (T)x and static_cast<T>(x), the type; else libclang's name for it. */
static struct str cast_type(struct clang_walk *w, struct part p)
{
	bool is_c = p.cursor.kind == CXCursor_CStyleCastExpr;
	u32 open = is_c ? p.begin : text_skip(w->text, text_token(w->text, p.begin, p.end), p.end);
	u32 close = NONE;
	if (is_c && text_at(w->text, open, p.end, "("))
		close = text_close(w->text, open, p.end);
	else if (!is_c && text_at(w->text, open, p.end, "<"))
		close = text_close_angle(w->text, open, p.end);
	struct str written = close == NONE ? S("") : text_type(w->arena, w->text, open + 1, close, NULL);
	return written.n ? written : clang_type_name(w, clang.getCursorType(p.cursor));
}

static struct node *cast(struct clang_walk *w, struct part p)
{
	struct node *n = operands(w, p, NODE_CAST, clang_exprs(w, p), 1);
	n->type = cast_type(w, p);
	if (str_is(n->type, "void"))
		n->name = n->type;
	return n;
}

/* T(x) and T{x}: a call of T, whatever it does. */
static struct node *functional_cast(struct clang_walk *w, struct part p)
{
	struct parts parts = clang_exprs(w, p);
	struct part value = parts.n ? clang_peel(w, parts.at[0]) : p;
	bool is_whole = parts.n && clang_same_place(value, p); /* a constructor's call covers all of it */
	if (str_is(clang_type_name(w, clang.getCursorType(p.cursor)), "void"))
		return cast(w, p);
	if (is_whole)
		return clang_expr(w, value);
	struct node *n = clang_node(w, NODE_CALL, p), *callee = clang_node(w, NODE_NAME, p);
	struct text_name written = text_name(w->arena, w->text, p.begin, p.end);
	u32 stop = text_type_end(w->arena, w->text, p.begin, p.end);
	if (text_is_builtin(clang_slice(w, p.begin, stop))) /* unsigned int(x) */
		written = (struct text_name){clang_slice(w, p.begin, stop), p.begin, stop};
	bool is_written = written.text.n && clang_is_written(w, p);
	callee->name = is_written ? written.text : clang_type_name(w, clang.getCursorType(p.cursor));
	callee->end = is_written ? written.end : p.begin;
	n->at = callee->at = is_written ? written.at : p.begin;
	struct node_list list = clang_list(n);
	node_list_add(&list, callee);
	if (value.cursor.kind == CXCursor_InitListExpr)
		parts = clang_exprs(w, value);
	for (u32 i = 0; i < parts.n; i++)
		node_list_add(&list, clang_expr(w, parts.at[i]));
	return n;
}

static struct node *list_of(struct clang_walk *w, struct part p, enum node_kind kind)
{
	struct parts parts = clang_exprs(w, p);
	struct node *n = clang_node(w, kind, p);
	struct node_list list = clang_list(n);
	for (u32 i = 0; i < parts.n; i++)
		node_list_add(&list, clang_expr(w, parts.at[i]));
	return n;
}

static struct node *new_object(struct clang_walk *w, struct part p)
{
	struct parts parts = clang_exprs(w, p);
	struct node *n = clang_node(w, NODE_NEW, p);
	struct node_list list = clang_list(n);
	u32 at = text_skip(w->text, text_token(w->text, p.begin, p.end), p.end);
	if (text_at(w->text, at, p.end, "(")) { /* placement */
		u32 close = text_close(w->text, at, p.end);
		at = close == NONE ? at : close + 1;
	}
	n->type = text_type(w->arena, w->text, at, p.end, NULL);
	if (!n->type.n)
		n->type = clang_type_name(w, clang.getPointeeType(clang.getCursorType(p.cursor)));
	for (u32 i = 0; i < parts.n; i++) {
		struct part inner = clang_peel(w, parts.at[i]);
		bool is_init = clang_is_construction(inner.cursor) || inner.cursor.kind == CXCursor_InitListExpr;
		struct parts args = is_init ? clang_exprs(w, inner) : (struct parts){&parts.at[i], 1, 0};
		for (u32 k = 0; k < args.n; k++)
			node_list_add(&list, clang_expr(w, args.at[k]));
	}
	return n;
}

/* [x = f()] is evaluated where the lambda is written; it reads best as a variable of the lambda. */
static void captures(struct clang_walk *w, struct node_list *to, struct part p, struct parts parts)
{
	u32 close = text_at(w->text, p.begin, p.end, "[") ? text_close(w->text, p.begin, p.end) : NONE;
	for (u32 at = p.begin + 1; close != NONE && at < close;) {
		u32 end = clang_item_end(w, at, close, (struct parts){0});
		u32 first = text_skip(w->text, at, end);
		struct text_name name = text_name(w->arena, w->text, first + text_at(w->text, first, end, "&"), end);
		u32 equals = text_skip(w->text, name.end, end);
		if (name.text.n && text_at(w->text, equals, end, "=")) {
			struct node *var = node_new(w->arena, NODE_VAR, name.at, end), *value = NULL;
			var->name = name.text;
			for (u32 i = 0; i < parts.n && !value; i++)
				if (clang_is_expr(parts.at[i].cursor.kind) && parts.at[i].begin == text_skip(w->text, equals + 1, end))
					value = clang_expr(w, parts.at[i]);
			node_list_add(to, node_add(var, value ? value : clang_recover(w, equals + 1, end)));
		}
		at = end + 1;
	}
}

static struct node *lambda(struct clang_walk *w, struct part p)
{
	struct parts parts = clang_parts(w, p);
	struct node *n = clang_node(w, NODE_LAMBDA, p), *block = clang_node(w, NODE_BLOCK, p);
	struct node_list list = clang_list(n), inner = clang_list(block);
	clang_parameters(w, &list, p, parts);
	captures(w, &inner, p, parts);
	for (u32 i = 0; i < parts.n; i++) {
		if (parts.at[i].cursor.kind != CXCursor_CompoundStmt)
			continue;
		block->begin = block->at = parts.at[i].begin;
		block->end = parts.at[i].end;
		clang_statements(w, &inner, parts.at[i]);
	}
	node_list_add(&list, block);
	return n;
}

/* The literal as written; out of a macro's body, its value. */
static struct node *literal(struct clang_walk *w, struct part p, enum node_kind kind)
{
	struct node *n = clang_node(w, kind, p);
	bool is_written = clang_is_written(w, p);
	if (is_written) {
		n->name = clang_slice(w, p.begin, p.end);
	} else {
		CXEvalResult value = clang.Cursor_Evaluate(p.cursor);
		long long number = value ? clang.EvalResult_getAsLongLong(value) : 0;
		if (value && kind == NODE_BOOL)
			n->name = number ? S("true") : S("false");
		else if (value)
			n->name = str_of(arena_format(w->arena, "%lld", number));
		if (value)
			clang.EvalResult_dispose(value);
	}
	return n;
}

static struct node *string(struct clang_walk *w, struct part p)
{
	struct node *n = clang_node(w, NODE_STRING, p);
	n->name = clang_is_written(w, p) ? clang_slice(w, p.begin, p.end) : clang_spelling(w, p.cursor);
	return n;
}

/* .name = value */
static struct node *designated(struct clang_walk *w, struct part p, struct parts parts)
{
	struct node *n = clang_node(w, NODE_PAIR, p);
	struct text_name name = text_name(w->arena, w->text, p.begin + 1, p.end);
	struct node *key = node_new(w->arena, NODE_NAME, name.at, name.at + (u32)name.text.n);
	key->name = name.text;
	return node_add(node_add(n, key), clang_expr(w, parts.at[parts.n - 1]));
}

/* An expression that libclang has no name for: implicit ones vanish, broken ones are told apart by what the text
 * has after the first part. */
static struct node *unexposed(struct clang_walk *w, struct part p)
{
	struct parts parts = clang_exprs(w, p);
	if (!parts.n && !clang_is_written(w, p))
		return clang_node(w, NODE_OPAQUE, p);
	if (!parts.n)
		return clang_recover(w, p.begin, p.end);
	struct part first = parts.at[0];
	char begin = w->text.p[p.begin];
	if (is_broken_call(p, first))
		return clang_call_parts(w, p, first, (struct parts){parts.at + 1, parts.n - 1, 0}, false);
	if (parts.n == 1 && clang_same_place(first, p))
		return clang_expr(w, first);
	if (first.begin == p.begin && first.end < p.end) {
		u32 after = text_skip(w->text, first.end, p.end);
		struct parts rest = {parts.at + 1, parts.n - 1, 0};
		if (text_at(w->text, after, p.end, "("))
			return clang_call_parts(w, p, first, rest, true);
		if (parts.n == 1 && (text_at(w->text, after, p.end, ".") || text_at(w->text, after, p.end, "->")))
			return member_after(w, p, first);
		if (text_at(w->text, after, p.end, "<<<")) {
			struct node *n = clang_recover_launch(w, clang_expr(w, first), after, p.end, rest);
			if (n)
				return n;
		}
		if (text_at(w->text, after, p.end, "["))
			return list_of(w, p, NODE_INDEX);
		struct node *n = parts.n == 2 ? clang_infix(w, first, parts.at[1]) : NULL;
		if (n)
			return n;
		if (text_at(w->text, after, p.end, "?")) { /* a ?: b */
			n = clang_node(w, NODE_OPAQUE, p);
			return node_add(node_add(n, clang_expr(w, first)), clang_expr(w, parts.at[parts.n - 1]));
		}
	}
	if (begin == '.' && parts.n)
		return designated(w, p, parts);
	return parts.n == 1 ? clang_cast_before(w, p.begin, first) : list_of(w, p, NODE_OPAQUE);
}

static struct node *convert(struct clang_walk *w, struct part p)
{
	switch (p.cursor.kind) {
	case CXCursor_UnexposedExpr: return unexposed(w, p);
	case CXCursor_DeclRefExpr: return clang_name(w, p);
	case CXCursor_MemberRefExpr: return member(w, p);
	case CXCursor_CallExpr: return clang_call(w, p);
	case CXCursor_BinaryOperator:
	case CXCursor_CompoundAssignOperator: return binary(w, p);
	case CXCursor_UnaryOperator: return unary(w, p);
	case CXCursor_ConditionalOperator: return operands(w, p, NODE_TERNARY, clang_exprs(w, p), 3);
	case CXCursor_ArraySubscriptExpr: return operands(w, p, NODE_INDEX, clang_exprs(w, p), 2);
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXDynamicCastExpr:
	case CXCursor_CXXReinterpretCastExpr:
	case CXCursor_CXXConstCastExpr:
	case CXCursor_CXXAddrspaceCastExpr: return cast(w, p);
	case CXCursor_CXXFunctionalCastExpr: return functional_cast(w, p);
	case CXCursor_ParenExpr:
	case CXCursor_PackExpansionExpr: {
		struct parts parts = clang_exprs(w, p);
		return parts.n ? clang_expr(w, parts.at[0]) : clang_recover(w, p.begin, p.end);
	}
	case CXCursor_InitListExpr:
	case CXCursor_CXXParenListInitExpr:
	case CXCursor_CompoundLiteralExpr: return list_of(w, p, NODE_LIST);
	case CXCursor_IntegerLiteral:
	case CXCursor_CharacterLiteral: return literal(w, p, NODE_INT);
	case CXCursor_FloatingLiteral: return literal(w, p, NODE_FLOAT);
	case CXCursor_CXXBoolLiteralExpr: return literal(w, p, NODE_BOOL);
	case CXCursor_StringLiteral: return string(w, p);
	case CXCursor_CXXNullPtrLiteralExpr:
	case CXCursor_GNUNullExpr: return clang_node(w, NODE_NULL, p);
	case CXCursor_CXXThisExpr: return clang_node(w, NODE_THIS, p);
	case CXCursor_UnaryExpr:
	case CXCursor_SizeOfPackExpr: return clang_node(w, NODE_SIZEOF, p);
	case CXCursor_CXXThrowExpr: return list_of(w, p, NODE_THROW);
	case CXCursor_CXXNewExpr: return new_object(w, p);
	case CXCursor_CXXDeleteExpr: return list_of(w, p, NODE_DELETE);
	case CXCursor_LambdaExpr: return lambda(w, p);
	case CXCursor_StmtExpr: {
		struct parts parts = clang_parts(w, p);
		struct node *n = clang_node(w, NODE_STMT_EXPR, p);
		return node_add(n, clang_block(w, parts.n ? parts.at[0] : p));
	}
	case CXCursor_CXXTypeidExpr:
	case CXCursor_ConceptSpecializationExpr:
	case CXCursor_RequiresExpr: return clang_node(w, NODE_OPAQUE, p);
	default: return list_of(w, p, NODE_OPAQUE);
	}
}

struct node *clang_expr(struct clang_walk *w, struct part p)
{
	p = clang_peel(w, p);
	if (!clang_enter(w)) {
		w->lost++;
		return clang_node(w, NODE_OPAQUE, p);
	}
	struct node *n = convert(w, p);
	clang_leave(w);
	return n;
}
