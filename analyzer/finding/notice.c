/* Notices about the run, in an order that does not depend on which worker was first. */
#include "finding/notice.h"

#include <stdlib.h>

void notice_add(struct notices *all, struct str path, bool is_failure, bool was_named, const char *text, ...)
{
	va_list list;
	va_start(list, text);
	struct notice notice = {
		.path = {arena_text(all->arena, path.p, path.n), path.n},
		.text = str_of(arena_format_list(all->arena, text, list)),
		.is_failure = is_failure,
		.was_named = was_named,
	};
	va_end(list);
	vec_push(all->arena, &all->list, notice);
}

static int compare_notices(const void *x, const void *y)
{
	const struct notice *a = x, *b = y;
	int order = str_cmp(a->path, b->path);
	if (!order)
		order = str_cmp(a->text, b->text);
	if (!order)
		order = a->is_failure - b->is_failure;
	return order ? order : a->was_named - b->was_named;
}

void notices_sort(struct notices *all)
{
	if (all->list.n)
		qsort(all->list.at, all->list.n, sizeof *all->list.at, compare_notices);
}
