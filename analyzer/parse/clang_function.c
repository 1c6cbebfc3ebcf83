/* Functions (parse/clang_tree.h). */
#include "facts/facts.h"
#include "parse/clang_decl.h"

static u32 exception_flag(struct clang_walk *w, struct part p, u32 at, u32 body)
{
	int kind = clang.getCursorExceptionSpecificationType(p.cursor);
	if (kind == CXCursor_ExceptionSpecificationKind_BasicNoexcept ||
	    kind == CXCursor_ExceptionSpecificationKind_DynamicNone || kind == CXCursor_ExceptionSpecificationKind_NoThrow)
		return NF_NOEXCEPT;
	struct str head = clang_slice(w, min_u32(at, body), body);
	return str_has(head, "noexcept(true)") ? NF_NOEXCEPT : 0;
}

static u32 function_flags(struct clang_walk *w, struct part p, struct parts parts)
{
	u32 flags = 0, host = 0, device = 0;
	unsigned kind = p.cursor.kind == CXCursor_FunctionTemplate ? clang.getTemplateCursorKind(p.cursor) : p.cursor.kind;
	unsigned linkage = clang.getCursorLinkage(p.cursor);
	flags |= p.cursor.kind == CXCursor_FunctionTemplate ? NF_TEMPLATE : 0;
	flags |= kind == CXCursor_Constructor ? NF_CTOR : kind == CXCursor_Destructor ? NF_DTOR : 0;
	if (linkage == CXLinkage_Internal || linkage == CXLinkage_UniqueExternal || clang.CXXMethod_isStatic(p.cursor) ||
	    clang.Cursor_getStorageClass(p.cursor) == CX_SC_Static)
		flags |= NF_STATIC;
	if (kind == CXCursor_CXXMethod || kind == CXCursor_Destructor)
		flags |= clang.CXXMethod_isVirtual(p.cursor) ? NF_VIRTUAL : 0;
	for (u32 i = 0; i < parts.n; i++) {
		switch (parts.at[i].cursor.kind) {
		case CXCursor_CUDAGlobalAttr: flags |= NF_GLOBAL; break;
		case CXCursor_CUDADeviceAttr: device = NF_DEVICE; break;
		case CXCursor_CUDAHostAttr: host = 1; break;
		case CXCursor_WarnUnusedResultAttr: flags |= NF_NODISCARD; break;
		case CXCursor_UnexposedAttr:
			if (str_has(clang_slice(w, parts.at[i].begin, parts.at[i].end), "noreturn"))
				flags |= NF_NORETURN;
			break;
		default: break;
		}
	}
	return flags | (host ? 0 : device);
}

static struct node *statement_of(struct clang_walk *w, struct node *value)
{
	struct node *n = node_new(w->arena, NODE_EXPR, value->begin, value->end);
	n->at = value->at;
	return node_add(n, value);
}

static struct node *assignment(struct clang_walk *w, u32 begin, u32 end, struct str member)
{
	struct node *assign = node_new(w->arena, NODE_ASSIGN, begin, end);
	struct node *target = node_new(w->arena, NODE_MEMBER, begin, begin + (u32)member.n);
	target->name = member;
	target->flags = NF_ARROW;
	node_add(target, node_new(w->arena, NODE_THIS, begin, begin));
	return node_add(assign, target);
}

/* member(value): the member is assigned; several values make a call of its type. */
static struct node *member_init(struct clang_walk *w, struct part member, struct part value)
{
	struct node *assign = assignment(w, member.begin, max_u32(member.end, value.end), clang_spelling(w, member.cursor));
	value = clang_peel(w, value);
	bool is_construction = clang_is_construction(value.cursor) && value.begin == member.begin;
	if (!is_construction && value.cursor.kind != CXCursor_InitListExpr)
		return node_add(assign, clang_expr(w, value));
	struct parts args = clang_exprs(w, value);
	if (args.n == 1)
		return node_add(assign, clang_expr(w, args.at[0]));
	if (!is_construction)
		return node_add(assign, clang_expr(w, value));
	struct node *call = clang_node(w, NODE_CALL, value), *callee = clang_node(w, NODE_NAME, member);
	struct str type = clang_type_name(w, clang.getCursorType(value.cursor));
	callee->name = text_name(w->arena, type, 0, (u32)type.n).text;
	struct node_list list = clang_list(call);
	node_list_add(&list, callee);
	for (u32 i = 0; i < args.n; i++)
		node_list_add(&list, clang_expr(w, args.at[i]));
	return node_add(assign, call);
}

/* An initialiser that libclang dropped: of a base class if it is spelled like a type, else of a member. */
static void dropped_init(struct clang_walk *w, struct node_list *to, u32 begin, u32 end)
{
	struct text_name name = text_name(w->arena, w->text, begin, end);
	u32 open = text_skip(w->text, name.end, end);
	u32 close = text_at(w->text, open, end, "(") || text_at(w->text, open, end, "{") ? text_close(w->text, open, end) : NONE;
	if (!name.text.n || close == NONE)
		return;
	begin = text_skip(w->text, begin, end);
	char first = name.text.p[0];
	bool is_base = (first >= 'A' && first <= 'Z') || name.text.n != name.end - begin;
	struct node *value = is_base ? clang_recover(w, begin, close + 1) : assignment(w, begin, close + 1, name.text);
	struct node *items = node_new(w->arena, NODE_LIST, open, close + 1);
	struct node_list list = clang_list(items);
	if (!is_base)
		clang_recover_list(w, &list, open, close, (struct parts){0});
	if (!is_base)
		node_add(value, list.last && list.last == items->child ? items->child : items);
	node_list_add(to, statement_of(w, value));
}

/* What libclang kept of the initialiser written in [begin, end); false if it kept nothing. */
static bool kept_init(struct clang_walk *w, struct node_list *to, struct parts parts, u32 begin, u32 end)
{
	bool any = false;
	for (u32 i = 0; i < parts.n; i++) {
		struct part p = parts.at[i];
		if (!clang_is_expr(p.cursor.kind) || p.begin < begin || p.begin >= end)
			continue;
		bool is_member = i && parts.at[i - 1].cursor.kind == CXCursor_MemberRef;
		node_list_add(to, statement_of(w, is_member ? member_init(w, parts.at[i - 1], p) : clang_expr(w, p)));
		any = true;
	}
	return any;
}

/* The list between the `:` after the parameters and the body, item by item. */
static void initialisers(struct clang_walk *w, struct node_list *to, struct parts parts, u32 name, u32 body)
{
	u32 open = text_find(w->text, name, body, '('), close = open == NONE ? NONE : text_close(w->text, open, body);
	u32 colon = close == NONE ? NONE : text_find(w->text, close + 1, body, ':');
	if (colon == NONE) {
		kept_init(w, to, parts, 0, NONE);
		return;
	}
	for (u32 at = colon + 1; text_skip(w->text, at, body) < body;) {
		u32 end = clang_item_end(w, at, body, (struct parts){0});
		if (!kept_init(w, to, parts, at, end))
			dropped_init(w, to, at, end);
		at = min_u32(end + 1, body);
	}
}

static struct node *function_body(struct clang_walk *w, struct parts parts, u32 name, bool is_constructor)
{
	struct part body = parts.at[parts.n - 1];
	struct node *block = clang_node(w, NODE_BLOCK, body);
	struct node_list list = clang_list(block);
	if (is_constructor)
		initialisers(w, &list, parts, name, body.begin);
	if (body.cursor.kind != CXCursor_CompoundStmt) { /* a function-try-block */
		clang_stmt(w, &list, body);
		return block;
	}
	clang_statements(w, &list, body);
	return block;
}

void clang_parameters(struct clang_walk *w, struct node_list *to, struct part function, struct parts children)
{
	for (u32 i = 0; i < children.n; i++) {
		struct part p = children.at[i];
		if (p.cursor.kind != CXCursor_ParmDecl)
			continue;
		struct node *n = clang_variable(w, p, p.begin);
		n->kind = NODE_PARAM;
		u32 name_end = n->at + (u32)n->name.n;
		if (str_has(clang_slice(w, p.begin, min_u32(name_end, p.end)), "..."))
			n->flags |= NF_VARIADIC;
		node_list_add(to, n);
	}
	if (clang.Cursor_isVariadic(function.cursor)) {
		struct node *n = clang_none(w, function.begin);
		n->kind = NODE_PARAM;
		n->flags = NF_VARIADIC;
		node_list_add(to, n);
	}
}

void clang_function(struct clang_walk *w, struct node_list *to, struct part p)
{
	struct parts parts = clang_parts(w, p);
	unsigned last = parts.n ? parts.at[parts.n - 1].cursor.kind : 0;
	if (!clang.isCursorDefinition(p.cursor) || (last != CXCursor_CompoundStmt && last != CXCursor_CXXTryStmt))
		return;
	struct node *n = clang_node(w, NODE_FUNCTION, p);
	struct node_list list = clang_list(n);
	u32 name_begin, body = parts.at[parts.n - 1].begin;
	n->op = READ_CLANG;
	n->at = clang_at(w, p);
	n->name = clang_declared_name(w, p, n->at, &name_begin);
	n->flags = (u16)(function_flags(w, p, parts) | exception_flag(w, p, n->at, body));
	if (!(n->flags & (NF_CTOR | NF_DTOR)) && p.cursor.kind != CXCursor_ConversionFunction) {
		n->type = text_type(w->arena, w->text, p.begin, name_begin, NULL);
		bool has_type = text_skip_storage(w->text, p.begin, name_begin) < name_begin;
		if (!n->type.n && (has_type || !clang_is_written(w, p)))
			n->type = clang_type_name(w, clang.getCursorResultType(p.cursor));
	}
	u32 lost = w->lost;
	clang_parameters(w, &list, p, parts);
	node_list_add(&list, function_body(w, parts, n->at, n->flags & NF_CTOR));
	if (w->lost > lost)
		n->flags |= NF_ERROR;
	node_list_add(to, n);
}
