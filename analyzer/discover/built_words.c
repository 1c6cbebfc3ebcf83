#include "discover/built_words.h"

#include <ctype.h>
#include <string.h>

struct words {
	const char *p, *end;
	char word[WORD_MAX];
	size_t n;
	built_word *take;
	void *with;
};

static void add(struct words *w, char c)
{
	if (w->n < sizeof w->word)
		w->word[w->n++] = c;
}

static void finish(struct words *w)
{
	if (w->n)
		w->take(w->with, (struct str){w->word, w->n});
	w->n = 0;
}

/* Lists are read whole by each run, so a letter must cost little. */
static bool is_part(char c) { return char_is_word(c) || c == '.' || c == '-' || c == '+' || c == '/' || c == '*' || c == '?'; }

/* ${name}, $(name), {name}: the length, or 0. $(wildcard *.cu) is none, so what it holds counts. */
static size_t variable(const char *p, const char *end)
{
	const char *q = p + (*p == '$');
	if (q == end || (*q != '{' && (*q != '(' || q == p)))
		return 0;
	char close = *q == '{' ? '}' : ')';
	for (q++; q < end && (isalnum((u8)*q) || *q == '_' || *q == '.' || *q == '-'); q++)
		;
	return q < end && *q == close ? (size_t)(q + 1 - p) : 0;
}

static bool is_made(struct str name)
{
	static const char *const words[] = {"GEN", "BINARY", "BUILD", "OUT", "gen", "binary", "build", "out"};
	return str_has_any(name, words, COUNT(words));
}

static void step(struct words *w)
{
	char c = *w->p;
	size_t n = c == '$' || c == '{' ? variable(w->p, w->end) : c == '%' && w->p + 1 < w->end && (w->p[1] == 's' || w->p[1] == 'd') ? 2 : 0;
	if (n) {
		add(w, is_made((struct str){w->p, n}) ? WORD_MADE : WORD_VARIABLE);
		w->p += n;
		return;
	}
	if (c == '#')
		while (w->p + 1 < w->end && w->p[1] != '\n')
			w->p++;
	if (is_part(c))
		add(w, c);
	else
		finish(w);
	w->p++;
}

void built_words(struct str text, built_word *take, void *with)
{
	struct words w = {.p = text.p, .end = text.p + text.n, .take = take, .with = with};
	while (w.p < w.end)
		step(&w);
	finish(&w);
}
