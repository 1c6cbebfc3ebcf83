/* The capture tables as reports take them: names, spans and indices, nothing of the program. */
#include "capture/capture.h"

#include "finding/captured.h"

#include <stdlib.h>

_Static_assert((int)GRADES == (int)CAPTURED_KINDS && (int)GRADE_PROFILE == (int)CAPTURED_PROFILE, "a kind is a grade");

static struct span name_span(const struct fn *fn)
{
	return (struct span){fn->file, fn->f->at, fn->f->at + (u32)unit_text(fn->unit, fn->f->name).n};
}

/* Where the body's own function has it: what a macro or lambda brings stands where that is used. */
static struct span row_span(const struct capture *c, const struct body *b, u32 row)
{
	for (u32 use = b->rows[row].use; use != NONE; use = b->uses[use].parent)
		row = b->uses[use].row;
	const struct body_row *r = &b->rows[row];
	return (struct span){c->program->functions[r->fn].file, r->row->begin, r->row->end};
}

struct ordered {
	struct captured_region told;
	u32 index;
};

static int compare_ordered(const void *x, const void *y)
{
	const struct ordered *a = x, *b = y;
	if (a->told.kind != b->told.kind)
		return a->told.kind < b->told.kind ? -1 : 1;
	if (a->told.span.file != b->told.span.file)
		return a->told.span.file < b->told.span.file ? -1 : 1;
	if (a->told.span.begin != b->told.span.begin)
		return a->told.span.begin < b->told.span.begin ? -1 : 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

static struct captured_region tell_region(const struct capture *c, const struct capture_region *r)
{
	const struct fn *fn = &c->program->functions[r->fn];
	struct span span = r->row == NONE ? name_span(fn) : row_span(c, capture_body(c, r->fn), r->row);
	return (struct captured_region){r->grade, span, fn_name(fn), r->why, c->of[r->fn]};
}

static struct captured_function tell_function(const struct capture *c, const struct reached *r, const u32 *places)
{
	const struct fn *fn = &c->program->functions[r->fn];
	struct captured_function told = {.name = fn_name(fn), .name_span = name_span(fn), .whole = {fn->file, fn->f->begin, fn->f->end},
	                                 .region = places[r->region], .caller = r->from, .by_name = r->by_name};
	if (r->from != NONE)
		told.call = row_span(c, c->reached.at[r->from].body, r->from_row);
	return told;
}

/* The calls that lead to functions which were reached on another way; each once, in the order of the rows. `seen` is by function, of the
 * last one that was asked for it. */
static void tell_others(const struct capture *c, u32 at, u32 *seen, struct captured *out)
{
	const struct reached *r = &c->reached.at[at];
	struct captured_function *told = &out->functions.at[at];
	told->first_other = out->others.n;
	for (u32 row = 0; row < r->body->n; row++)
		for (u32 i = 0; i < r->body->rows[row].callee.n && capture_has(r, row); i++) {
			u32 other = c->of[r->body->rows[row].callee.at[i]];
			if (other == NONE || other == at || c->reached.at[other].from == at || seen[other] == at + 1)
				continue;
			seen[other] = at + 1;
			vec_push(c->arena, &out->others, other);
		}
	told->other_count = out->others.n - told->first_other;
}

void capture_tell(const struct capture *c, struct captured *out)
{
	struct arena scratch = {0};
	u32 n = c->regions.n, *places = arena_array(&scratch, u32, n + 1);
	struct ordered *ordered = arena_array(&scratch, struct ordered, n + 1);
	for (u32 i = 0; i < n; i++)
		ordered[i] = (struct ordered){tell_region(c, &c->regions.at[i]), i};
	qsort(ordered, n, sizeof *ordered, compare_ordered);
	for (u32 i = 0; i < n; i++) {
		places[ordered[i].index] = i;
		vec_push(c->arena, &out->regions, ordered[i].told);
	}
	for (u32 i = 0; i < c->reached.n; i++)
		vec_push(c->arena, &out->functions, tell_function(c, &c->reached.at[i], places));
	u32 *seen = arena_array(&scratch, u32, c->reached.n + 1);
	for (u32 i = 0; i < c->reached.n; i++)
		tell_others(c, i, seen, out);
	arena_release(&scratch);
}
