/* Whether tree-sitter's reading leaves libclang anything to add: libclang costs as much as all other stages together. */
#include "parse/front.h"

#include <stdlib.h>

struct seen {
	struct arena *arena;
	VEC(u32) at;              /* of calls and launches */
	VEC(struct node *) broken;/* functions with an error inside */
};

static void collect(struct seen *s, struct node *n)
{
	for (; n; n = n->next) {
		if (n->kind == NODE_CALL || n->kind == NODE_LAUNCH)
			vec_push(s->arena, &s->at, n->at);
		if (n->kind == NODE_FUNCTION && n->flags & NF_ERROR)
			vec_push(s->arena, &s->broken, n);
		collect(s, n->child);
	}
}

static bool is_in_broken(const struct seen *s, u32 at)
{
	for (u32 i = 0; i < s->broken.n; i++)
		if (at >= s->broken.at[i]->begin && at < s->broken.at[i]->end)
			return true;
	return false;
}

bool reading_is_whole(struct arena *a, const struct node *file, const struct index_file *index)
{
	struct seen s = {.arena = a};
	collect(&s, file->child);
	if (s.at.n)
		qsort(s.at.at, s.at.n, sizeof *s.at.at, order_u32);
	for (u32 i = 0; i < index->tokens.n; i++) {
		const struct index_token *t = &index->tokens.at[i];
		/* Macro bodies are tree-sitter's anyway. */
		if (t->in_define)
			continue;
		bool is_read = s.at.n && bsearch(&t->at, s.at.at, s.at.n, sizeof *s.at.at, order_u32);
		if (!is_read || is_in_broken(&s, t->at))
			return false;
	}
	return true;
}
