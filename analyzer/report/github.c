/* GitHub workflow commands: a line each, which the runner turns into annotations of the change. It shows ten of each
 * kind a step, so the place stands in the message too and the log stays useful. */
#include "finding/utf8.h"
#include "report/report.h"
#include "report/visible.h"

#include <inttypes.h>

enum { STEPS = 10 };

/* What ends a command or a property is percent-encoded; `,` and `:` only inside a property. A name that is not UTF-8 becomes text that is: the log has to be. */
static void write_escaped(FILE *out, struct str text, bool is_property)
{
	for (size_t at = 0; at < text.n;) {
		size_t begin = at;
		bool is_bad;
		u32 c = utf8_next(text, &at, &is_bad);
		if (is_bad)
			fputs("\xef\xbf\xbd", out);
		else if (c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ',')))
			fprintf(out, "%%%02" PRIX32, c);
		else
			fwrite(text.p + begin, 1, at - begin, out);
	}
}

static void add_step(struct report *r, struct strbuf *text, const struct step *step)
{
	struct region region = file_region(files_text(r->files, step->span.file), step->span);
	strbuf_puts(text, "\n  ");
	visible_add(text, r->sources[step->span.file].path);
	strbuf_addf(text, ":%u:%u: ", region.line, region.column);
	visible_add(text, step->text);
}

static void write_finding(struct report *r, struct strbuf *text, const struct finding *f)
{
	static const char *const commands[] = {"notice", "warning", "error"};
	struct str path = r->sources[f->span.file].path;
	struct region region = file_region_first_line(files_text(r->files, f->span.file), f->span);
	fprintf(r->out, "::%s title=caplint (%s),file=", commands[f->severity], r->rules[f->rule].name);
	write_escaped(r->out, path, true);
	fprintf(r->out, ",line=%u,endLine=%u,col=%u,endColumn=%u::", region.line, region.end_line, region.column16, region.end_column16);
	text->n = 0;
	visible_add(text, path);
	strbuf_addf(text, ":%u:%u: ", region.line, region.column);
	visible_add(text, f->message);
	strbuf_addf(text, " [%s]", r->rules[f->rule].name);
	for (u32 i = 0; i < f->steps.n && i < STEPS; i++)
		add_step(r, text, &f->steps.at[i]);
	write_escaped(r->out, strbuf_str(text), false);
	fputc('\n', r->out);
}

/* Files that were not understood, since silence about them would read as success. */
static void write_notice(const struct report *r, struct strbuf *text, const struct notice *n)
{
	const struct source *source = report_source(r, n->path);
	text->n = 0;
	visible_add(text, n->path);
	strbuf_puts(text, n->path.n ? ": " : "");
	visible_add(text, n->text);
	fprintf(r->out, "::%s title=caplint (not understood)", report_decides(r, n) ? "error" : "warning");
	if (source) {
		fputs(",file=", r->out);
		write_escaped(r->out, source->path, true);
	}
	fputs("::", r->out);
	write_escaped(r->out, strbuf_str(text), false);
	fputc('\n', r->out);
}

void report_github(struct report *r)
{
	struct strbuf text = {0};
	for (u32 i = 0; i < r->findings->list.n; i++)
		if (report_shows(r, r->findings->list.at[i]))
			write_finding(r, &text, r->findings->list.at[i]);
	for (u32 i = 0; i < r->notices->list.n; i++)
		if (r->notices->list.at[i].is_failure)
			write_notice(r, &text, &r->notices->list.at[i]);
	strbuf_release(&text);
}
