/* Markdown for an issue: coverage first, then then counts and what is captured, then the findings, the worst first, as a list to tick off. GitHub takes
 * 65,536 characters, so the list ends before that and says what is missing. */
#include "report/forest.h"
#include "report/visible.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 60000, MOST_NOTICES = 20, MOST_PLACES = 30 };

/* Code cannot be escaped inside a code span, so its fence is longer than any run of backticks in it. */
static void add_code(struct strbuf *out, struct str text)
{
	struct strbuf shown = {0};
	visible_add(&shown, text);
	size_t longest = 0, run = 0;
	for (size_t i = 0; i < shown.n; i++) {
		run = shown.p[i] == '`' ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	for (size_t i = 0; i <= longest; i++)
		strbuf_putc(out, '`');
	bool is_padded = longest > 0;
	if (is_padded)
		strbuf_putc(out, ' ');
	strbuf_add(out, shown.p ? shown.p : "", shown.n);
	if (is_padded)
		strbuf_putc(out, ' ');
	for (size_t i = 0; i <= longest; i++)
		strbuf_putc(out, '`');
	strbuf_release(&shown);
}

/* Prose: nothing in it is markup, and `@name` calls nobody. */
static void add_prose(struct strbuf *out, struct str text)
{
	struct strbuf shown = {0};
	visible_add(&shown, text);
	for (size_t i = 0; i < shown.n; i++) {
		if (strchr("\\`*_{}[]<>#|~@&!", shown.p[i]))
			strbuf_putc(out, '\\');
		strbuf_putc(out, shown.p[i]);
		if (shown.p[i] == '@')
			strbuf_puts(out, "\xe2\x80\x8b"); /* a blank of no width */
	}
	strbuf_release(&shown);
}

static void add_rules(struct strbuf *out, const struct report *r)
{
	struct arena scratch = {0};
	u32 *counts = arena_array(&scratch, u32, 3 * (size_t)r->rule_count + 1);
	for (u32 i = 0; i < r->findings->list.n; i++)
		if (report_shows(r, r->findings->list.at[i]))
			counts[3 * r->findings->list.at[i]->rule + r->findings->list.at[i]->severity]++;
	strbuf_puts(out, "\n| rule | errors | warnings | notes | what it finds |\n|---|--:|--:|--:|---|\n");
	for (u32 i = 0; i < r->rule_count; i++) {
		const u32 *c = &counts[3 * i];
		if (!c[0] && !c[1] && !c[2])
			continue;
		strbuf_addf(out, "| `%s` | %u | %u | %u | ", r->rules[i].name, c[SEVERITY_ERROR], c[SEVERITY_WARNING], c[SEVERITY_NOTE]);
		add_prose(out, str_of(r->rules[i].summary));
		strbuf_puts(out, " |\n");
	}
	arena_release(&scratch);
}

static void add_notices(struct strbuf *out, const struct report *r)
{
	u32 n = 0;
	for (u32 i = 0; i < r->notices->list.n; i++) {
		const struct notice *notice = &r->notices->list.at[i];
		if (!notice->is_failure || n++ >= MOST_NOTICES)
			continue;
		strbuf_puts(out, n == 1 ? "\n### Not understood\n\n* " : "* ");
		if (notice->path.n) {
			add_code(out, notice->path);
			strbuf_puts(out, ": ");
		}
		add_prose(out, notice->text);
		strbuf_putc(out, '\n');
	}
	if (n > MOST_NOTICES)
		strbuf_addf(out, "* and %u more\n", n - MOST_NOTICES);
}

static void add_place(struct strbuf *out, struct report *r, struct span span)
{
	struct region region = file_region(files_text(r->files, span.file), span);
	struct strbuf place = {0};
	strbuf_add(&place, r->sources[span.file].path.p, r->sources[span.file].path.n);
	strbuf_addf(&place, ":%u", region.line);
	add_code(out, strbuf_str(&place));
	strbuf_release(&place);
}

/* A function that is captured, by its first region. */
struct place {
	const struct captured_region *first;
	u32 regions;
	struct reach reach; /* what is told of it, and so what the list goes by */
	bool is_test;
};

static int compare_places(const void *x, const void *y)
{
	const struct place *a = x, *b = y;
	if (a->is_test != b->is_test)
		return a->is_test ? 1 : -1;
	if (a->reach.findings != b->reach.findings)
		return a->reach.findings > b->reach.findings ? -1 : 1;
	if (a->first->kind != b->first->kind)
		return a->first->kind < b->first->kind ? -1 : 1;
	if (a->first->span.file != b->first->span.file)
		return a->first->span.file < b->first->span.file ? -1 : 1;
	return a->first->span.begin < b->first->span.begin ? -1 : a->first->span.begin > b->first->span.begin;
}

/* Those that stand in the code and those that a function claims; returns how many. */
static u32 find_places(struct arena *a, const struct report *r, const struct forest *forest, struct place **places)
{
	u32 n = 0;
	*places = arena_array(a, struct place, forest->of->functions.n + 1);
	for (u32 i = 0; i < forest->of->functions.n; i++) {
		struct place place = {0};
		for (u32 k = forest->regions.start[i]; k < forest->regions.start[i + 1]; k++) {
			const struct captured_region *region = &forest->of->regions.at[forest->regions.at[k]];
			if (region->kind == CAPTURED_PROFILE)
				continue;
			place.first = place.regions++ ? place.first : region;
			place.is_test = r->sources[region->span.file].is_test;
		}
		if (!place.regions)
			continue;
		place.reach = forest_reach(forest, place.first->function);
		(*places)[n++] = place;
	}
	qsort(*places, n, sizeof **places, compare_places);
	return n;
}

static const char *plural(u32 n) { return n == 1 ? "" : "s"; }

static void add_captured(struct strbuf *out, struct report *r, const struct place *place)
{
	struct reach reach = place->reach;
	strbuf_puts(out, "- ");
	add_place(out, r, place->first->span);
	if (place->first->name.n) {
		strbuf_puts(out, " in ");
		add_code(out, place->first->name);
	}
	strbuf_puts(out, ": ");
	add_prose(out, place->first->why);
	if (place->regions > 1)
		strbuf_addf(out, " (and %u more in it)", place->regions - 1);
	if (reach.functions)
		strbuf_addf(out, "; reaches %u function%s", reach.functions, plural(reach.functions));
	if (reach.findings)
		strbuf_addf(out, "; **%u finding%s**", reach.findings, plural(reach.findings));
	strbuf_putc(out, '\n');
}

/* Of a library's entries there can be thousands: how many. */
static void add_entries(struct strbuf *out, const struct forest *forest)
{
	u32 n = forest->kinds[CAPTURED_PROFILE], functions = forest->functions[CAPTURED_PROFILE], found = forest->found[CAPTURED_PROFILE];
	strbuf_addf(out, "%u %s that users may capture ", n, captured_kind_name(CAPTURED_PROFILE, n != 1));
	if (functions)
		strbuf_addf(out, "reach%s %u function%s, with %u finding%s.\n", n == 1 ? "es" : "", functions, plural(functions), found, plural(found));
	else
		strbuf_puts(out, n == 1 ? "is reached by these already.\n" : "are reached by these already.\n");
}

static void add_regions(struct strbuf *out, struct report *r)
{
	struct arena scratch = {0};
	struct forest forest;
	struct place *places;
	forest_grow(&scratch, r, &forest);
	u32 n = find_places(&scratch, r, &forest, &places), entries = forest.kinds[CAPTURED_PROFILE];
	if (n || entries)
		strbuf_puts(out, "\n### What runs in captures\n\n");
	for (u32 i = 0; i < n && i < MOST_PLACES; i++)
		add_captured(out, r, &places[i]);
	if (n > MOST_PLACES)
		strbuf_addf(out, "- and %u more\n", n - MOST_PLACES);
	if (n > 1 && places[1].reach.findings)
		strbuf_puts(out, "\nA finding counts at each place that reaches it.\n");
	strbuf_puts(out, n && entries ? "\n" : "");
	if (entries)
		add_entries(out, &forest);
	arena_release(&scratch);
}

static void add_finding(struct strbuf *out, struct report *r, const struct finding *f)
{
	strbuf_addf(out, "- [ ] **%s** ", severity_name(f->severity));
	add_place(out, r, f->span);
	strbuf_putc(out, ' ');
	add_prose(out, f->message);
	strbuf_addf(out, " (`%s`)", r->rules[f->rule].name);
	if (f->verdict.n) {
		strbuf_puts(out, "; ");
		add_prose(out, f->verdict);
	}
	strbuf_putc(out, '\n');
}

/* Severity after severity, until the room is used. */
static void write_findings(struct report *r, struct strbuf *out, u32 left)
{
	struct strbuf line = {0};
	u32 written = out->n ? (u32)out->n : 0;
	fwrite(out->p, 1, out->n, r->out);
	for (u32 s = SEVERITY_ERROR + 1; s-- && written < MOST_BYTES;)
		for (u32 i = 0; i < r->findings->list.n && written < MOST_BYTES; i++) {
			const struct finding *f = r->findings->list.at[i];
			if (f->severity != s || !report_shows(r, f))
				continue;
			line.n = 0;
			add_finding(&line, r, f);
			if (written + line.n > MOST_BYTES) {
				written = MOST_BYTES;
				break;
			}
			fwrite(line.p, 1, line.n, r->out);
			written += (u32)line.n;
			left--;
		}
	if (left)
		fprintf(r->out, "\nAnd %u more, which have no room here.\n", left);
	strbuf_release(&line);
}

void report_markdown(struct report *r)
{
	struct strbuf out = {0};
	u32 counts[3], all = report_counts(r, counts);
	strbuf_puts(&out, "## caplint: ");
	report_add_counts(&out, counts);
	strbuf_puts(&out, "\n\nOf the code: ");
	report_add_coverage(&out, r);
	strbuf_puts(&out, ".\n");
	if (all)
		add_rules(&out, r);
	add_notices(&out, r);
	add_regions(&out, r);
	if (all)
		strbuf_puts(&out, "\n### Findings\n\n");
	write_findings(r, &out, all);
	strbuf_release(&out);
}
