/* Declarations: files, namespaces, classes, aliases (parse/clang_tree.h). */
#include "parse/clang_decl.h"

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

bool clang_is_class(unsigned kind)
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

struct str clang_declared_name(struct clang_walk *w, struct part p, u32 at, u32 *begin)
{
	struct str spelling = clang_spelling(w, p.cursor);
	struct text_name written = text_name(w->arena, w->text, at, p.end);
	struct str last = str_behind_scope(written.text);
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
	n->name = is_anonymous ? S("") : clang_declared_name(w, p, n->at, &begin);
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
	n->name = str_behind_scope(clang_spelling(w, p.cursor));
	if (p.cursor.kind == CXCursor_TypedefDecl) {
		n->type = text_type(w->arena, w->text, base, n->at, NULL);
		if (!n->type.n)
			n->type = clang_type_name(w, clang.getTypedefDeclUnderlyingType(p.cursor));
	} else if (p.cursor.kind == CXCursor_UsingDirective) { /* using namespace a */
		base = text_skip(w->text, text_token(w->text, base, p.end), p.end);
		n->type = text_name(w->arena, w->text, base, p.end).text;
		n->name = S("");
	} else if (p.cursor.kind == CXCursor_UsingDeclaration) {
		struct text_name target = text_name(w->arena, w->text, base, p.end);
		n->type = target.text;
		n->name = str_behind_scope(target.text);
	} else { /* NAME = TARGET */
		u32 equals = text_find(w->text, n->at, p.end, '=');
		n->name = clang_declared_name(w, p, n->at, &name_begin);
		if (equals != NONE)
			n->type = text_type(w->arena, w->text, equals + 1, p.end, NULL);
	}
	node_list_add(to, n);
}

void clang_decl(struct clang_walk *w, struct node_list *to, struct part p)
{
	if (!clang_enter(w))
		return;
	unsigned kind = p.cursor.kind;
	if (is_function(kind)) {
		clang_function(w, to, p);
	} else if (clang_is_class(kind)) {
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
	           kind == CXCursor_NamespaceAlias || kind == CXCursor_UsingDirective) {
		using_decl(w, to, p);
	} else if (kind == CXCursor_UnexposedDecl && str_starts(clang_spelling(w, p.cursor), "[")) {
		clang_bindings(w, to, p);
	} else if (kind == CXCursor_LinkageSpec || kind == CXCursor_UnexposedDecl || kind == CXCursor_FriendDecl ||
	           kind == CXCursor_TypeAliasTemplateDecl) {
		decls(w, to, p);
	}
	clang_leave(w);
}
