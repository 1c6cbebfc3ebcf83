/* Findings for people, in the order of parts that gcc and clang use, so that editors and problem matchers know it. */
#include "report/report.h"
#include "report/visible.h"

enum { LINE_WIDTH = 120, BEFORE_CARET = 60, MAX_RELATED = 20 };

static const char BOLD[] = "\033[1m", GREEN[] = "\033[1;32m", RESET[] = "\033[m";
static const char *const severity_colors[] = {"\033[1;36m", "\033[1;35m", "\033[1;31m"};

static void paint(const struct report *r, struct strbuf *line, const char *color)
{
	if (r->has_color)
		strbuf_puts(line, color);
}

static void add_place(struct report *r, struct strbuf *line, struct span span, enum severity severity)
{
	struct region region = file_region(files_text(r->files, span.file), span);
	paint(r, line, BOLD);
	visible_add(line, r->sources[span.file].shown);
	strbuf_addf(line, ":%u:%u: ", region.line, region.column);
	paint(r, line, RESET);
	paint(r, line, severity_colors[severity]);
	strbuf_addf(line, "%s: ", severity_name(severity));
	paint(r, line, RESET);
}

static void flush_line(struct report *r, struct strbuf *line)
{
	strbuf_putc(line, '\n');
	fwrite(line->p, 1, line->n, r->out);
	line->n = 0;
}

/* Where to begin a long line so that the caret is seen: some characters before it, never inside a sequence. */
static size_t cut_before(struct str text, size_t caret)
{
	if (text.n <= LINE_WIDTH || caret <= BEFORE_CARET)
		return 0;
	size_t from = caret - BEFORE_CARET;
	while (from < caret && ((u8)text.p[from] & 0xc0) == 0x80)
		from++;
	return from;
}

static void add_mark(struct strbuf *marks, struct glyph g, bool is_before, bool is_first)
{
	if (is_before && g.text[0] == '\t') {
		strbuf_putc(marks, '\t');
		return;
	}
	for (u32 i = 0; i < g.width; i++)
		strbuf_putc(marks, is_before ? ' ' : is_first && !i ? '^' : '~');
}

/* The source line, and below it a caret and tildes under the span's first line. */
static void write_snippet(struct report *r, struct strbuf *line, struct span span)
{
	const struct file_text *t = files_text(r->files, span.file);
	if (t->is_missing)
		return;
	struct region region = file_region_first_line(t, span);
	struct str text = file_line(t, region.line);
	size_t begin = min_u32(region.column - 1, (u32)text.n), end = region.end_column - 1;
	size_t at = cut_before(text, begin);
	struct strbuf marks = {0};
	strbuf_addf(line, "%5u | %s", region.line, at ? "..." : "");
	strbuf_addf(&marks, "      | %s", at ? "   " : "");
	paint(r, &marks, GREEN);
	for (u32 width = 0; at < text.n && (width < LINE_WIDTH || text.n <= LINE_WIDTH);) {
		size_t glyph_at = at;
		struct glyph g = visible_next(text, &at);
		strbuf_puts(line, g.text);
		if (glyph_at < end)
			add_mark(&marks, g, glyph_at < begin, glyph_at == begin);
		width += g.width;
	}
	if (at < text.n)
		strbuf_puts(line, "...");
	if (begin == text.n || end <= begin)
		strbuf_putc(&marks, '^');
	flush_line(r, line);
	paint(r, &marks, RESET);
	flush_line(r, &marks);
	strbuf_release(&marks);
}

static void write_notes(struct report *r, struct strbuf *line, const struct step *steps, u32 n, u32 max)
{
	for (u32 i = 0; i < n && i < max; i++) {
		add_place(r, line, steps[i].span, SEVERITY_NOTE);
		visible_add(line, steps[i].text);
		flush_line(r, line);
	}
	if (n > max) {
		add_place(r, line, steps[max].span, SEVERITY_NOTE);
		strbuf_addf(line, "and %u more places from here on", n - max);
		flush_line(r, line);
	}
}

static void write_silence(struct report *r, struct strbuf *line, const struct finding *f)
{
	if (f->state == FINDING_OPEN)
		return;
	add_place(r, line, f->span, SEVERITY_NOTE);
	strbuf_puts(line, report_silence(f));
	strbuf_puts(line, f->reason.n ? ": " : "");
	visible_add(line, f->reason);
	flush_line(r, line);
}

static void write_finding(struct report *r, struct strbuf *line, const struct finding *f)
{
	add_place(r, line, f->span, f->severity);
	paint(r, line, BOLD);
	visible_add(line, f->message);
	paint(r, line, RESET);
	strbuf_addf(line, " [%s]", r->rules[f->rule].name);
	flush_line(r, line);
	write_snippet(r, line, f->span);
	write_silence(r, line, f);
	write_notes(r, line, f->steps.at, f->steps.n, f->steps.n);
	write_notes(r, line, f->related.at, f->related.n, MAX_RELATED);
	if (f->verdict.n) {
		add_place(r, line, f->span, SEVERITY_NOTE);
		visible_add(line, f->verdict);
		flush_line(r, line);
	}
}

void report_text(struct report *r)
{
	struct strbuf line = {0};
	for (u32 i = 0; i < r->findings->list.n; i++)
		if (report_lists(r, r->findings->list.at[i]))
			write_finding(r, &line, r->findings->list.at[i]);
	strbuf_release(&line);
}
