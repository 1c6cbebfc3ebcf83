/* The parts of the tree below a file. */
#include "report/html_tree.h"

#include "report/markup.h"

enum { MOST_FINDINGS = 50, MOST_OTHERS = 30 };

static const char *plural(u32 n) { return n == 1 ? "" : "s"; }

void tree_open(const struct tree *t, const char *class)
{
	fprintf(t->p->out, "<li class=\"%s\"><details%s><summary>", class, t->is_open ? " open" : "");
}

void tree_inside(const struct tree *t) { fputs("</summary>\n<ul>\n", t->p->out); }

void tree_close(const struct tree *t) { fputs("</ul></details></li>\n", t->p->out); }

void tree_name(const struct tree *t, struct str name)
{
	fputs("<code>", t->p->out);
	markup_text(t->p->out, name.n ? name : S("(outside all functions)"));
	fputs("</code>", t->p->out);
}

static void write_at(const struct tree *t, struct span span, u32 known_file)
{
	fputs(" <span class=\"at\">", t->p->out);
	if (span.file == known_file)
		fprintf(t->p->out, "line %u", file_region(files_text(t->p->r->files, span.file), span).line);
	else
		html_place(t->p, span);
	fputs("</span>", t->p->out);
}

static void write_function_tally(const struct tree *t, u32 i)
{
	u32 functions = t->forest->functions_below[i] - 1, found = t->forest->findings_below[i];
	if (!functions && !found)
		return;
	fputs(" <span class=\"tally\">", t->p->out);
	if (functions)
		fprintf(t->p->out, "%u function%s below", functions, plural(functions));
	if (found)
		fprintf(t->p->out, "%s<b>%u finding%s</b>", functions ? ", " : "", found, plural(found));
	fputs("</span>", t->p->out);
}

static void write_found(const struct tree *t, u32 i)
{
	const struct report *r = t->p->r;
	const struct grouped *all = &t->forest->findings;
	u32 n = grouped_count(all, i);
	for (u32 k = 0; k < n && k < MOST_FINDINGS; k++) {
		u32 index = all->at[all->start[i] + k];
		const struct finding *f = r->findings->list.at[index];
		fprintf(t->p->out, "<li class=\"found\"><span class=\"level %s\">%s</span> <a href=\"#f-%.*s\">%s</a>", severity_name(f->severity),
		        severity_name(f->severity), (int)t->p->keys[index].n, t->p->keys[index].p, r->rules[f->rule].name);
		write_at(t, f->span, t->of->functions.at[i].whole.file);
		fputs("</li>\n", t->p->out);
	}
	if (n > MOST_FINDINGS)
		fprintf(t->p->out, "<li class=\"more\">and %u more findings</li>\n", n - MOST_FINDINGS);
}

static void write_function(const struct tree *t, u32 i);

/* What it calls and what stands elsewhere. */
static void write_others(const struct tree *t, u32 i)
{
	const struct captured_function *f = &t->of->functions.at[i];
	u32 n = f->other_count;
	if (!n)
		return;
	fputs("<li class=\"also\">also calls ", t->p->out);
	for (u32 k = 0; k < n && k < MOST_OTHERS; k++) {
		u32 other = t->of->others.at[f->first_other + k];
		bool is_there = t->forest->is_shown[other];
		fputs(k ? ", " : "", t->p->out);
		if (is_there)
			fprintf(t->p->out, "<a href=\"#c%u\">", other);
		tree_name(t, t->of->functions.at[other].name);
		fputs(is_there ? "</a>" : "", t->p->out);
	}
	if (n > MOST_OTHERS)
		fprintf(t->p->out, " and %u more", n - MOST_OTHERS);
	fputs("</li>\n", t->p->out);
}

/* What is inside of a function: the findings in it, then what it calls. */
static void write_inside(const struct tree *t, u32 i)
{
	const struct grouped *calls = &t->forest->calls;
	u32 left = 0;
	write_found(t, i);
	for (u32 k = calls->start[i]; k < calls->start[i + 1]; k++)
		if (t->forest->is_shown[calls->at[k]])
			write_function(t, calls->at[k]);
		else
			left += t->forest->functions_below[calls->at[k]];
	if (left)
		fprintf(t->p->out, "<li class=\"more\">and %u more function%s without findings</li>\n", left, plural(left));
	write_others(t, i);
}

static bool has_inside(const struct tree *t, u32 i)
{
	return grouped_count(&t->forest->calls, i) || grouped_count(&t->forest->findings, i) || t->of->functions.at[i].other_count;
}

/* Below a region: at most as deep as captures are followed (capture/). */
static void write_function(const struct tree *t, u32 i)
{
	const struct captured_function *f = &t->of->functions.at[i], *caller = &t->of->functions.at[f->caller];
	bool is_leaf = !has_inside(t, i);
	fprintf(t->p->out, "<li id=\"c%u\">", i);
	if (!is_leaf)
		fprintf(t->p->out, "<details%s><summary>", t->is_open ? " open" : "");
	tree_name(t, f->name);
	write_at(t, f->name_span, caller->name_span.file);
	fputs(" <span class=\"tally\">called at", t->p->out);
	write_at(t, f->call, caller->name_span.file);
	fputs(f->by_name && !caller->by_name ? ", found by its name alone</span>" : "</span>", t->p->out);
	if (is_leaf) {
		fputs("</li>\n", t->p->out);
		return;
	}
	write_function_tally(t, i);
	tree_inside(t);
	write_inside(t, i);
	tree_close(t);
}

static void write_kind(const struct tree *t, u32 kind)
{
	static const char *const classes[CAPTURED_KINDS] = {"sort-code", "sort-claim", "sort-entry"};
	fprintf(t->p->out, "<span class=\"sort %s\">%s</span> ", classes[kind], captured_kind_name(kind, false));
}

/* A function that is captured: once, with every reason why. Its places tell their lines where they are not the function's own. */
void tree_function(const struct tree *t, u32 i)
{
	const struct captured_function *f = &t->of->functions.at[i];
	const struct grouped *regions = &t->forest->regions;
	const struct captured_region *first = &t->of->regions.at[regions->at[regions->start[i]]];
	bool is_leaf = !has_inside(t, i);
	fprintf(t->p->out, "<li class=\"region\" data-kind=\"%u\" id=\"c%u\">", first->kind, i);
	fputs(is_leaf ? "<div>" : t->is_open ? "<details open><summary>" : "<details><summary>", t->p->out);
	write_kind(t, first->kind);
	tree_name(t, f->name);
	write_at(t, f->name_span, first->span.file);
	write_function_tally(t, i);
	for (u32 k = regions->start[i]; k < regions->start[i + 1]; k++) {
		const struct captured_region *region = &t->of->regions.at[regions->at[k]];
		fputs("<span class=\"reason\">", t->p->out);
		markup_text(t->p->out, region->why);
		if (region->span.begin != f->name_span.begin || region->span.file != f->name_span.file)
			write_at(t, region->span, f->name_span.file);
		fputs("</span>", t->p->out);
	}
	if (is_leaf) {
		fputs("</div></li>\n", t->p->out);
		return;
	}
	tree_inside(t);
	write_inside(t, i);
	tree_close(t);
}

enum standing tree_standing(const struct tree *t, u32 index)
{
	const struct captured_region *region = &t->of->regions.at[index];
	u32 i = region->function;
	if (i == NONE)
		return STANDS_LISTED;
	if (t->forest->regions.at[t->forest->regions.start[i]] != index)
		return STANDS_WITH_OTHER;
	return !forest_is_root(t->forest, i) || !t->forest->is_shown[i] || (region->kind == CAPTURED_PROFILE && !has_inside(t, i)) ? STANDS_LISTED : STANDS_OPEN;
}

static void write_listed(const struct tree *t, u32 index)
{
	const struct captured_region *region = &t->of->regions.at[index];
	u32 i = region->function;
	bool is_below = i != NONE && !forest_is_root(t->forest, i) && t->forest->is_shown[i];
	if (is_below)
		fprintf(t->p->out, "<a href=\"#c%u\">", i);
	else if (i != NONE)
		fprintf(t->p->out, "<span id=\"c%u\">", i);
	tree_name(t, region->name);
	fputs(is_below ? "</a>" : i != NONE ? "</span>" : "", t->p->out);
	write_at(t, region->span, region->span.file);
}

/* Those of one kind and reason that have no tree of their own, since they call nothing that is followed or stand below another. */
void tree_listed(const struct tree *t, const u32 *regions, u32 n)
{
	struct arena scratch = {0};
	bool *is_done = arena_array(&scratch, bool, n + 1);
	for (u32 i = 0; i < n; i++) {
		const struct captured_region *first = &t->of->regions.at[regions[i]];
		if (is_done[i] || tree_standing(t, regions[i]) != STANDS_LISTED)
			continue;
		fprintf(t->p->out, "<li class=\"region rest\" data-kind=\"%u\"><div>", first->kind);
		write_kind(t, first->kind);
		for (u32 k = i; k < n; k++) {
			const struct captured_region *other = &t->of->regions.at[regions[k]];
			if (tree_standing(t, regions[k]) != STANDS_LISTED || other->kind != first->kind || !str_eq(other->why, first->why))
				continue;
			is_done[k] = true;
			fputs(k == i ? "" : ", ", t->p->out);
			write_listed(t, regions[k]);
		}
		fputs("<span class=\"reason\">", t->p->out);
		markup_text(t->p->out, first->why);
		fputs("</span></div></li>\n", t->p->out);
	}
	arena_release(&scratch);
}
