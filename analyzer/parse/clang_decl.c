/* Declarations: files, classes, functions, variables (parse/clang_tree.h). */
#include "facts/facts.h"
#include "parse/clang_tree.h"

#include <string.h>

static bool is_function(unsigned kind)
{
	switch (kind) {
	case CXCursor_FunctionDecl:
	case CXCursor_FunctionTemplate:
	case CXCursor_CXXMethod:
	case CXCursor_Constructor:
	case CXCursor_Destructor:
	case CXCursor_ConversionFunction:
		return true;
	default:
		return false;
	}
}

static bool is_class(unsigned kind)
{
	return kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl || kind == CXCursor_UnionDecl ||
	       kind == CXCursor_ClassTemplate || kind == CXCursor_ClassTemplatePartialSpecialization;
}

static void decls(struct clang_walk *w, struct node_list *to, struct part p)
{
	struct parts parts = clang_parts(w, p);
	for (u32 i = 0; i < parts.n; i++)
		clang_decl(w, to, parts.at[i]);
}

/* The declared name as written, with its qualification; *begin is where it begins. A declaration out of a macro is
 * called what libclang calls it. */
static struct str declared_name(struct clang_walk *w, struct part p, u32 at, u32 *begin)
{
	struct str spelling = clang_spelling(w, p.cursor);
	struct text_name written = text_name(w->arena, w->text, at, p.end);
	struct str last = text_last(written.text);
	*begin = at;
	if (!last.n || !str_starts(spelling, arena_text(w->arena, last.p, last.n)))
		return spelling;
	return text_qualified(w->arena, w->text, p.begin, at, last, begin);
}

static void bases(struct clang_walk *w, struct strbuf *out, struct part base)
{
	u32 at = base.begin;
	for (;;) { /* public, virtual */
		u32 stop = text_token(w->text, at, base.end);
		struct str word = clang_slice(w, at, stop);
		if (!str_is(word, "public") && !str_is(word, "private") && !str_is(word, "protected") && !str_is(word, "virtual"))
			break;
		at = text_skip(w->text, stop, base.end);
	}
	struct str name = text_name(w->arena, w->text, at, base.end).text;
	strbuf_addf(out, "%s%.*s", out->n ? "," : "", (int)name.n, name.p);
}

static void class_decl(struct clang_walk *w, struct node_list *to, struct part p)
{
	if (!clang.isCursorDefinition(p.cursor))
		return;
	struct node *n = clang_node(w, NODE_CLASS, p);
	struct node_list list = clang_list(n);
	struct parts parts = clang_parts(w, p);
	struct strbuf inherited = {0};
	u32 begin;
	n->at = clang_at(w, p);
	bool is_anonymous = text_at(w->text, n->at, p.end, "struct") || text_at(w->text, n->at, p.end, "class") ||
	                    text_at(w->text, n->at, p.end, "union");
	n->name = is_anonymous ? S("") : declared_name(w, p, n->at, &begin);
	if (p.cursor.kind == CXCursor_ClassTemplate || p.cursor.kind == CXCursor_ClassTemplatePartialSpecialization)
		n->flags |= NF_TEMPLATE;
	for (u32 i = 0; i < parts.n; i++)
		if (parts.at[i].cursor.kind == CXCursor_CXXBaseSpecifier)
			bases(w, &inherited, parts.at[i]);
	n->type = (struct str){arena_text(w->arena, inherited.n ? inherited.p : "", inherited.n), inherited.n};
	strbuf_release(&inherited);
	for (u32 i = 0; i < parts.n; i++)
		clang_decl(w, &list, parts.at[i]);
	node_list_add(to, n);
}

static void using_decl(struct clang_walk *w, struct node_list *to, struct part p)
{
	struct node *n = clang_node(w, NODE_USING, p);
	u32 base = text_skip(w->text, text_token(w->text, p.begin, p.end), p.end); /* after using, typedef, namespace */
	u32 name_begin;
	n->at = clang_at(w, p);
	n->name = text_last(clang_spelling(w, p.cursor));
	if (p.cursor.kind == CXCursor_TypedefDecl) {
		n->type = text_type(w->arena, w->text, base, n->at, NULL);
		if (!n->type.n)
			n->type = clang_type_name(w, clang.getTypedefDeclUnderlyingType(p.cursor));
	} else if (p.cursor.kind == CXCursor_UsingDeclaration) {
		struct text_name target = text_name(w->arena, w->text, base, p.end);
		n->type = target.text;
		n->name = text_last(target.text);
	} else { /* NAME = TARGET */
		u32 equals = text_find(w->text, n->at, p.end, '=');
		n->name = declared_name(w, p, n->at, &name_begin);
		if (equals != NONE)
			n->type = text_type(w->arena, w->text, equals + 1, p.end, NULL);
	}
	node_list_add(to, n);
}

/* --- functions --- */

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
	unsigned kind = p.cursor.kind == CXCursor_FunctionTemplate ? (unsigned)clang.getTemplateCursorKind(p.cursor) : p.cursor.kind;
	int linkage = clang.getCursorLinkage(p.cursor);
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

static bool holds_error(const struct clang_walk *w, u32 begin, u32 end)
{
	u32 low = 0, high = w->error_count;
	while (low < high) {
		u32 middle = low + (high - low) / 2;
		if (w->errors[middle] < begin)
			low = middle + 1;
		else
			high = middle;
	}
	return low < w->error_count && w->errors[low] < end;
}

/* member(value): the member is assigned; several values or braces around none make a call of its type. */
static struct node *member_init(struct clang_walk *w, struct part member, struct part value)
{
	struct part whole = {member.cursor, member.begin, max_u32(member.end, value.end)};
	struct node *assign = clang_node(w, NODE_ASSIGN, whole), *target = clang_node(w, NODE_MEMBER, member);
	target->name = clang_spelling(w, member.cursor);
	target->flags = NF_ARROW;
	node_add(target, clang_node(w, NODE_THIS, (struct part){member.cursor, member.begin, member.begin}));
	node_add(assign, target);
	value = clang_peel(w, value);
	if (!clang_is_construction(value.cursor) || value.begin != member.begin)
		return node_add(assign, clang_expr(w, value));
	struct parts args = clang_exprs(w, value);
	if (args.n == 1)
		return node_add(assign, clang_expr(w, args.at[0]));
	struct node *call = clang_node(w, NODE_CALL, value), *callee = clang_node(w, NODE_NAME, member);
	struct str type = clang_type_name(w, clang.getCursorType(value.cursor));
	callee->name = text_name(w->arena, type, 0, (u32)type.n).text;
	struct node_list list = clang_list(call);
	node_list_add(&list, callee);
	for (u32 i = 0; i < args.n; i++)
		node_list_add(&list, clang_expr(w, args.at[i]));
	return node_add(assign, call);
}

static void initialisers(struct clang_walk *w, struct node_list *to, struct parts parts)
{
	for (u32 i = 0; i < parts.n; i++) {
		struct part p = parts.at[i];
		if (!clang_is_expr(p.cursor.kind))
			continue;
		if (i && parts.at[i - 1].cursor.kind == CXCursor_MemberRef) {
			node_list_add(to, member_init(w, parts.at[i - 1], p));
		} else {
			struct node *n = clang_node(w, NODE_EXPR, p), *value = clang_expr(w, p);
			n->at = value->at;
			node_list_add(to, node_add(n, value));
		}
	}
}

static struct node *function_body(struct clang_walk *w, struct parts parts, bool is_constructor)
{
	struct part body = parts.at[parts.n - 1];
	struct node *block = clang_node(w, NODE_BLOCK, body);
	struct node_list list = clang_list(block);
	if (is_constructor)
		initialisers(w, &list, parts);
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

static void function_decl(struct clang_walk *w, struct node_list *to, struct part p)
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
	n->name = declared_name(w, p, n->at, &name_begin);
	n->flags = (u16)(function_flags(w, p, parts) | exception_flag(w, p, n->at, body));
	if (!(n->flags & (NF_CTOR | NF_DTOR)) && p.cursor.kind != CXCursor_ConversionFunction) {
		n->type = text_type(w->arena, w->text, p.begin, name_begin, NULL);
		if (!n->type.n)
			n->type = clang_type_name(w, clang.getCursorResultType(p.cursor));
	}
	u32 lost = w->lost;
	clang_parameters(w, &list, p, parts);
	node_list_add(&list, function_body(w, parts, n->flags & NF_CTOR));
	if (w->lost > lost)
		n->flags |= NF_ERROR;
	node_list_add(to, n);
}

/* --- variables --- */

/* libclang types what it can't resolve as int. */
static bool is_unknown_type(struct clang_walk *w, struct str written, CXType type)
{
	if (type.kind == CXType_Unexposed || type.kind == CXType_Dependent || type.kind == CXType_Invalid)
		return true;
	return written.n && !text_is_builtin(written) && str_is(clang_type_name(w, type), "int");
}

struct node *clang_construct(struct clang_walk *w, const struct node *var, u32 open, u32 close, struct parts args)
{
	struct node *call = node_new(w->arena, NODE_CALL, var->at, close == NONE ? var->at : close + 1);
	struct node *callee = node_new(w->arena, NODE_NAME, var->at, var->at);
	struct node_list list = clang_list(call);
	callee->name = text_name(w->arena, var->type, 0, (u32)var->type.n).text;
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
		u32 stop = after < w->text.n ? text_find(w->text, after + 1, (u32)w->text.n, ';') : NONE;
		if (stop == NONE || w->text.p[after] != '=' || !holds_error(w, p.begin, stop))
			return NULL;
		stop = clang_item_end(w, after + 1, stop, (struct parts){0});
		var->end = max_u32(var->end, stop);
		return clang_recover(w, after + 1, stop);
	}
	if (is_direct && init.begin >= var->at)
		return direct_init(w, var, init, is_class_type);
	init = clang_peel(w, init);
	bool is_default = clang_is_construction(init.cursor) && init.begin == var->at;
	return is_default ? NULL : clang_expr(w, init);
}

static struct node *field_value(struct clang_walk *w, struct part p)
{
	struct parts values = clang_exprs(w, p);
	if (!values.n)
		return NULL;
	struct part last = values.at[values.n - 1];
	u32 before = last.begin;
	while (before > p.begin && strchr(" \t\r\n", w->text.p[before - 1]))
		before--;
	bool is_value = w->text.p[last.begin] == '{' || (before > p.begin && w->text.p[before - 1] == '=');
	return is_value ? clang_expr(w, last) : NULL;
}

struct node *clang_variable(struct clang_walk *w, struct part p, u32 base)
{
	struct node *n = clang_node(w, NODE_VAR, p);
	CXType type = clang.getCursorType(p.cursor), canonical = clang.getCanonicalType(type);
	bool is_written;
	n->at = clang_at(w, p);
	n->name = clang_spelling(w, p.cursor);
	is_written = !n->name.n || text_at(w->text, n->at, (u32)w->text.n, arena_text(w->arena, n->name.p, n->name.n));
	n->type = is_written ? text_type(w->arena, w->text, base, n->name.n ? n->at : p.end, NULL) : clang_type_name(w, type);
	u32 name_end = n->at + (u32)n->name.n;
	if (n->type.n && is_written && n->name.n && text_next_is(w->text, name_end, (u32)w->text.n, "["))
		n->type = str_of(arena_format(w->arena, "%.*s%s", (int)n->type.n, n->type.p, str_ends(n->type, "*") ? "[]" : " []"));
	if (canonical.kind == CXType_LValueReference || canonical.kind == CXType_RValueReference)
		n->flags |= NF_REF;
	if (canonical.kind == CXType_Record ||
	    (n->type.n && !str_ends(n->type, "*") && !str_ends(n->type, "]") && is_unknown_type(w, n->type, canonical)))
		n->flags |= NF_CLASS_TYPE;
	if (clang.Cursor_getStorageClass(p.cursor) == CX_SC_Static)
		n->flags |= NF_STATIC;
	bool is_field = p.cursor.kind == CXCursor_FieldDecl || p.cursor.kind == CXCursor_ParmDecl;
	struct node *value = is_field ? field_value(w, p) : initial_value(w, p, n);
	return value ? node_add(n, value) : n;
}

/* auto [a, b] = value: one hidden variable holds the value; the names refer into it. */
static void bindings(struct clang_walk *w, struct node_list *to, struct part p)
{
	struct parts parts = clang_parts(w, p);
	struct node *hidden = clang_node(w, NODE_VAR, p);
	node_list_add(to, hidden);
	for (u32 i = 0; i < parts.n; i++) {
		struct part name = parts.at[i];
		if (clang_is_expr(name.cursor.kind)) {
			node_add(hidden, clang_expr(w, name));
			continue;
		}
		struct node *n = clang_node(w, NODE_VAR, name);
		n->name = clang_slice(w, name.begin, name.end);
		node_list_add(to, n);
	}
}

/* T x(y) that libclang took for a function's declaration. */
static void vexing(struct clang_walk *w, struct node_list *to, struct part p, u32 base)
{
	struct parts parts = clang_parts(w, p);
	for (u32 i = 0; i < parts.n; i++)
		if (parts.at[i].cursor.kind == CXCursor_ParmDecl && clang_spelling(w, parts.at[i].cursor).n)
			return;
	u32 at = clang_at(w, p), open = text_find(w->text, at, p.end, '(');
	u32 close = open == NONE ? NONE : text_close(w->text, open, p.end);
	if (close == NONE || text_skip(w->text, open + 1, close) == close)
		return;
	struct node *var = clang_node(w, NODE_VAR, p);
	var->at = at;
	var->name = clang_spelling(w, p.cursor);
	var->type = text_type(w->arena, w->text, base, at, NULL);
	var->flags = NF_CLASS_TYPE;
	node_list_add(to, node_add(var, clang_construct(w, var, open, close, (struct parts){0})));
}

/* unknown::f(x), which libclang took for the declaration of a variable or function x. */
static bool is_call(struct clang_walk *w, struct part p, u32 base)
{
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
		if (is_class(p.cursor.kind))
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
}

void clang_decl(struct clang_walk *w, struct node_list *to, struct part p)
{
	if (!clang_enter(w))
		return;
	unsigned kind = p.cursor.kind;
	if (is_function(kind)) {
		function_decl(w, to, p);
	} else if (is_class(kind)) {
		class_decl(w, to, p);
	} else if (kind == CXCursor_Namespace) {
		struct node *n = clang_node(w, NODE_NAMESPACE, p);
		struct node_list list = clang_list(n);
		n->name = clang_spelling(w, p.cursor);
		n->name = n->name.n && n->name.p[0] == '(' ? S("") : n->name;
		n->at = clang_at(w, p);
		decls(w, &list, p);
		node_list_add(to, n);
	} else if (kind == CXCursor_VarDecl || kind == CXCursor_FieldDecl) {
		node_list_add(to, clang_variable(w, p, p.begin));
	} else if (kind == CXCursor_TypedefDecl || kind == CXCursor_TypeAliasDecl || kind == CXCursor_UsingDeclaration ||
	           kind == CXCursor_NamespaceAlias) {
		using_decl(w, to, p);
	} else if (kind == CXCursor_UnexposedDecl && str_starts(clang_spelling(w, p.cursor), "[")) {
		bindings(w, to, p);
	} else if (kind == CXCursor_LinkageSpec || kind == CXCursor_UnexposedDecl || kind == CXCursor_FriendDecl ||
	           kind == CXCursor_TypeAliasTemplateDecl) {
		decls(w, to, p);
	}
	clang_leave(w);
}
