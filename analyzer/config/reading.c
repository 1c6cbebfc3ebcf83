/* What is asked of any value, and said of one that does not answer. */
#include "config/reading.h"

#include <string.h>

const char *reading_guess(struct arena *a, const struct spelling *s)
{
	return s->best ? arena_format(a, "; did you mean '%s'?", s->best) : "";
}

bool reading_is(struct reading *r, const struct toml *t, enum toml_kind kind)
{
	bool lacks_brackets = kind == TOML_LIST && t->kind == TOML_TEXT && t->text.n && t->text.n < MOST_NAME;
	if (t->kind != kind)
		toml_fault(&r->c->faults, t->at, "%s%.*s%s%s where %s belongs%s", t->key.n ? "'" : "", MOST_NAME, t->key.p, t->key.n ? "' is " : "",
		           toml_kind_name(t->kind), toml_kind_name(kind), lacks_brackets ? arena_format(r->a, ": [\"%s\"]", t->text.p) : "");
	return t->kind == kind;
}

bool reading_is_clean(struct reading *r, const struct toml *t)
{
	bool is_clean = t->text.n;
	for (size_t i = 0; i < t->text.n; i++)
		is_clean &= (u8)t->text.p[i] >= ' ' && t->text.p[i] != 0x7f;
	if (!is_clean)
		toml_fault(&r->c->faults, t->at, t->text.n ? "the text holds a control character" : "the text is empty");
	return is_clean;
}

bool reading_choice(struct reading *r, const struct toml *t, const char *const *choices, u32 *chosen)
{
	struct spelling s = {.wrong = t->text.p};
	struct strbuf words = {0};
	for (u32 i = 0; choices[i]; i++) {
		if (!*choices[i])
			continue;
		if (!strcmp(choices[i], t->text.p)) {
			*chosen = i;
			strbuf_release(&words);
			return true;
		}
		spelling_offer(&s, choices[i]);
		strbuf_addf(&words, "%s%s", words.n ? ", " : "", choices[i]);
	}
	toml_fault(&r->c->faults, t->at, "'%.*s' is not one of: %s%s", MOST_NAME, t->text.p, words.p, reading_guess(r->a, &s));
	strbuf_release(&words);
	return false;
}
