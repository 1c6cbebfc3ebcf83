/* What runs in captures, as a tree: folders, files, the places that are captured, and the functions that they reach, as calls nest.
 * Closed at first unless it is small; a page of thousands of functions opens at once since what is closed costs no layout. */
#include "report/html_tree.h"
#include "report/markup.h"

#include <string.h>

enum { SMALL = 60, FOLDER_DEPTH = 24 };

static const char *plural(u32 n) { return n == 1 ? "" : "s"; }

/* "12 captures, 3 library entries, 5 findings" of files [from, to) */
static void write_file_tally(const struct tree *t, u32 from, u32 to)
{
	const char *between = "";
	fputs(" <span class=\"tally\">", t->p->out);
	for (u32 kind = 0; kind < CAPTURED_KINDS; kind++) {
		u32 n = t->sums[kind][to] - t->sums[kind][from];
		if (!n)
			continue;
		fprintf(t->p->out, "%s%u %s", between, n, captured_kind_name(kind, n != 1));
		between = ", ";
	}
	u32 found = t->found[to] - t->found[from];
	if (found)
		fprintf(t->p->out, "%s<b>%u finding%s</b>", between, found, plural(found));
	fputs("</span>", t->p->out);
	tree_inside(t);
}

static void write_file(const struct tree *t, const struct grouped *by_file, u32 file, size_t known)
{
	const u32 *regions = by_file->at + by_file->start[file];
	u32 n = grouped_count(by_file, file);
	struct str path = t->p->r->sources[file].path;
	tree_open(t, "file");
	tree_name(t, (struct str){path.p + known, path.n - known});
	write_file_tally(t, file, file + 1);
	for (u32 i = 0; i < n; i++)
		if (tree_standing(t, regions[i]) == STANDS_OPEN)
			tree_function(t, t->of->regions.at[regions[i]].function);
	tree_listed(t, regions, n);
	tree_close(t);
}

static bool agree(struct str a, struct str b, size_t n) { return a.n >= n && b.n >= n && !memcmp(a.p, b.p, n); }

/* The files [from, to), which agree in the first `known` bytes of their paths. Folders with nothing beside them are told with the next. */
static void write_folder(const struct tree *t, const struct grouped *by_file, u32 from, u32 to, size_t known, u32 depth)
{
	const struct source *sources = t->p->r->sources;
	for (u32 file = from, next; file < to; file = next) {
		next = file + 1;
		if (!grouped_count(by_file, file))
			continue;
		struct str path = sources[file].path;
		const char *slash = depth < FOLDER_DEPTH ? memchr(path.p + known, '/', path.n - known) : NULL;
		size_t prefix = slash ? (size_t)(slash - path.p) + 1 : 0;
		u32 last = file;
		for (; prefix && next < to && agree(path, sources[next].path, prefix); next++)
			last = grouped_count(by_file, next) ? next : last;
		if (!prefix || last == file) {
			write_file(t, by_file, file, known);
			continue;
		}
		while ((slash = memchr(path.p + prefix, '/', path.n - prefix)) && agree(path, sources[last].path, (size_t)(slash - path.p) + 1))
			prefix = (size_t)(slash - path.p) + 1;
		tree_open(t, "folder");
		tree_name(t, (struct str){path.p + known, prefix - known});
		write_file_tally(t, file, next);
		write_folder(t, by_file, file, next, prefix, depth + 1);
		tree_close(t);
	}
}

static void write_kinds(const struct tree *t)
{
	static const char *const says[CAPTURED_KINDS] = {
		"a capture begins here, or the function is handed to something that captures it",
		"its name or its docstring says that it can be captured",
		"it takes a stream or tensors, or is bound as an operator, so users of the library may capture it",
	};
	fputs("<div class=\"scroll\"><table class=\"kinds\">\n<thead><tr><th scope=\"col\">Kind</th><th scope=\"col\" class=\"number\">Places</th>"
	      "<th scope=\"col\" class=\"number\">Functions</th><th scope=\"col\" class=\"number\">Findings</th><th scope=\"col\">What it is</th></tr></thead>\n<tbody>\n",
	      t->p->out);
	for (u32 kind = 0; kind < CAPTURED_KINDS; kind++)
		if (t->forest->kinds[kind])
			fprintf(t->p->out, "<tr><th scope=\"row\">%s</th><td class=\"number\">%u</td><td class=\"number\">%u</td><td class=\"number\">%u</td><td>%s</td></tr>\n",
			        captured_kind_name(kind, false), t->forest->kinds[kind], t->forest->functions[kind], t->forest->found[kind], says[kind]);
	fputs("</tbody></table></div>\n", t->p->out);
}

/* Shown by the script, like the filters of the findings. */
static void write_sieve(const struct tree *t)
{
	fputs("<form class=\"sieve\" hidden autocomplete=\"off\" aria-label=\"Filter the tree\">\n", t->p->out);
	for (u32 kind = 0; kind < CAPTURED_KINDS; kind++)
		if (t->forest->kinds[kind])
			fprintf(t->p->out, "<label><input type=\"checkbox\" value=\"%u\" checked> %s</label>\n", kind, captured_kind_name(kind, true));
	fputs("<label><input type=\"checkbox\" id=\"to-findings\"> only ways to findings</label>\n"
	      "<button type=\"button\" id=\"open-tree\">Open all</button>\n"
	      "<p class=\"keys\"><kbd>&uarr;</kbd> <kbd>&darr;</kbd> move <kbd>&rarr;</kbd> open <kbd>&larr;</kbd> close</p>\n</form>\n", t->p->out);
}

static struct grouped sum_files(struct tree *t)
{
	struct arena *a = &t->p->arena;
	u32 n = t->of->regions.n, files = t->p->r->files->count, *keys = arena_array(a, u32, n + 1);
	t->sums = (u32 **)arena_alloc(a, sizeof *t->sums * CAPTURED_KINDS);
	t->found = arena_array(a, u32, files + 1);
	for (u32 kind = 0; kind < CAPTURED_KINDS; kind++)
		t->sums[kind] = arena_array(a, u32, files + 1);
	for (u32 i = 0; i < n; i++) {
		const struct captured_region *r = &t->of->regions.at[i];
		keys[i] = t->p->r->sources[r->span.file].is_reported ? r->span.file : NONE;
		if (keys[i] == NONE)
			continue;
		t->sums[r->kind][r->span.file + 1]++;
		if (tree_standing(t, i) == STANDS_OPEN)
			t->found[r->span.file + 1] += t->forest->findings_below[r->function];
	}
	for (u32 file = 0; file < files; file++) {
		t->found[file + 1] += t->found[file];
		for (u32 kind = 0; kind < CAPTURED_KINDS; kind++)
			t->sums[kind][file + 1] += t->sums[kind][file];
	}
	return group_by(a, keys, n, files);
}

void html_captures(struct page *p)
{
	struct tree t = {.p = p, .forest = &p->forest, .of = p->forest.of};
	struct grouped by_file = sum_files(&t);
	u32 files = p->r->files->count, places = 0, functions = 0;
	for (u32 kind = 0; kind < CAPTURED_KINDS; kind++) {
		places += p->forest.kinds[kind];
		functions += p->forest.functions[kind];
	}
	if (!p->r->captured)
		return;
	fputs("<section id=\"captures\">\n<h2>What runs in captures</h2>\n", p->out);
	if (!places) {
		fputs("<p class=\"empty\">No capture was found, nor anything that users of this code would capture.</p>\n</section>\n", p->out);
		return;
	}
	t.is_open = functions <= SMALL;
	fputs("<p class=\"lead\">The places that are captured, or may be, each with the functions that it reaches by its calls. A function stands once: "
	      "under the surest place that reaches it, on the shortest way; who else calls it has a link to it.</p>\n", p->out);
	write_kinds(&t);
	write_sieve(&t);
	fputs("<ul class=\"tree\">\n", p->out);
	write_folder(&t, &by_file, 0, files, 0, 0);
	fputs("</ul>\n<p class=\"empty\" id=\"no-place\" hidden>No place passes these filters.</p>\n</section>\n", p->out);
}
