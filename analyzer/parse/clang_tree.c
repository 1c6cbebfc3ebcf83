/* Cursors and their places (parse/clang_tree.h). */
#include "parse/clang_tree.h"

#include <stdlib.h>
#include <string.h>

bool clang_is_expr(unsigned kind) { return kind >= CXCursor_FirstExpr && kind < CXCursor_UnexposedStmt; }

struct node *clang_node(struct clang_walk *w, enum node_kind kind, struct part p)
{
	return node_new(w->arena, kind, p.begin, p.end);
}

struct node *clang_none(struct clang_walk *w, u32 at) { return node_new(w->arena, NODE_NONE, at, at); }

bool clang_enter(struct clang_walk *w)
{
	if (w->depth >= TREE_DEPTH)
		return false;
	w->depth++;
	return true;
}

void clang_leave(struct clang_walk *w) { w->depth--; }

enum where { NOWHERE, ELSEWHERE, HERE };

static enum where offset_of(struct clang_walk *w, CXSourceLocation location, u32 *offset)
{
	CXFile file = NULL;
	unsigned at = 0;
	clang.getFileLocation(location, &file, NULL, NULL, &at);
	*offset = min_u32(at, (u32)w->text.n);
	if (!file)
		return NOWHERE;
	return file == w->file ? HERE : ELSEWHERE;
}

static enum where place(struct clang_walk *w, CXCursor cursor, struct part *out)
{
	CXSourceRange range = clang.getCursorExtent(cursor);
	out->cursor = cursor;
	enum where where = offset_of(w, clang.getRangeStart(range), &out->begin);
	if (where != HERE)
		return where;
	where = offset_of(w, clang.getRangeEnd(range), &out->end);
	if (where != HERE || out->end < out->begin)
		out->end = out->begin;
	return HERE;
}

bool clang_part(struct clang_walk *w, CXCursor cursor, struct part *out) { return place(w, cursor, out) == HERE; }

u32 clang_at(struct clang_walk *w, struct part p)
{
	u32 at;
	bool is_here = offset_of(w, clang.getCursorLocation(p.cursor), &at) == HERE;
	return is_here && at >= p.begin && at <= p.end ? at : p.begin;
}

/* clang_getSpellingLocation would tell, but version 18 gives the use for both. */
bool clang_is_written(struct clang_walk *w, struct part p)
{
	u32 low = 0, high = w->expansions.n;
	while (low < high) {
		u32 middle = low + (high - low) / 2;
		if (w->expansions.at[middle] < p.begin)
			low = middle + 1;
		else
			high = middle;
	}
	return low == w->expansions.n || w->expansions.at[low] != p.begin;
}

struct gather {
	struct clang_walk *w;
	struct part parent;
	bool exprs_only;
	struct parts parts;
};

static unsigned gather_one(CXCursor cursor, CXCursor parent UNUSED, CXClientData data)
{
	struct gather *g = data;
	struct part p;
	if (g->exprs_only && !clang_is_expr(cursor.kind))
		return CXChildVisit_Continue;
	enum where where = place(g->w, cursor, &p);
	if (where == NOWHERE)
		return CXChildVisit_Continue;
	if (where == ELSEWHERE) {
		if (g->parent.cursor.kind == CXCursor_TranslationUnit || g->parent.cursor.kind == CXCursor_Namespace)
			return CXChildVisit_Continue;
		p = (struct part){cursor, g->parent.begin, g->parent.end};
	}
	vec_push(g->w->arena, &g->parts, p);
	return CXChildVisit_Continue;
}

static struct parts gather(struct clang_walk *w, struct part parent, bool exprs_only)
{
	struct gather g = {w, parent, exprs_only, {0}};
	clang.visitChildren(parent.cursor, gather_one, &g);
	return g.parts;
}

struct parts clang_parts(struct clang_walk *w, struct part parent) { return gather(w, parent, false); }

struct parts clang_exprs(struct clang_walk *w, struct part parent) { return gather(w, parent, true); }

static struct str take(struct clang_walk *w, CXString string)
{
	const char *p = clang.getCString(string);
	size_t n = p ? strlen(p) : 0;
	struct str copy = n ? (struct str){arena_text(w->arena, p, n), n} : S("");
	clang.disposeString(string);
	return copy;
}

struct str clang_spelling(struct clang_walk *w, CXCursor cursor) { return take(w, clang.getCursorSpelling(cursor)); }

static struct str without(struct str s, const char *prefix)
{
	size_t n = strlen(prefix);
	return str_starts(s, prefix) ? (struct str){s.p + n, s.n - n} : s;
}

struct str clang_type_name(struct clang_walk *w, CXType type)
{
	if (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference)
		type = clang.getPointeeType(type);
	if (type.kind == CXType_Invalid || type.kind == CXType_Dependent || type.kind == CXType_Auto)
		return S("");
	struct str s = without(without(take(w, clang.getTypeSpelling(type)), "const "), "struct ");
	bool is_ours = str_has(s, "__caplint");
	return is_ours || (s.n && (s.p[0] == '<' || s.p[0] == '(')) || str_is(s, "auto") ? S("") : s;
}

static int compare_offsets(const void *a, const void *b)
{
	u32 x = *(const u32 *)a, y = *(const u32 *)b;
	return x < y ? -1 : x > y;
}

struct node *clang_tree(struct clang_walk *w, CXTranslationUnit unit)
{
	struct part all = {clang.getTranslationUnitCursor(unit), 0, (u32)w->text.n};
	struct node *file = clang_node(w, NODE_FILE, all);
	struct node_list list = clang_list(file);
	struct parts parts = clang_parts(w, all);
	for (u32 i = 0; i < parts.n; i++)
		if (parts.at[i].cursor.kind == CXCursor_MacroExpansion)
			vec_push(w->arena, &w->expansions, parts.at[i].begin);
	if (w->expansions.n)
		qsort(w->expansions.at, w->expansions.n, sizeof *w->expansions.at, compare_offsets);
	for (u32 i = 0; i < parts.n; i++)
		clang_decl(w, &list, parts.at[i]);
	return file;
}
