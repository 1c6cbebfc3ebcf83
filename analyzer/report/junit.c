/* JUnit: a suite a file, a failed test a finding, and a test for each file that was not understood: an error where that fails
 * the run, else skipped. A run without either has one test that passed, since readers take an empty report for a mistake. */
#include "report/markup.h"
#include "report/report.h"

#include <inttypes.h>

static void write_attribute(FILE *out, const char *name, struct str value)
{
	fprintf(out, " %s=\"", name);
	markup_text(out, value);
	fputc('"', out);
}

static void write_line(struct report *r, struct span span, struct str text)
{
	struct region region = file_region(files_text(r->files, span.file), span);
	markup_text(r->out, r->sources[span.file].path);
	fprintf(r->out, ":%u:%u: ", region.line, region.column);
	markup_text(r->out, text);
	fputc('\n', r->out);
}

/* How many findings before this one the same rule has at the place where it begins; they are next to each other. */
static u32 twins_before(const struct report *r, u32 i)
{
	struct finding *const *list = r->findings->list.at;
	u32 n = 0;
	for (u32 k = i; k-- && list[k]->span.file == list[i]->span.file && list[k]->span.begin == list[i]->span.begin;)
		n += list[k]->rule == list[i]->rule && report_shows(r, list[k]);
	return n;
}

/* A name that is unique in the file: readers merge tests of one name. */
static void write_finding(struct report *r, u32 i)
{
	const struct finding *f = r->findings->list.at[i];
	struct region region = file_region(files_text(r->files, f->span.file), f->span);
	u32 twins = twins_before(r, i);
	fprintf(r->out, "  <testcase name=\"%s at %u:%u", r->rules[f->rule].name, region.line, region.column);
	if (twins)
		fprintf(r->out, " (%u)", twins + 1);
	fputc('"', r->out);
	write_attribute(r->out, "classname", r->sources[f->span.file].path);
	write_attribute(r->out, "file", r->sources[f->span.file].path);
	fprintf(r->out, " line=\"%u\" time=\"0\">\n   <failure type=\"%s\"", region.line, severity_name(f->severity));
	write_attribute(r->out, "message", f->message);
	fputc('>', r->out);
	write_line(r, f->span, f->message);
	for (u32 k = 0; k < f->steps.n; k++)
		write_line(r, f->steps.at[k].span, f->steps.at[k].text);
	for (u32 k = 0; k < f->related.n; k++)
		write_line(r, f->related.at[k].span, f->related.at[k].text);
	if (f->verdict.n)
		write_line(r, f->span, f->verdict);
	fputs("</failure>\n  </testcase>\n", r->out);
}

/* The findings of one file from `first` on that are shown; *next is behind them. */
static void write_file(struct report *r, u32 first, u32 *next)
{
	struct finding *const *list = r->findings->list.at;
	u32 n = 0, file = list[first]->span.file;
	for (*next = first; *next < r->findings->list.n && list[*next]->span.file == file; ++*next)
		n += report_shows(r, list[*next]);
	if (!n)
		return;
	fputs(" <testsuite", r->out);
	write_attribute(r->out, "name", r->sources[file].path);
	fprintf(r->out, " tests=\"%u\" failures=\"%u\" errors=\"0\" skipped=\"0\" time=\"0\">\n", n, n);
	for (u32 i = first; i < *next; i++)
		if (report_shows(r, list[i]))
			write_finding(r, i);
	fputs(" </testsuite>\n", r->out);
}

static void write_notice(struct report *r, const struct notice *n)
{
	const struct source *source = report_source(r, n->path);
	fputs("  <testcase name=\"understood\"", r->out);
	write_attribute(r->out, "classname", source ? source->path : n->path.n ? n->path : S("caplint"));
	fprintf(r->out, " time=\"0\">\n   <%s", report_decides(r, n) ? "error type=\"not-understood\"" : "skipped");
	write_attribute(r->out, "message", n->text);
	fputs("/>\n  </testcase>\n", r->out);
}

static void write_understood(struct report *r, u32 errors, u32 skipped, bool has_passed)
{
	u32 tests = errors + skipped + has_passed;
	if (!tests)
		return;
	fprintf(r->out, " <testsuite name=\"caplint\" tests=\"%u\" failures=\"0\" errors=\"%u\" skipped=\"%u\" time=\"0\">\n", tests, errors, skipped);
	if (has_passed)
		fputs("  <testcase name=\"nothing found\" classname=\"caplint\" time=\"0\"/>\n", r->out);
	for (u32 i = 0; i < r->notices->list.n; i++)
		if (r->notices->list.at[i].is_failure)
			write_notice(r, &r->notices->list.at[i]);
	fputs(" </testsuite>\n", r->out);
}

void report_junit(struct report *r)
{
	u32 counts[3], failures = report_counts(r, counts), errors = 0, skipped = 0;
	for (u32 i = 0; i < r->notices->list.n; i++) {
		const struct notice *n = &r->notices->list.at[i];
		errors += report_decides(r, n);
		skipped += n->is_failure && !report_decides(r, n);
	}
	bool has_passed = !failures && !errors && !skipped;
	fprintf(r->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	        "<testsuites name=\"caplint\" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\" time=\"0\">\n",
	        failures + errors + skipped + has_passed, failures, errors, skipped);
	write_understood(r, errors, skipped, has_passed);
	for (u32 i = 0; i < r->findings->list.n;)
		write_file(r, i, &i);
	fputs("</testsuites>\n", r->out);
}
