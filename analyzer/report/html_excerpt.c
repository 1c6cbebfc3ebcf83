/* Source lines in the page. Long lines are cut, around what is marked. */
#include "finding/utf8.h"
#include "report/html.h"
#include "report/markup.h"

enum { WIDTH = 200, BEFORE_MARK = 80 };

static bool is_inside(struct str text, size_t at) { return at < text.n && ((u8)text.p[at] & 0xc0) == 0x80; }

/* A part of a line, never ending inside a character. */
static struct str part(struct str line, size_t begin, size_t end)
{
	return (struct str){line.p + begin, end > begin ? end - begin : 0};
}

static void write_line(FILE *out, struct str line, u32 number, size_t mark, size_t mark_end)
{
	size_t from = 0, to = line.n;
	if (line.n > WIDTH) {
		from = mark > BEFORE_MARK && mark_end > mark ? mark - BEFORE_MARK : 0;
		to = from + WIDTH < line.n ? from + WIDTH : line.n;
		while (is_inside(line, from))
			from++;
		while (is_inside(line, to))
			to--;
	}
	mark = mark < from ? from : mark > to ? to : mark;
	mark_end = mark_end < mark ? mark : mark_end > to ? to : mark_end;
	fprintf(out, mark_end > mark ? "<b>%u</b>" : "<i>%u</i>", number);
	fputs(from ? "\xe2\x80\xa6" : "", out);
	markup_text(out, part(line, from, mark));
	if (mark_end > mark) {
		fputs("<mark>", out);
		markup_text(out, part(line, mark, mark_end));
		fputs("</mark>", out);
	}
	markup_text(out, part(line, mark_end, to));
	fputs(to < line.n ? "\xe2\x80\xa6\n" : "\n", out);
}

void html_excerpt(struct page *p, struct span span, u32 before, u32 after)
{
	const struct file_text *t = files_text(p->r->files, span.file);
	if (t->is_missing)
		return;
	struct region region = file_region_first_line(t, span);
	u32 first = region.line > before ? region.line - before : 1, last = min_u32(region.line + after, t->line_count);
	if (last > region.line && !file_line(t, last).n)
		last--;
	fputs("<pre class=\"code\">", p->out);
	for (u32 line = first; line <= last; line++) {
		struct str text = file_line(t, line);
		bool is_marked = line == region.line;
		write_line(p->out, text, line, is_marked ? region.column - 1 : 0, is_marked ? min_u32(region.end_column - 1, (u32)text.n) : 0);
	}
	fputs("</pre>", p->out);
}

void html_place(struct page *p, struct span span)
{
	markup_text(p->out, p->r->sources[span.file].path);
	fprintf(p->out, ":%u", file_region(files_text(p->r->files, span.file), span).line);
}
