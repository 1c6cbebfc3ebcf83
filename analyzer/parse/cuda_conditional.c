/* #if groups: arms become an ALT. */
#include "index/condition.h"
#include "parse/cuda.h"

#include <ctype.h>

bool cuda_is_conditional(enum syn_kind kind) { return kind >= SYN_PREPROC_IF && kind <= SYN_PREPROC_ELSE; }

static bool is_group(enum syn_kind kind) { return kind >= SYN_PREPROC_IF && kind <= SYN_PREPROC_ELIFDEF; }

static struct node *arm(struct cuda *c, const struct syn *s, cuda_item *item)
{
	struct node *block = cuda_node(c, NODE_BLOCK, s);
	struct node_list list = cuda_list(block);
	for (const struct syn *i = syn_first(s); i; i = syn_next(i))
		if (i->field != FIELD_CONDITION && i->field != FIELD_NAME && i->field != FIELD_ALTERNATIVE)
			item(c, &list, i);
	return block;
}

/* The directive as it stands in the file, its name and what follows it: the prepared text has no conditions. Empty where it is made up. */
static struct str directive(struct cuda *c, const struct syn *s, struct str *text)
{
	u32 at = cuda_place(c, s->begin), end = (u32)c->source.n;
	*text = S("");
	if (at >= end || c->source.p[at] != '#')
		return S("");
	for (at++; at < end && isblank((u8)c->source.p[at]); at++)
		;
	u32 name = at;
	while (at < end && isalpha((u8)c->source.p[at]))
		at++;
	u32 line = at;
	while (line < end && (c->source.p[line] != '\n' || c->source.p[line - 1] == '\\'))
		line++;
	*text = (struct str){c->source.p + at, line - at};
	return (struct str){c->source.p + name, at - name};
}

/* #if USE_CUDA, #ifndef __HIP_PLATFORM_AMD__; not what a mode of one platform has: #ifdef CUDA_DEBUG, CUDA_VERSION >= 11000. */
static bool is_of_platform(struct str text)
{
	static const char *const platforms[] = {"CUDA", "HIP", "ROCM", "NVCC", "NVIDIA", "MUSA"};
	static const char *const modes[] = {"DEBUG", "CHECK", "ERROR", "SYNC", "VERSION", "TEST", "TRACE", "VERBOSE", "ARCH", "GRAPH", "PROFIL"};
	return str_has_any(text, platforms, COUNT(platforms)) && !str_has_any(text, modes, COUNT(modes));
}

void cuda_conditional(struct cuda *c, struct node_list *to, const struct syn *s, cuda_item *item)
{
	struct node *alt = cuda_node(c, NODE_ALT, s);
	struct node_list arms = cuda_list(alt);
	bool is_open = true, is_empty = true; /* open: no #else */
	struct condition_arms known = {0};
	for (; s; s = syn_field(s, FIELD_ALTERNATIVE)) {
		struct node *block = arm(c, s, item);
		struct str text, name = directive(c, s, &text);
		block->flags |= condition_is_off(&known, name, text) ? NF_DEVICE : 0;
		block->flags |= (is_of_platform(text) ? NF_GLOBAL : 0) | (condition_is_debug(&known, name, text, c->muted) ? NF_DEBUG : 0);
		is_empty &= !block->child;
		is_open = is_group(s->kind);
		node_list_add(&arms, block);
	}
	if (is_empty)
		return;
	if (is_open && !known.has_yes)
		node_list_add(&arms, node_new(c->arena, NODE_BLOCK, alt->end, alt->end));
	node_list_add(to, alt);
}
