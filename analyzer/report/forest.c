#include "report/forest.h"

#include <stdlib.h>

struct grouped group_by(struct arena *a, const u32 *keys, u32 n, u32 key_count)
{
	struct grouped g = {arena_array(a, u32, key_count + 2), arena_array(a, u32, n + 1)};
	for (u32 i = 0; i < n; i++)
		if (keys[i] != NONE)
			g.start[keys[i] + 2]++;
	for (u32 k = 2; k <= key_count; k++)
		g.start[k] += g.start[k - 1];
	for (u32 i = 0; i < n; i++)
		if (keys[i] != NONE)
			g.at[g.start[keys[i] + 1]++] = i;
	return g;
}

/* By file and name, then the outer before the inner. */
struct named {
	const struct captured_function *f;
	u32 index;
};

static int compare_place(const struct captured_function *f, u32 file, struct str name)
{
	return f->whole.file != file ? (f->whole.file < file ? -1 : 1) : str_cmp(f->name, name);
}

static int compare_named(const void *x, const void *y)
{
	const struct named *a = x, *b = y;
	int order = compare_place(a->f, b->f->whole.file, b->f->name);
	if (order || a->f->whole.begin != b->f->whole.begin)
		return order ? order : a->f->whole.begin < b->f->whole.begin ? -1 : 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

/* The innermost function of the finding's name around it. */
static u32 function_of(const struct named *all, u32 n, const struct finding *f)
{
	u32 low = 0, high = n, best = NONE;
	while (low < high) {
		u32 middle = low + (high - low) / 2;
		if (compare_place(all[middle].f, f->span.file, f->function) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < n && !compare_place(all[low].f, f->span.file, f->function); low++)
		if (all[low].f->whole.begin <= f->span.begin && f->span.begin < all[low].f->whole.end)
			best = all[low].index;
	return best;
}

static void place_findings(struct arena *a, const struct report *r, struct forest *out)
{
	u32 n = out->of->functions.n, all = r->findings->list.n;
	struct named *named = arena_array(a, struct named, n + 1);
	for (u32 i = 0; i < n; i++)
		named[i] = (struct named){&out->of->functions.at[i], i};
	qsort(named, n, sizeof *named, compare_named);
	out->function_of = arena_array(a, u32, all + 1);
	for (u32 i = 0; i < all; i++)
		out->function_of[i] = report_lists(r, r->findings->list.at[i]) ? function_of(named, n, r->findings->list.at[i]) : NONE;
	out->findings = group_by(a, out->function_of, all, n);
}

/* A function of a region in a file that is not reported may have a region of its own, or stand below one that has. */
static void find_regions(struct arena *a, const struct report *r, struct forest *out)
{
	u32 n = out->of->functions.n;
	out->region_of = arena_array(a, u32, n + 1);
	for (u32 i = 0; i < n; i++) {
		const struct captured_function *f = &out->of->functions.at[i];
		bool is_reported = r->sources[out->of->regions.at[f->region].span.file].is_reported;
		u32 above = f->caller == NONE ? NONE : out->region_of[f->caller];
		u32 own = grouped_count(&out->regions, i) ? out->regions.at[out->regions.start[i]] : NONE;
		out->region_of[i] = is_reported ? f->region : above != NONE ? above : own;
	}
}

/* A caller stands before those that it calls, so one pass from the end is enough. */
static void sum_up(struct arena *a, struct forest *out)
{
	u32 n = out->of->functions.n;
	out->functions_below = arena_array(a, u32, n + 1);
	out->findings_below = arena_array(a, u32, n + 1);
	out->is_shown = arena_array(a, bool, n + 1);
	for (u32 i = n; i--;) {
		u32 caller = out->of->functions.at[i].caller;
		out->functions_below[i]++;
		out->findings_below[i] += grouped_count(&out->findings, i);
		out->is_shown[i] = out->region_of[i] != NONE && (i < FOREST_FUNCTIONS || out->findings_below[i]);
		if (caller != NONE) {
			out->functions_below[caller] += out->functions_below[i];
			out->findings_below[caller] += out->findings_below[i];
		}
	}
}

void forest_grow(struct arena *a, const struct report *r, struct forest *out)
{
	static const struct captured none;
	*out = (struct forest){.of = r->captured ? r->captured : &none};
	u32 n = out->of->functions.n, regions = out->of->regions.n;
	u32 *keys = arena_array(a, u32, n + regions + 1);
	for (u32 i = 0; i < regions; i++) {
		const struct captured_region *region = &out->of->regions.at[i];
		keys[i] = r->sources[region->span.file].is_reported ? region->function : NONE;
		out->kinds[region->kind] += r->sources[region->span.file].is_reported;
	}
	out->regions = group_by(a, keys, regions, n);
	for (u32 i = 0; i < n; i++)
		keys[i] = out->of->functions.at[i].caller;
	out->calls = group_by(a, keys, n, n);
	place_findings(a, r, out);
	find_regions(a, r, out);
	sum_up(a, out);
	for (u32 i = 0; i < n; i++) {
		if (out->region_of[i] == NONE)
			continue;
		u32 kind = out->of->regions.at[out->region_of[i]].kind;
		out->functions[kind]++;
		out->found[kind] += grouped_count(&out->findings, i);
	}
}

static void meet(u32 function, bool *is_met, u32 *queue, u32 *n)
{
	if (is_met[function])
		return;
	is_met[function] = true;
	queue[(*n)++] = function;
}

struct reach forest_reach(const struct forest *f, u32 function)
{
	struct arena scratch = {0};
	bool *is_met = arena_array(&scratch, bool, f->of->functions.n + 1);
	u32 *queue = arena_array(&scratch, u32, f->of->functions.n + 1), n = 0;
	struct reach reach = {0};
	meet(function, is_met, queue, &n);
	for (u32 i = 0; i < n; i++) {
		const struct captured_function *at = &f->of->functions.at[queue[i]];
		reach.findings += grouped_count(&f->findings, queue[i]);
		for (u32 k = f->calls.start[queue[i]]; k < f->calls.start[queue[i] + 1]; k++)
			meet(f->calls.at[k], is_met, queue, &n);
		for (u32 k = 0; k < at->other_count; k++)
			meet(f->of->others.at[at->first_other + k], is_met, queue, &n);
	}
	reach.functions = n - 1;
	arena_release(&scratch);
	return reach;
}

const char *captured_kind_name(u32 kind, bool is_plural)
{
	static const char *const names[CAPTURED_KINDS][2] = {{"capture", "captures"}, {"claim", "claims"}, {"library entry", "library entries"}};
	return names[kind][is_plural];
}
