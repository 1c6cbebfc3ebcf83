/* What lies inside an ERROR node. The grammar gives up there, but most of what it had read by then hangs below: whole
 * statements, expressions, and loose tokens of a call or a launch. Nothing of that may be lost. */
#include <ctype.h>
#include <string.h>

#include "parse/cuda.h"

static u32 skip_space(const struct cuda *c, u32 at)
{
	while (at < c->parsed.text.n && isspace((u8)c->parsed.text.p[at]))
		at++;
	return at;
}

/* The offset of the bracket that closes the one at `open`, or the end of the text; plain bytes, so a bracket in a
 * string can mislead it, which costs some arguments. */
static u32 closing(const struct cuda *c, u32 open, u32 limit)
{
	u32 depth = 0;
	for (u32 i = open; i < limit; i++) {
		char ch = c->parsed.text.p[i];
		depth += ch == '(';
		depth -= ch == ')';
		if (!depth)
			return i;
	}
	return limit;
}

static bool is_callee(enum syn_kind kind)
{
	return kind == SYN_IDENTIFIER || kind == SYN_FIELD_IDENTIFIER || kind == SYN_TYPE_IDENTIFIER ||
	       kind == SYN_QUALIFIED_IDENTIFIER || kind == SYN_TEMPLATE_FUNCTION || kind == SYN_TEMPLATE_TYPE ||
	       kind == SYN_FIELD;
}

/* Appends the siblings after `s` that begin before `end` as arguments; returns the last one taken. */
static const struct syn *take_arguments(struct cuda *c, struct node_list *to, const struct syn *s, u32 end)
{
	while (syn_next(s) && syn_next(s)->begin < end) {
		s = syn_next(s);
		if (cuda_is_expr(s->kind)) {
			node_list_add(to, cuda_expr(c, s));
		} else if (s->flags & SYN_NAMED) {
			struct node *n = cuda_node(c, NODE_OPAQUE, s);
			struct node_list list = cuda_list(n);
			cuda_stmt(c, &list, s);
			node_list_add(to, n);
		}
	}
	return s;
}

/* name ( ... with the bracket lost: a call of what follows up to the closing bracket. */
static const struct syn *loose_call(struct cuda *c, struct node_list *to, const struct syn *s, u32 limit)
{
	u32 open = skip_space(c, s->end), end = closing(c, open, limit);
	struct node *call = cuda_node(c, NODE_CALL, s), *callee = cuda_expr(c, s);
	call->at = callee->at;
	struct node_list list = cuda_list(call);
	node_list_add(&list, callee);
	s = take_arguments(c, &list, s, end);
	call->end = cuda_place(c, max_u32(s->end, end));
	node_list_add(to, node_add(cuda_node(c, NODE_EXPR, s), call));
	to->last->begin = call->begin;
	return s;
}

/* kernel <<< a, b >>> ( ... : `s` is the opening token, `kernel` what came before it. */
static const struct syn *loose_launch(struct cuda *c, struct node_list *to, const struct syn *kernel,
                                      const struct syn *s, u32 limit)
{
	struct str rest = cuda_slice(c, s->end, limit);
	const char *found = memmem(rest.p, rest.n, ">>>", 3);
	u32 close = found ? s->end + (u32)(found - rest.p) : limit;
	struct node *n = cuda_node(c, NODE_LAUNCH, s);
	struct node_list list = cuda_list(n);
	node_list_add(&list, kernel ? cuda_expr(c, kernel) : cuda_none(c, s->begin));
	struct node *first = list.last;
	s = take_arguments(c, &list, s, close);
	u32 count = 0;
	for (struct node *i = first->next; i; i = i->next)
		count++;
	for (; count < 4; count++)
		node_list_add(&list, cuda_none(c, close));
	u32 open = found ? skip_space(c, close + 3) : limit;
	if (open < limit && c->parsed.text.p[open] == '(')
		s = take_arguments(c, &list, s, closing(c, open, limit));
	n->end = max_u32(cuda_place(c, s->end), n->end);
	node_list_add(to, node_add(cuda_node(c, NODE_EXPR, s), n));
	return s;
}

/* Names and literals alone say nothing. */
static bool is_trivial(enum syn_kind kind)
{
	return (kind >= SYN_IDENTIFIER && kind <= SYN_TYPE_QUALIFIER) || (kind >= SYN_NUMBER && kind <= SYN_THIS);
}

static void salvage(struct cuda *c, struct node_list *to, const struct syn *parent)
{
	const struct syn *before = NULL;
	for (const struct syn *s = syn_first(parent); s; before = s, s = syn_next(s)) {
		const struct syn *next = syn_next(s);
		bool launches = next && next->kind == TOKEN_LAUNCH_OPEN;
		if (s->kind == TOKEN_LAUNCH_OPEN && cuda_is_launch(c, s->begin)) {
			s = loose_launch(c, to, before, s, parent->end);
		} else if (s->kind == SYN_FUNCTION_DECLARATOR && c->in_function) {
			struct declarator d = cuda_declarator(s);
			if (d.function == s && d.name)
				node_list_add(to, node_add(cuda_node(c, NODE_EXPR, s),
				                           cuda_call_of_declarator(c, s, d.name)));
			else
				cuda_salvage(c, to, s);
		} else if (is_callee(s->kind) && !launches) {
			u32 open = skip_space(c, s->end);
			if (open < parent->end && c->parsed.text.p[open] == '(')
				s = loose_call(c, to, s, parent->end);
			else if (s->kind == SYN_FIELD)
				cuda_stmt(c, to, s);
		} else if (s->flags & SYN_NAMED && !is_trivial(s->kind) && !launches) {
			if (s->kind == SYN_OTHER ||
			    (s->kind >= SYN_TYPE_DESCRIPTOR && s->kind < SYN_FUNCTION_DEFINITION))
				cuda_salvage(c, to, s);
			else
				cuda_stmt(c, to, s);
		}
	}
}

void cuda_salvage(struct cuda *c, struct node_list *to, const struct syn *s)
{
	if (!cuda_enter(c))
		return;
	salvage(c, to, s);
	cuda_leave(c);
}

void cuda_salvage_children(struct cuda *c, struct node_list *to, const struct syn *s)
{
	for (s = syn_first(s); s; s = syn_next(s))
		if (s->kind == SYN_ERROR)
			cuda_salvage(c, to, s);
}
