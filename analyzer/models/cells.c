/* Cells: from the text of one cell to a word of a list, an argument, a position. */
#include "models/rows.h"

#include <string.h>

bool pick_word(struct line *line, u32 column, struct str word, const char *const *words, u8 *out)
{
	for (u8 i = 0; words[i]; i++)
		if (str_is(word, words[i])) {
			*out = i;
			return true;
		}
	line_fails(line, column, "'%.*s' is none of", (int)word.n, word.p);
	for (u32 i = 0; words[i]; i++)
		strbuf_addf(line->err, " %s", words[i]);
	return false;
}

bool pick(struct line *line, u32 column, const char *const *words, u8 *out)
{
	return pick_word(line, column, line->cells[column], words, out);
}

bool split_at(struct str text, char separator, struct str *head, struct str *tail)
{
	const char *at = text.n ? memchr(text.p, separator, text.n) : NULL;
	*head = text;
	*tail = (struct str){0};
	if (!at)
		return false;
	head->n = (size_t)(at - text.p);
	*tail = (struct str){at + 1, text.n - head->n - 1};
	return true;
}

bool next_word(struct str *rest, char separator, struct str *word)
{
	if (!rest->n || str_is(*rest, "-"))
		return false;
	split_at(*rest, separator, word, rest);
	return true;
}

static bool is_number(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] < '0' || text.p[i] > '9')
			return false;
	return text.n > 0;
}

bool pick_position(struct line *line, u32 column, struct str text, i8 *out)
{
	if (!is_number(text) || text.n > 2)
		return line_fails(line, column, "'%.*s' is no position of an argument, 0 to 15", (int)text.n, text.p);
	u32 n = 0;
	for (size_t i = 0; i < text.n; i++)
		n = n * 10 + (u32)(text.p[i] - '0');
	if (n > 15)
		return line_fails(line, column, "'%.*s' is no position of an argument, 0 to 15", (int)text.n, text.p);
	*out = (i8)n;
	return true;
}

bool pick_arg(struct line *line, u32 column, struct str text, struct model_arg *out)
{
	struct str position;
	*out = (struct model_arg){.position = -1};
	if (str_is(text, "-"))
		return true;
	if (is_number(text))
		return pick_position(line, column, text, &out->position);
	if (split_at(text, '@', &out->keyword, &position) && !pick_position(line, column, position, &out->position))
		return false;
	if (!out->keyword.n)
		return line_fails(line, column, "'%.*s' names no argument", (int)text.n, text.p);
	return true;
}
