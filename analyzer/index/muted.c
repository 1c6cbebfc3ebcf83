#include "index/muted.h"

#include "base/hash.h"
#include "index/scan.h"
#include "index/words.h"

#include <string.h>

static const char *back_over_blanks(const char *begin, const char *p)
{
	while (p > begin && class_of(p - 1) == CHAR_BLANK)
		p--;
	return p;
}

/* Where the directive whose word begins at p begins: at its #, or at the slashes of the comment that it stands in. NULL if it is none. */
static const char *directive_of(const char *begin, const char *p, bool *is_comment)
{
	p = back_over_blanks(begin, p);
	if (p == begin || p[-1] != '#')
		return NULL;
	const char *hash = p - 1;
	p = back_over_blanks(begin, hash);
	*is_comment = p - begin >= 2 && p[-2] == '/' && (p[-1] == '/' || p[-1] == '*');
	return *is_comment ? p - 2 : hash;
}

static const char *over_blanks(const char *p, const char *end)
{
	while (p < end && class_of(p) == CHAR_BLANK)
		p++;
	return p;
}

/* Nothing, or one value, and the line or the comment ends, or another begins. "#define NAME before you include this" is prose. */
static bool ends_as_definition(const char *p, const char *end)
{
	p = over_blanks(p, end);
	while (p < end && (is_word_char(p) || *p == '-' || *p == '"'))
		p++;
	p = over_blanks(p, end);
	return p == end || *p == '\n' || *p == '\r' || *p == '/' || *p == '*';
}

static void take(struct arena *a, struct str text, const char *word, struct word_set *comments, struct word_set *definitions)
{
	static const size_t length = sizeof "define" - 1;
	const char *end = text.p + text.n;
	bool is_comment = false;
	const char *directive = directive_of(text.p, word, &is_comment);
	const char *name = over_blanks(word + length, end);
	if (!directive || name == word + length || name == end || class_of(name) != CHAR_WORD)
		return;
	const char *behind = skip_word(name, end), *line = back_over_blanks(text.p, directive);
	u64 hash = str_hash((struct str){name, (size_t)(behind - name)});
	bool begins_line = line == text.p || line[-1] == '\n';
	if (begins_line && is_comment && ends_as_definition(behind, end))
		word_set_add(a, comments, hash);
	else if (begins_line && !is_comment)
		word_set_add(a, definitions, hash);
}

void muted_find(struct arena *a, struct str text, struct muted *out)
{
	struct word_set comments = {0}, definitions = {0};
	const char *end = text.p + text.n;
	for (const char *p = text.p; text.n && (p = memmem(p, (size_t)(end - p), "define", 6)); p += 6)
		take(a, text, p, &comments, &definitions);
	*out = (struct muted){.at = word_set_sorted(a, &comments)};
	u64 *defined = word_set_sorted(a, &definitions);
	for (u32 i = 0; i < comments.n; i++)
		if (!hashes_hold(defined, definitions.n, out->at[i]))
			out->at[out->n++] = out->at[i];
}

bool muted_holds(const struct muted *m, struct str name) { return m && m->n && hashes_hold(m->at, m->n, str_hash(name)); }
