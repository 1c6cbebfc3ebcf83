/* The JSON is only walked, never built: a notebook is mostly pictures. Knows both the format of today ("cells", "source") and that of
 * 2014 ("worksheets", "input"). */
#include "parse/notebook.h"

#include "parse/notebook_cell.h"

#include <string.h>

struct scan {
	struct arena *a;
	const char *begin, *p, *end;
	VEC(struct cell) cells; /* of code */
	struct str language;    /* what the notebook says it is written in */
	bool has_cells;
};

static void skip_blanks(struct scan *s)
{
	while (s->p < s->end && (*s->p == ' ' || *s->p == '\t' || *s->p == '\r' || *s->p == '\n' || *s->p == ',' || *s->p == ':'))
		s->p++;
}

/* From behind the opening quote to behind the closing one; gives what is between them, escapes and all. */
static struct str take_string(struct scan *s)
{
	const char *from = s->p;
	while (s->p < s->end && *s->p != '"')
		s->p += *s->p == '\\' && s->p + 1 < s->end ? 2 : 1;
	struct str inner = {from, (size_t)(s->p - from)};
	s->p += s->p < s->end;
	return inner;
}

static bool take(struct scan *s, char c)
{
	skip_blanks(s);
	bool is_there = s->p < s->end && *s->p == c;
	s->p += is_there;
	return is_there;
}

/* Any value, however deep. */
static void skip_value(struct scan *s)
{
	u32 depth = 0;
	skip_blanks(s);
	while (s->p < s->end) {
		char c = *s->p;
		if (!depth && (c == ',' || c == '}' || c == ']'))
			return;
		s->p++;
		if (c == '"')
			take_string(s);
		else if (c == '{' || c == '[')
			depth++;
		else if (c == '}' || c == ']')
			depth--;
		if (!depth && (c == '"' || c == '}' || c == ']'))
			return;
	}
}

/* The next key of an object, whose value follows; false behind the last. */
static bool next_key(struct scan *s, struct str *key)
{
	if (!take(s, '"')) {
		skip_value(s);
		if (!take(s, '}'))
			s->p = s->end;
		return false;
	}
	*key = take_string(s);
	return true;
}

static struct str take_text(struct scan *s)
{
	if (take(s, '"'))
		return take_string(s);
	skip_value(s);
	return S("");
}

static void take_source(struct scan *s, struct cell *cell)
{
	if (take(s, '"')) {
		struct str whole = take_string(s);
		vec_push(s->a, &cell->parts, whole);
		return;
	}
	if (!take(s, '[')) {
		skip_value(s);
		return;
	}
	while (s->p < s->end && !take(s, ']')) {
		if (take(s, '"')) {
			struct str part = take_string(s);
			vec_push(s->a, &cell->parts, part);
		} else {
			const char *from = s->p;
			skip_value(s);
			s->p += s->p == from && s->p < s->end;
		}
	}
}

static void take_cell(struct scan *s)
{
	struct cell cell = {0};
	struct str key, type = S("");
	while (next_key(s, &key)) {
		if (str_is(key, "cell_type"))
			type = take_text(s);
		else if (str_is(key, "source") || str_is(key, "input"))
			take_source(s, &cell);
		else
			skip_value(s);
	}
	if (str_is(type, "code"))
		vec_push(s->a, &s->cells, cell);
}

/* metadata: {"language_info": {"name": L}, "kernelspec": {"language": L}} */
static void take_metadata(struct scan *s, const char *wanted)
{
	struct str key;
	if (!take(s, '{')) {
		skip_value(s);
		return;
	}
	while (next_key(s, &key)) {
		if (!wanted && str_is(key, "language_info"))
			take_metadata(s, "name");
		else if (!wanted && str_is(key, "kernelspec"))
			take_metadata(s, "language");
		else if (wanted && str_is(key, wanted) && !s->language.n)
			s->language = take_text(s);
		else
			skip_value(s);
	}
}

static void take_notebook(struct scan *s, bool is_sheet);

static void take_list(struct scan *s, bool is_cells)
{
	if (!take(s, '[')) {
		skip_value(s);
		return;
	}
	s->has_cells |= is_cells;
	while (s->p < s->end && !take(s, ']')) {
		const char *from = s->p;
		if (!take(s, '{'))
			skip_value(s);
		else if (is_cells)
			take_cell(s);
		else
			take_notebook(s, true);
		s->p += s->p == from && s->p < s->end;
	}
}

static void take_notebook(struct scan *s, bool is_sheet)
{
	struct str key;
	while (next_key(s, &key)) {
		if (str_is(key, "cells"))
			take_list(s, true);
		else if (str_is(key, "worksheets") && !is_sheet)
			take_list(s, false);
		else if (str_is(key, "metadata") && !is_sheet)
			take_metadata(s, NULL);
		else
			skip_value(s);
	}
}

bool notebook_read(struct arena *a, struct str bytes, struct notebook *out, struct strbuf *err)
{
	size_t mark = bytes.n >= 3 && !memcmp(bytes.p, "\xef\xbb\xbf", 3) ? 3 : 0;
	struct scan s = {.a = a, .begin = bytes.p, .p = bytes.p + mark, .end = bytes.p + bytes.n};
	struct strbuf text = {0};
	*out = (struct notebook){.file = bytes};
	if (take(&s, '{'))
		take_notebook(&s, false);
	if (!s.has_cells) {
		strbuf_puts(err, "is no notebook: its JSON has no list of cells");
		return false;
	}
	bool is_python = !s.language.n || str_has(s.language, "ython") || str_is(s.language, "sage");
	for (u32 i = 0; i < s.cells.n && is_python; i++)
		cell_read(a, &s.cells.at[i], out, &text);
	out->text = (struct str){arena_text(a, text.p ? text.p : "", text.n), text.n};
	strbuf_release(&text);
	return true;
}

/* The last run that begins at or before the offset, in the text or in the file. */
static u32 run_at(const struct notebook *n, u32 offset, bool in_file)
{
	u32 low = 0, high = n->runs.n;
	while (high - low > 1) {
		u32 middle = low + (high - low) / 2;
		if ((in_file ? n->runs.at[middle].file : n->runs.at[middle].text) <= offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}

u32 notebook_file_place(const struct notebook *n, u32 text)
{
	if (!n->runs.n)
		return 0;
	struct notebook_run r = n->runs.at[run_at(n, text, false)];
	return min_u32(r.file + (text - min_u32(text, r.text)), (u32)n->file.n);
}

u32 notebook_text_place(const struct notebook *n, u32 file)
{
	if (!n->runs.n)
		return 0;
	u32 i = run_at(n, file, true), end = i + 1 < n->runs.n ? n->runs.at[i + 1].text : (u32)n->text.n;
	return min_u32(n->runs.at[i].text + (file - min_u32(file, n->runs.at[i].file)), end);
}

/* An end is the place behind the last byte, not that of the next one, which may stand in the next string. */
u32 notebook_file_end(const struct notebook *n, u32 text)
{
	u32 last = text ? notebook_file_place(n, text - 1) : 0;
	if (last >= n->file.n)
		return (u32)n->file.n;
	bool is_escape = n->file.p[last] == '\\' && last + 1 < n->file.n;
	return min_u32(last + (!is_escape ? 1 : n->file.p[last + 1] == 'u' ? 6 : 2), (u32)n->file.n);
}

static void move(const struct notebook *n, struct node *node)
{
	for (; node; node = node->next) {
		bool is_empty = node->begin == node->end;
		node->at = notebook_file_place(n, node->at);
		node->begin = notebook_file_place(n, node->begin);
		node->end = is_empty ? node->begin : max_u32(notebook_file_end(n, node->end), node->begin);
		move(n, node->child);
	}
}

void notebook_move(const struct notebook *n, struct node *tree)
{
	move(n, tree->child);
	tree->begin = tree->at = 0;
	tree->end = (u32)n->file.n;
}
