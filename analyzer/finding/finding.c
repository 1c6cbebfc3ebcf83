/* Making findings, and their one order. */
#include "finding/finding.h"

#include <stdlib.h>
#include <string.h>

struct finding *finding_add(struct findings *all, u32 rule, enum severity severity, struct span span,
                            const char *message, ...)
{
	struct finding *f = arena_new(all->arena, struct finding);
	va_list list;
	va_start(list, message);
	f->message = str_of(arena_format_list(all->arena, message, list));
	va_end(list);
	f->rule = rule;
	f->severity = severity;
	f->span = span;
	f->function = S("");
	vec_push(all->arena, &all->list, f);
	return f;
}

void finding_step(struct findings *all, struct finding *f, struct span span, const char *text, ...)
{
	va_list list;
	va_start(list, text);
	struct step step = {span, str_of(arena_format_list(all->arena, text, list))};
	va_end(list);
	vec_push(all->arena, &f->steps, step);
}

void finding_related(struct findings *all, struct finding *f, struct span span, const char *text, ...)
{
	va_list list;
	va_start(list, text);
	struct step step = {span, str_of(arena_format_list(all->arena, text, list))};
	va_end(list);
	vec_push(all->arena, &f->related, step);
}

void finding_param(struct findings *all, struct finding *f, const char *key, struct str value)
{
	for (size_t i = 0; i < COUNT(f->params); i++)
		if (!f->params[i].key.n) {
			f->params[i].key = str_of(arena_text(all->arena, key, strlen(key)));
			f->params[i].value = (struct str){arena_text(all->arena, value.p, value.n), value.n};
			return;
		}
	bug("more than %zu parameters in a finding", COUNT(f->params));
}

static int compare_u32(u32 a, u32 b) { return a < b ? -1 : a > b; }

static int compare_spans(struct span a, struct span b, const struct str *paths)
{
	int order = a.file == b.file ? 0 : str_cmp(paths[a.file], paths[b.file]);
	if (!order)
		order = compare_u32(a.begin, b.begin);
	return order ? order : compare_u32(a.end, b.end);
}

static int compare_steps(const struct step *a, u32 a_count, const struct step *b, u32 b_count, const struct str *paths)
{
	for (u32 i = 0; i < a_count && i < b_count; i++) {
		int order = compare_spans(a[i].span, b[i].span, paths);
		if (!order)
			order = str_cmp(a[i].text, b[i].text);
		if (order)
			return order;
	}
	return compare_u32(a_count, b_count);
}

/* What makes two findings repeats of each other. */
static int compare_claims(const struct finding *a, const struct finding *b, const struct str *paths)
{
	int order = compare_spans(a->span, b->span, paths);
	if (!order)
		order = compare_u32(a->rule, b->rule);
	return order ? order : str_cmp(a->message, b->message);
}

/* Total, down to the last byte that is printed: of repeats the one that stays must not depend on the order of work. */
static int compare_findings(const void *x, const void *y, void *paths)
{
	const struct finding *a = *(struct finding *const *)x, *b = *(struct finding *const *)y;
	int order = compare_claims(a, b, paths);
	if (!order)
		order = compare_u32(b->severity, a->severity);
	if (!order)
		order = compare_steps(a->steps.at, a->steps.n, b->steps.at, b->steps.n, paths);
	if (!order)
		order = compare_steps(a->related.at, a->related.n, b->related.at, b->related.n, paths);
	if (!order)
		order = str_cmp(a->function, b->function);
	for (size_t i = 0; !order && i < COUNT(a->params); i++) {
		order = str_cmp(a->params[i].key, b->params[i].key);
		if (!order)
			order = str_cmp(a->params[i].value, b->params[i].value);
	}
	return order;
}

void findings_sort(struct findings *all, const struct str *paths)
{
	struct finding **at = all->list.at;
	if (!all->list.n)
		return;
	qsort_r(at, all->list.n, sizeof *at, compare_findings, (void *)(uintptr_t)paths);
	u32 kept = 1;
	for (u32 i = 1; i < all->list.n; i++)
		if (compare_claims(at[kept - 1], at[i], paths))
			at[kept++] = at[i];
	all->list.n = kept;
}

const char *severity_name(enum severity s)
{
	static const char *const names[] = {"note", "warning", "error"};
	return names[s];
}

const char *precision_name(enum precision p)
{
	static const char *const names[] = {"low", "medium", "high", "very-high"};
	return names[p];
}
