/* Choosing from the prelude (parse/clang_prelude.h). The text is cut into pieces once; each piece knows the hashes of
 * the words that call for it. */
#include "parse/clang_prelude.h"

#include "base/hash.h"

#include <stdio.h>
#include <string.h>

#include "parse/clang_text.h"
#include "parse/prelude.inc"

enum { WORDS_MAX = 6 };

struct piece {
	u32 begin, end;
	u32 count; /* 0: always wanted */
	u64 words[WORDS_MAX];
	u32 section; /* index of the piece that opens the section around it, NONE outside */
};

struct pieces {
	struct arena arena;
	VEC(struct piece) list;
};

static void word_add(struct piece *p, const char *prefix, struct str name, const char *suffix)
{
	char word[128];
	int n = snprintf(word, sizeof word, "%s%.*s%s", prefix, (int)name.n, name.p, suffix);
	if (n > 0 && (size_t)n < sizeof word && p->count < WORDS_MAX)
		p->words[p->count++] = str_hash((struct str){word, (size_t)n});
}

/* __CAPLINT_MACRO(NAME...: the words that NAME may stand for. */
static void macro_words(struct piece *p, struct str line)
{
	u32 end = (u32)line.n, open = text_find(line, 0, end, '(');
	if (open == NONE)
		return;
	struct str macro = {line.p, open}, name = {line.p + open + 1, text_token(line, open + 1, end) - open - 1};
	if (str_is(macro, "__CAPLINT_CALL") || str_is(macro, "__CAPLINT_STRUCT") || str_is(macro, "__CAPLINT_VALUE") ||
	    str_is(macro, "__CAPLINT_ENUM")) {
		word_add(p, "cuda", name, "");
		word_add(p, "hip", name, "");
	} else {
		word_add(p, "", name, "");
	}
	if (str_is(macro, "__CAPLINT_VECTOR"))
		word_add(p, "make_", name, "");
	if (str_is(macro, "__CAPLINT_TRAIT"))
		word_add(p, "", name, "_v");
	if (str_is(macro, "__CAPLINT_ALIAS"))
		word_add(p, "", name, "_t");
}

static void section_words(struct piece *p, struct str line)
{
	u32 end = (u32)line.n;
	for (u32 at = 3; at < end;) {
		while (at < end && line.p[at] == ' ')
			at++;
		u32 stop = text_token(line, at, end);
		word_add(p, "", (struct str){line.p + at, stop - at}, "");
		at = stop;
	}
}

static const struct pieces *pieces_get(void)
{
	static struct pieces all;
	u32 section = NONE;
	if (all.list.n)
		return &all;
	for (u32 at = 0; at < sizeof prelude - 1;) {
		const char *newline = strchr(prelude + at, '\n');
		u32 end = newline ? (u32)(newline - prelude) + 1 : (u32)sizeof prelude - 1;
		u32 first = at + (u32)strspn(prelude + at, "\t");
		struct str line = {prelude + first, end - first - 1};
		struct piece p = {.begin = at, .end = end, .section = section};
		if (str_starts(line, "//: ")) {
			section_words(&p, line);
			p.section = NONE;
			section = all.list.n;
		} else if (str_starts(line, "//.")) {
			section = NONE;
		} else if (str_starts(line, "__CAPLINT_")) {
			macro_words(&p, line);
		}
		vec_push(&all.arena, &all.list, p);
		at = end;
	}
	return &all;
}

static bool is_wanted(const struct index_file *index, const struct piece *p)
{
	bool wanted = !p->count;
	for (u32 i = 0; i < p->count && !wanted; i++)
		wanted = hashes_hold(index->words, index->word_count, p->words[i]);
	return wanted;
}

struct str clang_prelude(struct arena *a, const struct index_file *index)
{
	if (!index || !index->words)
		return (struct str){prelude, sizeof prelude - 1};
	const struct pieces *all = pieces_get();
	char *text = arena_alloc(a, sizeof prelude);
	bool *kept = arena_array(a, bool, all->list.n);
	size_t n = 0;
	for (u32 i = 0; i < all->list.n; i++) {
		const struct piece *p = &all->list.at[i];
		kept[i] = (p->section == NONE || kept[p->section]) && is_wanted(index, p);
		if (!kept[i])
			continue;
		memcpy(text + n, prelude + p->begin, p->end - p->begin);
		n += p->end - p->begin;
	}
	return (struct str){text, n};
}
