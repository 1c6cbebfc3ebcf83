#include "parse/lost.h"

#include "parse/clang_text.h"

#include <ctype.h>
#include <string.h>

/* A statement or declaration: where the grammar has found one inside an error, it knew its way again. */
static bool is_whole(enum syn_kind kind)
{
	switch (kind) {
	case SYN_COMPOUND: case SYN_CONDITION: case SYN_ELSE: case SYN_INIT_STATEMENT: case SYN_PREPROC_ARG: case SYN_PREPROC_DEFINED: return false;
	case SYN_CLASS_SPECIFIER: case SYN_STRUCT_SPECIFIER: case SYN_UNION_SPECIFIER: case SYN_ENUM_SPECIFIER: case SYN_FUNCTION_DEFINITION: case SYN_DECLARATION:
	case SYN_FIELD_DECLARATION: case SYN_TEMPLATE_DECLARATION: case SYN_TEMPLATE_INSTANTIATION: case SYN_CONCEPT_DEFINITION: case SYN_NAMESPACE_DEFINITION:
	case SYN_NAMESPACE_ALIAS: case SYN_LINKAGE: case SYN_ALIAS_DECLARATION: case SYN_TYPE_DEFINITION: case SYN_USING_DECLARATION: case SYN_FRIEND_DECLARATION:
	case SYN_STATIC_ASSERT: case SYN_PY_IMPORT: case SYN_PY_FROM: case SYN_PY_FUTURE: case SYN_PY_DECORATED: case SYN_PY_CLASS: case SYN_PY_PASS: case SYN_PY_RAISE:
	case SYN_PY_WITH: return true;
	default: return (kind >= SYN_PREPROC_IF && kind <= SYN_CATCH) || (kind >= SYN_PY_DELETE && kind <= SYN_PY_MATCH);
	}
}

/* The walk is one over a list of nodes, parents first: the innermost error or statement around a byte decides. */
struct open_node {
	u32 end;
	bool is_lost;
};

struct noting {
	struct arena *a;
	struct tree *tree;
	u32 (*place)(const void *, u32);
	const void *with;
	u32 done; /* what lies before it is told */
	VEC(struct open_node) open;
};

static void tell_up_to(struct noting *t, u32 to)
{
	if (t->open.n && t->open.at[t->open.n - 1].is_lost && to > t->done) {
		struct lost_part part = {t->place(t->with, t->done), t->place(t->with, to)};
		vec_push(t->a, &t->tree->lost, part);
	}
	t->done = max_u32(t->done, to);
}

static void close_up_to(struct noting *t, u32 to)
{
	while (t->open.n && t->open.at[t->open.n - 1].end <= to) {
		tell_up_to(t, t->open.at[t->open.n - 1].end);
		t->open.n--;
	}
}

static void note_node(struct noting *t, const struct syn *s)
{
	bool is_lost = s->kind == SYN_ERROR;
	if (s->end <= s->begin || (!is_lost && (!t->open.n || !is_whole((enum syn_kind)s->kind))))
		return;
	close_up_to(t, s->begin);
	tell_up_to(t, s->begin);
	struct open_node open = {s->end, is_lost};
	vec_push(t->a, &t->open, open);
}

void lost_note(struct arena *a, struct tree *tree, const struct syn *root, u32 node_count, u32 (*place)(const void *, u32), const void *with)
{
	if (!(root->flags & SYN_HAS_ERROR) && root->kind != SYN_ERROR)
		return;
	struct noting t = {.a = a, .tree = tree, .place = place, .with = with, .done = 0};
	for (u32 i = 0; i < node_count; i++)
		note_node(&t, &root[i]);
	close_up_to(&t, UINT32_MAX);
}

static void paint_read(u8 *lost, const struct node *n, size_t size)
{
	for (; n; n = n->next) {
		bool is_read = n->kind == NODE_FUNCTION && !(n->flags & NF_ERROR) && n->begin < n->end && n->end <= size;
		if (is_read)
			memset(lost + n->begin, 0, n->end - n->begin);
		else if (n->kind == NODE_NAMESPACE || n->kind == NODE_CLASS || n->kind == NODE_ALT || n->kind == NODE_BLOCK)
			paint_read(lost, n->child, size);
	}
}

static u32 next_code(struct str s, u32 at, bool is_python)
{
	if (!is_python)
		return text_skip(s, at, (u32)s.n);
	while (at < s.n && (isspace((u8)s.p[at]) || s.p[at] == '#')) {
		const char *newline = s.p[at] == '#' ? memchr(s.p + at, '\n', s.n - at) : s.p + at;
		at = newline ? (u32)(newline - s.p) + 1 : (u32)s.n;
	}
	return at;
}

struct lost_code lost_count(struct arena *a, const struct tree *noted, const struct node *file, struct str bytes, bool is_python)
{
	struct lost_code code = {.first = NONE};
	if (!noted->lost.n)
		return code;
	u8 *lost = arena_array(a, u8, bytes.n + 1);
	for (u32 i = 0; i < noted->lost.n; i++) {
		struct lost_part part = noted->lost.at[i];
		if (part.begin < part.end && part.end <= bytes.n)
			memset(lost + part.begin, 1, part.end - part.begin);
	}
	paint_read(lost, file->child, bytes.n);
	for (u32 at = next_code(bytes, 0, is_python); at < bytes.n;) {
		u32 end = is_python ? at + 1 : text_token(bytes, at, (u32)bytes.n);
		code.bytes += end - at;
		code.lost_bytes += lost[at] ? end - at : 0;
		if (lost[at] && code.first == NONE)
			code.first = at;
		at = next_code(bytes, end, is_python);
	}
	return code;
}
