/* What a run says about itself, on the log: coverage, notices, counts, what the level hides. */
#include "report/report.h"
#include "report/visible.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NOTICES_SHOWN = 10 };

static const char *plural(u32 n) { return n == 1 ? "" : "s"; }

/* "2 captures, 1 claim and 14 entries of a library reach 37 functions" */
static void add_regions(struct strbuf *line, const struct capture_counts *c)
{
	const struct {
		u32 n;
		const char *one, *many;
	} parts[] = {{c->regions, "capture", "captures"}, {c->claims, "claim of being capturable", "claims of being capturable"},
	             {c->entries, "entry that users may capture", "entries that users may capture"}};
	u32 shown = 0, all = (u32)(c->regions > 0) + (u32)(c->claims > 0) + (u32)(c->entries > 0);
	for (u32 i = 0; i < COUNT(parts); i++)
		if (parts[i].n) {
			strbuf_addf(line, "%s%u %s", !shown ? "" : shown + 1 == all ? " and " : ", ", parts[i].n, parts[i].n == 1 ? parts[i].one : parts[i].many);
			shown++;
		}
	strbuf_addf(line, " reach%s %u function%s", c->regions + c->claims + c->entries == 1 ? "es" : "", c->reached, plural(c->reached));
}

void report_add_left_out(struct strbuf *line, const struct report *r)
{
	u32 vendored = 0, excluded = 0;
	for (u32 i = 0; i < r->files->count; i++) {
		vendored += r->sources[i].is_left_out && r->sources[i].is_vendored;
		excluded += r->sources[i].is_left_out && !r->sources[i].is_vendored;
	}
	if (vendored)
		strbuf_addf(line, "%u vendored file%s (see --all)%s", vendored, plural(vendored), excluded ? " and " : "");
	if (excluded)
		strbuf_addf(line, "%u excluded %s%s", excluded, vendored ? "one" : "file", plural(excluded));
	if (vendored + excluded)
		strbuf_addf(line, " %s read, not reported on", vendored + excluded == 1 ? "is" : "are");
}

void report_add_coverage(struct strbuf *line, const struct report *r)
{
	const struct coverage *c = &r->coverage;
	bool has_native = c->launches || c->calls;
	if (has_native)
		strbuf_addf(line, "understood %u of %u launch%s and %u of %u runtime call%s in %u file%s", c->launches_understood,
		            c->launches, c->launches == 1 ? "" : "es", c->calls_understood, c->calls, plural(c->calls), c->files,
		            plural(c->files));
	else if (!c->python_files)
		strbuf_addf(line, "no launches and no runtime calls in %u file%s", c->files, plural(c->files));
	if (c->python_files)
		strbuf_addf(line, "%sparsed %u Python file%s (%.1f MB)", has_native ? "; " : "", c->python_files, plural(c->python_files), (double)c->python_bytes / 1e6);
	if (c->fenced_files)
		strbuf_addf(line, "; of %u file%s saved as Markdown the code in fences was read", c->fenced_files, plural(c->fenced_files));
	const struct capture_counts *captures = &c->captures;
	if (captures->regions + captures->claims + captures->entries) {
		strbuf_puts(line, "; ");
		add_regions(line, captures);
	}
	size_t before = line->n;
	strbuf_puts(line, "; ");
	report_add_left_out(line, r);
	if (line->n == before + 2)
		line->p[line->n = before] = 0;
}

static void report_coverage(const struct report *r)
{
	struct strbuf line = {0};
	report_add_coverage(&line, r);
	fprintf(r->log, "caplint: %s\n", line.p);
	strbuf_release(&line);
}

bool report_decides(const struct report *r, const struct notice *n)
{
	return n->is_failure && (n->was_named || r->is_strict);
}

bool report_failed(const struct report *r)
{
	for (u32 i = 0; i < r->notices->list.n; i++)
		if (report_decides(r, &r->notices->list.at[i]))
			return true;
	return false;
}

void report_notices(const struct report *r)
{
	notices_sort(r->notices);
	struct strbuf line = {0};
	u32 shown = 0, left = 0, failed = 0;
	for (u32 i = 0; i < r->notices->list.n; i++) {
		const struct notice *n = &r->notices->list.at[i];
		failed += n->is_failure && n->path.n;
		if (!report_decides(r, n) && !r->is_verbose && (r->is_quiet || shown++ >= NOTICES_SHOWN)) {
			left++;
			continue;
		}
		line.n = 0;
		if (n->path.n) {
			visible_add(&line, n->path);
			strbuf_puts(&line, ": ");
		}
		visible_add(&line, n->text);
		fprintf(r->log, "caplint: %s\n", line.p);
	}
	if (left && !r->is_quiet)
		fprintf(r->log, "caplint: and %u more notice%s (-v shows %s)\n", left, plural(left), left == 1 ? "it" : "them");
	if (failed && !r->is_quiet)
		fprintf(r->log, "caplint: %u file%s not understood\n", failed, plural(failed));
	strbuf_release(&line);
}

const struct source *report_source(const struct report *r, struct str shown)
{
	for (u32 i = 0; i < r->files->count && shown.n; i++)
		if (str_eq(r->sources[i].shown, shown))
			return &r->sources[i];
	return NULL;
}

u32 report_counts(const struct report *r, u32 *counts)
{
	memset(counts, 0, 3 * sizeof *counts);
	for (u32 i = 0; i < r->findings->list.n; i++)
		if (report_shows(r, r->findings->list.at[i]))
			counts[r->findings->list.at[i]->severity]++;
	return counts[SEVERITY_NOTE] + counts[SEVERITY_WARNING] + counts[SEVERITY_ERROR];
}

void report_add_counts(struct strbuf *line, const u32 *counts)
{
	const char *between = "";
	if (!counts[SEVERITY_NOTE] && !counts[SEVERITY_WARNING] && !counts[SEVERITY_ERROR])
		strbuf_puts(line, "nothing found");
	for (u32 s = SEVERITY_ERROR + 1; s--;)
		if (counts[s]) {
			strbuf_addf(line, "%s%u %s%s", between, counts[s], severity_name((enum severity)s), plural(counts[s]));
			between = ", ";
		}
}

struct hidden_rule {
	u32 rule, count;
};

static int compare_hidden(const void *x, const void *y)
{
	const struct hidden_rule *a = x, *b = y;
	return a->count != b->count ? (a->count > b->count ? -1 : 1) : a->rule < b->rule ? -1 : a->rule > b->rule;
}

static void add_hidden_rules(struct strbuf *line, const struct report *r, struct hidden_rule *hidden)
{
	qsort(hidden, r->rule_count, sizeof *hidden, compare_hidden);
	for (u32 i = 0; i < r->rule_count && hidden[i].count; i++)
		strbuf_addf(line, "%s%u %s", i ? ", " : "", hidden[i].count, r->rules[hidden[i].rule].name);
}

static void report_summary(const struct report *r)
{
	u32 shown[3], below[3] = {0}, all_below = 0, lowest = SEVERITY_ERROR;
	struct arena scratch = {0};
	struct hidden_rule *hidden = arena_array(&scratch, struct hidden_rule, r->rule_count + 1);
	for (u32 i = 0; i < r->rule_count; i++)
		hidden[i].rule = i;
	for (u32 i = 0; i < r->findings->list.n; i++) {
		const struct finding *f = r->findings->list.at[i];
		if (!report_shows(r, f) && r->sources[f->span.file].is_reported && f->state == FINDING_OPEN) {
			below[f->severity]++;
			all_below++;
			hidden[f->rule].count++;
			lowest = min_u32(lowest, f->severity);
		}
	}
	struct strbuf line = {0};
	report_counts(r, shown);
	report_add_counts(&line, shown);
	fprintf(r->log, "caplint: %s\n", line.p);
	line.n = 0;
	if (all_below) {
		report_add_counts(&line, below);
		strbuf_puts(&line, " hidden (");
		add_hidden_rules(&line, r, hidden);
		fprintf(r->log, "caplint: %s); --level %s shows %s\n", line.p, severity_name((enum severity)lowest), all_below == 1 ? "it" : "them");
	}
	strbuf_release(&line);
	arena_release(&scratch);
}

/* So that the summary follows the findings where both go to one terminal, each is flushed. */
static void write_output(struct report *r, struct output *o)
{
	static void (*const formats[FORMATS])(struct report *) = {
		[FORMAT_TEXT] = report_text,         [FORMAT_SARIF] = report_sarif,   [FORMAT_JSONL] = report_jsonl,
		[FORMAT_GITHUB] = report_github,     [FORMAT_GITLAB] = report_gitlab, [FORMAT_RDJSON] = report_rdjson,
		[FORMAT_RDJSONL] = report_rdjsonl,   [FORMAT_JUNIT] = report_junit,   [FORMAT_MARKDOWN] = report_markdown,
		[FORMAT_HTML] = report_html,
	};
	r->out = o->stream;
	r->has_color = color_wanted(r->color, o->stream);
	formats[o->format](r);
	if (fflush(r->out))
		o->reason = errno;
}

int report_run(struct report *r, struct output *outputs, u32 n)
{
	if (r->is_audit && !r->is_quiet)
		report_coverage(r);
	notices_sort(r->notices);
	for (u32 i = 0; i < n; i++)
		write_output(r, &outputs[i]);
	report_notices(r);
	if (!r->is_quiet) {
		report_summary(r);
		report_silenced(r);
		if (!r->is_audit)
			report_coverage(r);
	}
	bool has_findings = false;
	for (u32 i = 0; i < r->findings->list.n && !has_findings; i++)
		has_findings = report_fails(r, r->findings->list.at[i]);
	return report_failed(r) ? 2 : has_findings && !r->exit_zero ? 1 : 0;
}
