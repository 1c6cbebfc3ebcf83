#include "capture/below.h"

void below_open(struct below *s, const struct capture *c, struct arena *a, u32 depth, bool is_sure)
{
	*s = (struct below){.c = c, .a = a, .depth = depth, .is_sure = is_sure};
	s->opens = arena_array(a, bool, c->program->function_count + 1);
	for (u32 i = 0; i < c->regions.n; i++)
		s->opens[c->regions.at[i].fn] |= c->regions.at[i].grade == GRADE_CODE && c->regions.at[i].row != NONE;
}

enum { YES = 1u << 30 };

static bool is_below(struct below *s, fn_id fn, u32 depth);

/* Some function that the row runs opens one; that function stands at `depth`. */
static bool row_is_below(struct below *s, const struct body_row *r, u32 depth)
{
	bool is_followed = r->op == ROW_CALL && r->callee.n <= TARGETS && !(s->is_sure && r->callee.by_name);
	for (u32 i = 0; i < r->callee.n && is_followed; i++)
		if (is_below(s, r->callee.at[i], depth))
			return true;
	return false;
}

static bool is_below(struct below *s, fn_id fn, u32 depth)
{
	u32 known = idmap_get(&s->answers, fn);
	/* A no holds for what is asked as deep down or deeper. */
	if (known != NONE && (known == YES || known <= depth))
		return known == YES;
	if (depth > s->depth || !s->left)
		return false;
	s->left--;
	idmap_put(s->a, &s->answers, fn, depth); /* a cycle adds nothing */
	const struct body *b = s->opens[fn] ? NULL : capture_body(s->c, fn);
	bool does = s->opens[fn];
	for (u32 row = 0; b && row < b->n && !does; row++)
		does = row_is_below(s, &b->rows[row], depth + 1);
	if (does)
		idmap_put(s->a, &s->answers, fn, YES);
	return does;
}

bool captures_below(struct below *s, fn_id fn) { return is_below(s, fn, 0); }

bool row_captures(struct below *s, const struct body_row *r) { return row_is_below(s, r, 0); }
