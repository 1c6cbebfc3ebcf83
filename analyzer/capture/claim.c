/* Functions that say of themselves that they can be captured: in the docstring, or in the name. */
#include "capture/local.h"

#include "graph/python.h"

#include <ctype.h>

enum { TEXT = 1200, HEAD = 600, BEFORE = 24, SENTENCE = 240 }; /* bytes of a docstring: read for denials; for claims; before and around a claim */

static bool has_before(const char *text, size_t at, const char *const *words, u32 n)
{
	size_t from = at > BEFORE ? at - BEFORE : 0;
	return str_has_any((struct str){text + from, at - from}, words, n);
}

static struct str sentence_around(const char *text, size_t n, size_t at)
{
	size_t from = at, to = at;
	while (from > 0 && at - from < SENTENCE && !(text[from - 1] == '.' && text[from] == ' ') && text[from - 1] != ';')
		from--;
	while (to < n && to - at < SENTENCE && text[to] != '.' && text[to] != ';')
		to++;
	return (struct str){text + from, to - from};
}

/* "When the lengths are given, this path is ...": only then. */
static bool is_conditional(struct str sentence)
{
	static const char *const words[] = {" when ", " if ", " unless ", " as long as ", " provided ", " only ", " whenever ", " once "};
	for (u32 i = 0; i < COUNT(words); i++)
		if (str_has(sentence, words[i]) || str_starts(sentence, words[i] + 1))
			return true;
	return false;
}

/* "Copied in place into buffers of fixed addresses (graph safe)": graphs that have captured these go on; that it is captured itself is not said. */
static bool is_of_replays(struct str sentence)
{
	static const char *const words[] = {"address", "in place", "identity"};
	return str_has_any(sentence, words, COUNT(words));
}

/* "graph safe" is none in "graph safety". */
static bool continues(const char *text, size_t at, size_t n) { return at < n && text[at] >= 'a' && text[at] <= 'z'; }

/* Behind that word a docstring speaks of one argument after the other. */
static size_t without_arguments(const char *text, size_t n)
{
	static const char *const heads[] = {" args:", " arguments:", " parameters", " params:", ":param"};
	for (size_t at = 0; at < n; at++)
		for (u32 i = 0; i < COUNT(heads); i++)
			if (str_starts((struct str){text + at, n - at}, heads[i]))
				return at;
	return n;
}

/* It says of a part of itself that this is not captured. */
static bool denies(struct str text)
{
	static const char *const says[] = {"never runs under", "never run under", "never captured", "not captur", "cannot be captured", "can't be captured",
	                                   "not be captured", "not run under", "not supported under", "outside of cuda graph", "outside cuda graph"};
	return str_has_any(text, says, COUNT(says));
}

/* "capture-safe", "safe under CUDA graph capture", ...; not "not capture-safe". The text is lower-case, with blanks for - and _. */
static bool claims(const char *text, size_t n)
{
	static const char *const says[] = {"capture safe", "graph safe", "graphs safe", "cudagraph safe", "graph compatible", "cudagraph compatible",
	                                   "compatible with cuda graph", "compatible with cudagraph", "graph capturable", "graph friendly",
	                                   "safe under cuda graph", "safe for cuda graph", "safe to capture", "safe in cuda graph", "safe inside cuda graph",
	                                   "capture compatible", "works under cuda graph", "works with cuda graph", "can be captured", "capturable"};
	static const char *const not[] = {"not ", "n't ", "isn", "non ", "un", "never ", "whether ", "if ", "to be ", "make it ", "until ", "fallback", "that is ", "which is ", "that are ", "which are "};
	/* Each of them holds one of these. */
	struct str whole = {text, n};
	if (!str_has(whole, "safe") && !str_has(whole, "captur") && !str_has(whole, "compatible") && !str_has(whole, "graph"))
		return false;
	if (denies(whole))
		return false;
	n = without_arguments(text, n);
	for (u32 i = 0; i < COUNT(says); i++) {
		size_t word = str_of(says[i]).n;
		for (size_t at = 0; at + word <= n && at < HEAD; at++) {
			if (continues(text, at + word, n) || !str_starts((struct str){text + at, word}, says[i]) || has_before(text, at, not, COUNT(not)))
				continue;
			struct str sentence = sentence_around(text, n, at);
			if (!is_conditional(sentence) && !is_of_replays(sentence))
				return true;
		}
	}
	return false;
}

static bool text_claims(struct str text)
{
	char low[TEXT];
	size_t n = 0;
	for (size_t i = 0; i < text.n && n < TEXT; i++) {
		char c = (char)tolower((unsigned char)text.p[i]);
		c = c == '-' || c == '_' || c == '\n' || c == '\t' ? ' ' : c;
		if (c != ' ' || (n && low[n - 1] != ' '))
			low[n++] = c;
	}
	return claims(low, n);
}

void regions_claimed(struct capture *c)
{
	const struct program *p = c->program;
	for (fn_id i = 0; i < p->function_count; i++) {
		const struct fn *fn = &p->functions[i];
		if (!program_is_python(p, i) || fn->f->kind == FN_FILE || fn->f->kind == FN_LAMBDA || p->files[fn->file].is_test ||
		    sounds_like_life_cycle(unit_text(fn->unit, fn->f->name)))
			continue;
		struct capture_region r = {.grade = GRADE_CLAIM, .fn = i, .row = NONE};
		if (text_claims(unit_text(fn->unit, fn->f->doc)))
			r.why = S("its docstring says that it can be captured");
		else if (text_claims(unit_text(fn->unit, fn->f->name)))
			r.why = S("its name says that it can be captured");
		if (r.why.n)
			vec_push(c->arena, &c->regions, r);
	}
}
