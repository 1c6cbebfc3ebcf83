/* Line by line over the unwrapped page: paragraphs, headings, lists, fences, tables, code spans, emphasis, links as their text. */
#include "report/html.h"
#include "report/markdown.h"
#include "report/markup.h"

#include <string.h>

enum block { BLOCK_NONE, BLOCK_LIST, BLOCK_NUMBERS, BLOCK_TABLE, BLOCK_CODE };

struct writer {
	FILE *out;
	enum block block;
	bool in_part;
};

static struct str drop(struct str text, size_t n) { return (struct str){text.p + n, text.n - n}; }
static struct str take(struct str text, size_t n) { return (struct str){text.p, n}; }

/* Where `mark` stands next in the text from `from` on; text.n if nowhere. */
static size_t find(struct str text, size_t from, const char *mark)
{
	const char *at = from < text.n ? memmem(text.p + from, text.n - from, mark, strlen(mark)) : NULL;
	return at ? (size_t)(at - text.p) : text.n;
}

/* What stands between a mark and its like, in a tag; 0 if the text does not begin so, else the bytes used. Code is not read again. */
static size_t write_span(FILE *out, struct str text, const char *mark, const char *tag)
{
	size_t n = strlen(mark), end = find(text, n, mark);
	if (!str_starts(text, mark) || end == text.n || end == n)
		return 0;
	fprintf(out, "<%s>", tag);
	markup_text(out, (struct str){text.p + n, end - n});
	fprintf(out, "</%s>", tag);
	return end + n;
}

static void write_inline(FILE *out, struct str text)
{
	while (text.n) {
		size_t plain = 0;
		while (plain < text.n && !strchr("`*[", text.p[plain]))
			plain++;
		markup_text(out, take(text, plain));
		text = drop(text, plain);
		if (!text.n)
			break;
		size_t used = write_span(out, text, "`", "code");
		if (!used)
			used = write_span(out, text, "**", "strong");
		if (!used && text.n > 1 && text.p[1] != ' ')
			used = write_span(out, text, "*", "em");
		size_t label = find(text, 0, "]("), end = find(text, label, ")");
		if (!used && text.p[0] == '[' && end < text.n) {
			write_inline(out, (struct str){text.p + 1, label - 1});
			used = end + 1;
		}
		if (!used)
			markup_text(out, take(text, used = 1));
		text = drop(text, used);
	}
}

static void enter(struct writer *w, enum block block)
{
	static const char *const begins[] = {"", "<ul>\n", "<ol>\n", "<div class=\"scroll\"><table>\n", "<pre class=\"code\">"};
	static const char *const ends[] = {"", "</ul>\n", "</ol>\n", "</table></div>\n", "</pre>\n"};
	if (w->block == block)
		return;
	fputs(ends[w->block], w->out);
	fputs(begins[block], w->out);
	w->block = block;
}

static void write_heading(struct writer *w, struct str text)
{
	size_t level = 0;
	while (level < text.n && text.p[level] == '#')
		level++;
	struct str title = drop(text, level < text.n ? level + 1 : level);
	enter(w, BLOCK_NONE);
	if (level <= 2) {
		fputs(w->in_part ? "</div>\n<div class=\"part\" data-part=\"" : "<div class=\"part\" data-part=\"", w->out);
		markup_text(w->out, title);
		fputs("\">\n", w->out);
		w->in_part = true;
	}
	fputs(level <= 2 ? "<h4>" : "<h5>", w->out);
	write_inline(w->out, title);
	fputs(level <= 2 ? "</h4>\n" : "</h5>\n", w->out);
}

static void write_row(struct writer *w, struct str line)
{
	bool is_head = w->block != BLOCK_TABLE;
	enter(w, BLOCK_TABLE);
	if (strspn(line.p, "|-: ") >= line.n) /* the rule below the head */
		return;
	fputs("<tr>", w->out);
	for (struct str cell = drop(line, 1); cell.n;) {
		size_t end = find(cell, 0, "|");
		fputs(is_head ? "<th>" : "<td>", w->out);
		write_inline(w->out, take(cell, end));
		fputs(is_head ? "</th>" : "</td>", w->out);
		cell = drop(cell, end < cell.n ? end + 1 : end);
	}
	fputs("</tr>\n", w->out);
}

/* Bytes of a list item's mark; 0 if it is none. */
static size_t item_mark(struct str text, enum block *block)
{
	size_t digits = strspn(text.p, "0123456789");
	if (text.n > 2 && strchr("-*+", text.p[0]) && text.p[1] == ' ') {
		*block = BLOCK_LIST;
		return 2;
	}
	*block = BLOCK_NUMBERS;
	return digits && digits + 2 < text.n && strchr(".)", text.p[digits]) && text.p[digits + 1] == ' ' ? digits + 2 : 0;
}

static void write_line(struct writer *w, struct str line)
{
	enum block list;
	struct str text = line;
	while (text.n && text.p[0] == ' ')
		text = drop(text, 1);
	if (str_starts(text, "```") || str_starts(text, "~~~")) {
		enter(w, w->block == BLOCK_CODE ? BLOCK_NONE : BLOCK_CODE);
	} else if (w->block == BLOCK_CODE) {
		markup_text(w->out, line);
		fputc('\n', w->out);
	} else if (!text.n) {
		if (w->block == BLOCK_TABLE)
			enter(w, BLOCK_NONE);
	} else if (text.p[0] == '#') {
		write_heading(w, text);
	} else if (text.p[0] == '|') {
		write_row(w, text);
	} else if (item_mark(text, &list)) {
		enter(w, list);
		fputs("<li>", w->out);
		write_inline(w->out, drop(text, item_mark(text, &list)));
		fputs("</li>\n", w->out);
	} else {
		enter(w, BLOCK_NONE);
		fputs("<p>", w->out);
		write_inline(w->out, text);
		fputs("</p>\n", w->out);
	}
}

void markdown_html(FILE *out, struct str page)
{
	struct writer w = {.out = out};
	struct strbuf flat = {0};
	markdown_unwrap(&flat, page);
	for (struct str rest = strbuf_str(&flat); rest.n;)
		write_line(&w, str_take_line(&rest));
	enter(&w, BLOCK_NONE);
	fputs(w.in_part ? "</div>\n" : "", out);
	strbuf_release(&flat);
}
