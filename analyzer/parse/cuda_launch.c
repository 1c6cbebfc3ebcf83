/* Launches: what is written as one and what only looks like it. */
#include "parse/clang_text.h"
#include "parse/cuda.h"

#include <ctype.h>

/* A configuration longer than this is none: what isn't closed costs so much and no more. */
enum { MOST_BYTES = 1 << 14 };

/* What can be launched ends before `open`: a name, its template arguments, brackets. */
static bool has_kernel(const struct cuda *c, u32 open)
{
	const char *p = c->parsed.text.p;
	u32 end = open;
	while (end && isspace((u8)p[end - 1]))
		end--;
	if (!end || !text_is_word(p[end - 1]))
		return end && text_in(p[end - 1], ">)]");
	u32 begin = end;
	while (begin && text_is_word(p[begin - 1]))
		begin--;
	return !isdigit((u8)p[begin]) && !cuda_is_reserved(cuda_slice(c, begin, end));
}

/* Behind three of the character, which formatters part: k << <1, 32 >> >(p); NONE if they don't stand there. */
static u32 three_end(struct str s, u32 at, u32 end, char c)
{
	for (u32 n = 0; at < end && s.p[at] == c; at = text_skip(s, at, end)) {
		at++;
		if (++n == 3)
			return at;
	}
	return NONE;
}

/* Behind the ">>>" that closes it; NONE if none does, or nothing stands between. */
static u32 configuration_end(struct str s, u32 open, u32 end)
{
	u32 opened = three_end(s, open, end, '<'), first = opened == NONE ? end : text_skip(s, opened, end);
	for (u32 at = first; at < end && !text_in(s.p[at], ";)]}");) {
		u32 closed = three_end(s, at, end, '>');
		if (closed != NONE)
			return at > first ? closed : NONE;
		u32 inner = text_in(s.p[at], "([{") ? text_close(s, at, end) : NONE;
		at = text_skip(s, inner == NONE ? text_token(s, at, end) : inner + 1, end);
	}
	return NONE;
}

bool cuda_is_launch(const struct cuda *c, u32 open)
{
	struct str s = c->parsed.text;
	if (!has_kernel(c, open))
		return false;
	u32 end = configuration_end(s, open, min_u32((u32)s.n, open + MOST_BYTES));
	if (end == NONE)
		return false;
	/* A macro may leave the arguments to its user, or take them from another. */
	u32 after = text_skip(s, end, (u32)s.n);
	return after >= s.n || s.p[after] == '(' || (text_is_word(s.p[after]) && !isdigit((u8)s.p[after]));
}

struct node *cuda_launch(struct cuda *c, const struct syn *s, struct node *kernel, const struct syn *configuration)
{
	struct node *n = cuda_node(c, NODE_LAUNCH, s);
	n->at = cuda_place(c, configuration->begin);
	struct node_list list = cuda_list(n);
	node_list_add(&list, kernel);
	u32 count = 0;
	struct node *all = node_new(c->arena, NODE_OPAQUE, n->begin, n->end);
	struct node_list written = cuda_list(all);
	cuda_arguments(c, &written, configuration);
	for (struct node *arg = all->child, *next; count < 4; count++, arg = next) {
		next = arg ? arg->next : NULL;
		if (arg)
			arg->next = NULL;
		node_list_add(&list, arg ? arg : cuda_none(c, configuration->end));
	}
	cuda_arguments(c, &list, syn_field(s, FIELD_ARGUMENTS));
	return n;
}
