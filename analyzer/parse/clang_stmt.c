/* Statements (parse/clang_tree.h). The C API gives the parts of a statement without saying which is which and leaves
 * absent ones out; the text says it, or, inside a macro's expansion, the order and the kinds. */
#include "parse/clang_tree.h"

/* The children of an if, for, while or switch, by role. */
struct head {
	struct parts parts;
	u32 open, close; /* of the brackets after the keyword; NONE inside an expansion */
	u32 body;        /* the first part after the brackets */
};

static bool is_declaration(struct part p)
{
	return p.cursor.kind == CXCursor_DeclStmt || p.cursor.kind == CXCursor_VarDecl;
}

static struct head head_of(struct clang_walk *w, struct part p, const char *keyword)
{
	struct head h = {clang_parts(w, p), NONE, NONE, 0};
	if (text_at(w->text, p.begin, p.end, keyword)) {
		u32 at = text_skip(w->text, text_token(w->text, p.begin, p.end), p.end);
		if (text_at(w->text, at, p.end, "constexpr"))
			at = text_skip(w->text, at + 9, p.end);
		if (text_at(w->text, at, p.end, "("))
			h.close = text_close(w->text, h.open = at, p.end);
	}
	if (h.close != NONE) {
		while (h.body < h.parts.n && h.parts.at[h.body].begin <= h.close)
			h.body++;
	} else {
		while (h.body < h.parts.n && is_declaration(h.parts.at[h.body]))
			h.body++;
		h.body += h.body < h.parts.n && clang_is_expr(h.parts.at[h.body].cursor.kind);
	}
	return h;
}

/* T x = f() between the brackets, which libclang gave up. */
static struct node *declared_condition(struct clang_walk *w, struct node_list *before, const struct head *h)
{
	struct node *var = h->close == NONE ? NULL : clang_recover_variable(w, h->open + 1, h->close);
	if (!var || !var->child)
		return NULL;
	node_list_add(before, var);
	struct node *name = node_new(w->arena, NODE_NAME, var->at, var->at + (u32)var->name.n);
	name->name = var->name;
	return name;
}

/* What is tested: the last part of the head. Declarations before it go to `before`. */
static struct node *condition(struct clang_walk *w, struct node_list *before, const struct head *h)
{
	struct node *value = NULL;
	for (u32 i = 0; i < h->body; i++) {
		struct part p = h->parts.at[i];
		bool is_tested = i + 1 == h->body && clang_is_expr(p.cursor.kind);
		if (p.cursor.kind == CXCursor_VarDecl)
			node_list_add(before, clang_variable(w, p, p.begin));
		else if (is_tested && p.cursor.kind == CXCursor_UnexposedExpr && !clang_exprs(w, p).n)
			value = declared_condition(w, before, h);
		else if (!is_tested)
			clang_stmt(w, before, p);
		if (is_tested && !value)
			value = clang_expr(w, p);
	}
	if (!value)
		value = declared_condition(w, before, h);
	if (!value && h->close != NONE)
		value = clang_recover(w, h->open + 1, h->close);
	return value ? value : clang_none(w, h->parts.n ? h->parts.at[0].begin : 0);
}

static struct node *body_of(struct clang_walk *w, const struct head *h, u32 i, u32 end)
{
	struct node *block;
	if (i >= h->parts.n) {
		block = clang_none(w, end);
		block->kind = NODE_BLOCK;
		return block;
	}
	struct part p = h->parts.at[i];
	if (p.cursor.kind == CXCursor_CompoundStmt)
		return clang_block(w, p);
	block = clang_node(w, NODE_BLOCK, p);
	struct node_list list = clang_list(block);
	clang_stmt(w, &list, p);
	return block->child && block->child == list.last ? block->child : block;
}

/* Puts n into the list, inside a block with what was declared before it if there is any. */
static void finish(struct node_list *to, struct node *block, struct node_list *before, struct node *n)
{
	if (before->last) {
		node_list_add(before, n);
		n = block;
	}
	node_list_add(to, n);
}

static void if_statement(struct clang_walk *w, struct node_list *to, struct part p)
{
	struct head h = head_of(w, p, "if");
	struct node *block = clang_node(w, NODE_BLOCK, p), *n = clang_node(w, NODE_IF, p);
	struct node_list before = clang_list(block);
	node_add(n, condition(w, &before, &h));
	node_add(n, body_of(w, &h, h.body, p.end));
	if (h.body + 1 < h.parts.n)
		node_add(n, body_of(w, &h, h.body + 1, p.end));
	finish(to, block, &before, n);
}

/* while (T x = f()): the variable is made once, assigned before every test. */
static struct node *assigning(struct clang_walk *w, struct node_list *before, struct node *value)
{
	struct node *var = before->last;
	if (!var || var->kind != NODE_VAR || value->kind != NODE_NAME || !var->child || !str_eq(var->name, value->name))
		return value;
	struct node *assign = node_new(w->arena, NODE_ASSIGN, var->begin, var->end);
	node_add(node_add(assign, value), var->child);
	var->child = NULL;
	return assign;
}

static void while_statement(struct clang_walk *w, struct node_list *to, struct part p)
{
	struct head h = head_of(w, p, "while");
	struct node *block = clang_node(w, NODE_BLOCK, p), *n = clang_node(w, NODE_WHILE, p);
	struct node_list before = clang_list(block);
	node_add(n, assigning(w, &before, condition(w, &before, &h)));
	node_add(n, body_of(w, &h, h.body, p.end));
	finish(to, block, &before, n);
}

static void do_statement(struct clang_walk *w, struct node_list *to, struct part p)
{
	struct head h = {clang_parts(w, p), NONE, NONE, 0};
	struct node *n = clang_node(w, NODE_DO, p);
	node_add(n, body_of(w, &h, 0, p.end));
	node_add(n, h.parts.n > 1 ? clang_expr(w, h.parts.at[1]) : clang_none(w, p.end));
	node_list_add(to, n);
}

/* The parts of a for head by the semicolons between them; without text, a guess by kind. */
enum { FOR_INIT, FOR_CONDITION, FOR_STEP };

static u32 for_role(const struct head *h, u32 first, u32 second, u32 i)
{
	if (h->close != NONE)
		return h->parts.at[i].begin <= first ? FOR_INIT : h->parts.at[i].begin <= second ? FOR_CONDITION : FOR_STEP;
	unsigned kind = h->parts.at[i].cursor.kind;
	bool changes = kind == CXCursor_UnaryOperator || kind == CXCursor_CompoundAssignOperator;
	if (kind == CXCursor_BinaryOperator)
		changes = clang.getCursorBinaryOperatorKind(h->parts.at[i].cursor) == CXBinaryOperator_Assign;
	if (i == 0 && (is_declaration(h->parts.at[i]) || (changes && h->body > 1)))
		return FOR_INIT;
	return changes && i + 1 == h->body ? FOR_STEP : FOR_CONDITION;
}

static void for_statement(struct clang_walk *w, struct node_list *to, struct part p)
{
	struct head h = head_of(w, p, "for");
	u32 first = NONE, second = NONE;
	if (h.close != NONE) {
		first = text_find(w->text, h.open + 1, h.close, ';');
		second = first == NONE ? NONE : text_find(w->text, first + 1, h.close, ';');
	} else {
		h.body = h.parts.n ? h.parts.n - 1 : 0;
	}
	struct node *block = clang_node(w, NODE_BLOCK, p), *n = clang_node(w, NODE_FOR, p);
	struct node_list before = clang_list(block);
	struct node *roles[3] = {clang_none(w, p.begin), clang_none(w, p.begin), clang_none(w, p.begin)};
	for (u32 i = 0; i < h.body; i++) {
		struct part part = h.parts.at[i];
		u32 role = for_role(&h, first, second, i);
		if (clang_is_expr(part.cursor.kind) && role != FOR_INIT)
			roles[role] = clang_expr(w, part);
		else if (part.cursor.kind == CXCursor_VarDecl)
			node_list_add(&before, clang_variable(w, part, part.begin));
		else
			clang_stmt(w, &before, part);
	}
	roles[FOR_CONDITION] = assigning(w, &before, roles[FOR_CONDITION]);
	if (before.last && before.last == block->child) { /* just one: the loop's own */
		roles[FOR_INIT] = before.last;
		before = clang_list(block);
		block->child = NULL;
	}
	for (u32 i = 0; i < COUNT(roles); i++)
		node_add(n, roles[i]);
	node_add(n, body_of(w, &h, h.body, p.end));
	finish(to, block, &before, n);
}

/* auto &[a, b] is a LIST of names. */
static struct node *target_of(struct clang_walk *w, struct part p)
{
	struct part variable = p;
	if (p.cursor.kind == CXCursor_DeclStmt) {
		struct parts parts = clang_parts(w, p);
		if (parts.n)
			variable = parts.at[0];
	}
	if (variable.cursor.kind == CXCursor_VarDecl) {
		struct node *n = clang_variable(w, variable, variable.begin);
		n->child = NULL; /* libclang's own *__begin */
		return n;
	}
	struct node *n = clang_node(w, NODE_LIST, variable);
	struct parts names = clang_parts(w, variable);
	for (u32 i = 0; i < names.n; i++) {
		if (clang_is_expr(names.at[i].cursor.kind))
			continue;
		struct node *name = clang_node(w, NODE_NAME, names.at[i]);
		name->name = clang_slice(w, name->begin, name->end);
		node_add(n, name);
	}
	return n;
}

static void range_statement(struct clang_walk *w, struct node_list *to, struct part p)
{
	struct parts parts = clang_parts(w, p);
	struct node *block = clang_node(w, NODE_BLOCK, p), *n = clang_node(w, NODE_FOREACH, p);
	struct node_list before = clang_list(block);
	struct head h = {parts, NONE, NONE, parts.n ? parts.n - 1 : 0};
	u32 target = 0, range = 0;
	for (u32 i = 0; i < h.body; i++)
		*(clang_is_expr(parts.at[i].cursor.kind) ? &range : &target) = i;
	for (u32 i = 0; i < h.body; i++)
		if (i != target && i != range)
			clang_stmt(w, &before, parts.at[i]); /* for (init; x : y) */
	if (h.body < 2) {
		w->lost++;
		node_list_add(to, clang_node(w, NODE_OPAQUE, p));
		return;
	}
	node_add(n, target_of(w, parts.at[target]));
	node_add(n, clang_expr(w, parts.at[range]));
	node_add(n, body_of(w, &h, h.body, p.end));
	finish(to, block, &before, n);
}

static void switch_statement(struct clang_walk *w, struct node_list *to, struct part p)
{
	struct head h = head_of(w, p, "switch");
	struct node *block = clang_node(w, NODE_BLOCK, p), *n = clang_node(w, NODE_SWITCH, p);
	struct node_list before = clang_list(block);
	node_add(n, condition(w, &before, &h));
	struct node *body = body_of(w, &h, h.body, p.end);
	if (body->kind != NODE_BLOCK) {
		struct node *whole = node_new(w->arena, NODE_BLOCK, body->begin, body->end);
		body = node_add(whole, body);
	}
	node_add(n, body);
	finish(to, block, &before, n);
}

/* Labels, then their statement as a sibling. case 1 ... 5 keeps its lower end. libclang nests label in label. */
static void case_statement(struct clang_walk *w, struct node_list *to, struct part p)
{
	while (p.cursor.kind == CXCursor_CaseStmt || p.cursor.kind == CXCursor_DefaultStmt) {
		struct parts parts = clang_parts(w, p);
		struct node *n = clang_node(w, NODE_CASE, p);
		bool has_value = p.cursor.kind == CXCursor_CaseStmt && parts.n;
		u32 statement = !has_value ? 0 : parts.n > 2 ? 2 : 1;
		n->end = has_value ? max_u32(p.begin, parts.at[0].end) : min_u32(p.end, p.begin + 7);
		node_list_add(to, node_add(n, has_value ? clang_expr(w, parts.at[0]) : clang_none(w, p.begin)));
		if (statement >= parts.n)
			return;
		p = parts.at[statement];
	}
	clang_stmt(w, to, p);
}

static void label_statement(struct clang_walk *w, struct node_list *to, struct part p)
{
	struct parts parts = clang_parts(w, p);
	struct node *n = clang_node(w, NODE_LABEL, p);
	n->name = clang_spelling(w, p.cursor);
	n->end = min_u32(p.end, p.begin + (u32)n->name.n);
	node_list_add(to, n);
	if (parts.n)
		clang_stmt(w, to, parts.at[parts.n - 1]);
}

static void try_statement(struct clang_walk *w, struct node_list *to, struct part p)
{
	struct head h = {clang_parts(w, p), NONE, NONE, 0};
	struct node *n = clang_node(w, NODE_TRY, p);
	node_add(n, body_of(w, &h, 0, p.end));
	for (u32 i = 1; i < h.parts.n; i++) {
		struct node *handler = clang_node(w, NODE_CATCH, h.parts.at[i]);
		struct head inner = {clang_parts(w, h.parts.at[i]), NONE, NONE, 0};
		if (inner.parts.n > 1) {
			struct node *var = clang_variable(w, inner.parts.at[0], inner.parts.at[0].begin);
			handler->name = var->name;
			handler->type = var->type;
		}
		node_add(handler, body_of(w, &inner, inner.parts.n ? inner.parts.n - 1 : 0, p.end));
		node_add(n, handler);
	}
	node_list_add(to, n);
}

static void goto_statement(struct clang_walk *w, struct node_list *to, struct part p)
{
	struct parts parts = clang_parts(w, p);
	struct node *n = clang_node(w, NODE_GOTO, p);
	if (parts.n)
		n->name = clang_spelling(w, parts.at[0].cursor);
	node_list_add(to, n);
}

static void return_statement(struct clang_walk *w, struct node_list *to, struct part p)
{
	struct parts values = clang_exprs(w, p);
	struct node *n = clang_node(w, NODE_RETURN, p);
	if (values.n)
		node_add(n, clang_expr(w, values.at[0]));
	node_list_add(to, n);
}

static void other_statement(struct clang_walk *w, struct node_list *to, struct part p)
{
	struct parts parts = clang_parts(w, p);
	struct node *n = clang_node(w, NODE_OPAQUE, p);
	struct node_list list = clang_list(n);
	bool is_transparent = p.cursor.kind == CXCursor_UnexposedStmt; /* [[likely]], #pragma unroll, co_return */
	for (u32 i = 0; i < parts.n; i++)
		clang_stmt(w, is_transparent ? to : &list, parts.at[i]);
	if (!is_transparent)
		node_list_add(to, n);
}

static void expression_statement(struct clang_walk *w, struct node_list *to, struct part p)
{
	struct node *n = clang_expr(w, p);
	if (n->kind != NODE_DELETE && n->kind != NODE_THROW) { /* statements of their own */
		struct node *statement = clang_node(w, NODE_EXPR, p);
		statement->at = n->at;
		n = node_add(statement, n);
	}
	node_list_add(to, n);
}

static void convert(struct clang_walk *w, struct node_list *to, struct part p)
{
	switch (p.cursor.kind) {
	case CXCursor_CompoundStmt: node_list_add(to, clang_block(w, p)); break;
	case CXCursor_DeclStmt: clang_variables(w, to, p); break;
	case CXCursor_IfStmt: if_statement(w, to, p); break;
	case CXCursor_WhileStmt: while_statement(w, to, p); break;
	case CXCursor_DoStmt: do_statement(w, to, p); break;
	case CXCursor_ForStmt: for_statement(w, to, p); break;
	case CXCursor_CXXForRangeStmt: range_statement(w, to, p); break;
	case CXCursor_SwitchStmt: switch_statement(w, to, p); break;
	case CXCursor_CaseStmt:
	case CXCursor_DefaultStmt: case_statement(w, to, p); break;
	case CXCursor_LabelStmt: label_statement(w, to, p); break;
	case CXCursor_GotoStmt: goto_statement(w, to, p); break;
	case CXCursor_BreakStmt: node_list_add(to, clang_node(w, NODE_BREAK, p)); break;
	case CXCursor_ContinueStmt: node_list_add(to, clang_node(w, NODE_CONTINUE, p)); break;
	case CXCursor_ReturnStmt: return_statement(w, to, p); break;
	case CXCursor_CXXTryStmt: try_statement(w, to, p); break;
	case CXCursor_NullStmt: break;
	default:
		if (clang_is_expr(p.cursor.kind))
			expression_statement(w, to, p);
		else if (p.cursor.kind < CXCursor_FirstRef)
			clang_decl(w, to, p);
		else if (p.cursor.kind >= CXCursor_UnexposedStmt && p.cursor.kind < CXCursor_TranslationUnit)
			other_statement(w, to, p);
	}
}

void clang_stmt(struct clang_walk *w, struct node_list *to, struct part p)
{
	if (!clang_enter(w)) {
		w->lost++;
		node_list_add(to, clang_node(w, NODE_OPAQUE, p));
		return;
	}
	convert(w, to, p);
	clang_leave(w);
}

/* Brackets left open in a statement: where a cast's type is undeclared, libclang ends too early. */
static u32 unclosed(struct clang_walk *w, struct part p)
{
	u32 depth = 0;
	for (u32 at = text_skip(w->text, p.begin, p.end); at < p.end;) {
		depth += w->text.p[at] == '(';
		depth -= w->text.p[at] == ')' && depth;
		at = text_skip(w->text, text_token(w->text, at, p.end), p.end);
	}
	return depth;
}

/* What lies between two statements was given up by libclang: something in it is undeclared. */
void clang_statements(struct clang_walk *w, struct node_list *to, struct part compound)
{
	struct parts parts = clang_parts(w, compound);
	bool is_written = text_at(w->text, compound.begin, compound.end, "{") && w->text.p[compound.end - 1] == '}';
	u32 at = compound.begin + 1;
	for (u32 i = 0; i < parts.n; i++) {
		if (is_written && parts.at[i].begin > at)
			clang_recover_statements(w, to, at, parts.at[i].begin);
		clang_stmt(w, to, parts.at[i]);
		at = max_u32(at, max_u32(parts.at[i].end, to->last ? to->last->end : 0));
		if (is_written && text_next_is(w->text, at, compound.end, ")"))
			for (u32 open = unclosed(w, parts.at[i]); open && text_next_is(w->text, at, compound.end, ")"); open--)
				at = text_skip(w->text, at, compound.end) + 1;
	}
	if (is_written && at < compound.end)
		clang_recover_statements(w, to, at, compound.end - 1);
}

struct node *clang_block(struct clang_walk *w, struct part compound)
{
	struct node *n = clang_node(w, NODE_BLOCK, compound);
	struct node_list list = clang_list(n);
	clang_statements(w, &list, compound);
	return n;
}
