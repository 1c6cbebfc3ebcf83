/* What an option's value may be: looked at and stored, from wherever it was given. */
#include "options_local.h"

#include "base/spelling.h"
#include "report/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const u64 MAX_JOBS = 1024, MAX_FILE_BYTES = 1 << 30;

static bool read_number(const char *text, bool has_suffix, u64 max, u64 *number)
{
	static const char suffixes[] = "kMG";
	char *end;
	errno = 0;
	if (text[0] < '0' || text[0] > '9')
		return false;
	*number = strtoull(text, &end, 10);
	const char *suffix = has_suffix && *end ? strchr(suffixes, *end == 'K' ? 'k' : *end) : NULL;
	if (errno || *number > max || (*end && (!suffix || end[1])))
		return false;
	if (suffix)
		*number <<= 10 * (suffix - suffixes + 1);
	return *number <= max;
}

static bool set_choice(const struct setting *s, const struct option *option, const char *value, u32 *chosen)
{
	struct spelling near = {.wrong = value};
	for (u32 i = 0; option->choices[i]; i++) {
		if (!strcmp(option->choices[i], value)) {
			*chosen = i;
			return true;
		}
		spelling_offer(&near, option->choices[i]);
	}
	strbuf_addf(s->err, "'%s' is no value for %s%s (", value, s->dashes, option->name);
	for (u32 i = 0; option->choices[i]; i++)
		strbuf_addf(s->err, "%s%s", i ? ", " : "", option->choices[i]);
	strbuf_putc(s->err, ')');
	if (near.best)
		strbuf_addf(s->err, "; did you mean '%s'?", near.best);
	return false;
}

/* `FILE`, `FORMAT=FILE`; --html means its format. What stands before `=` and is a plain word must be a format: './a=b' is a file. */
static bool add_output(const struct setting *s, const struct option *option, const char *value)
{
	struct output_wish wish = {option->choices ? NONE : FORMAT_HTML, value};
	size_t word = option->choices ? strspn(value, "abcdefghijklmnopqrstuvwxyz") : 0;
	if (word && value[word] == '=') {
		char name[32];
		snprintf(name, sizeof name, "%.*s", (int)word, value);
		if (!set_choice(s, option, name, &wish.format))
			return false;
		wish.path = value + word + 1;
	}
	if (!*wish.path)
		strbuf_addf(s->err, "option '--%s' names no file", option->name);
	else if (s->o->output_count == MAX_OUTPUTS)
		strbuf_addf(s->err, "more than %d outputs", MAX_OUTPUTS);
	if (s->err->n)
		return false;
	if (!strcmp(wish.path, "-"))
		wish.path = NULL;
	s->o->outputs[s->o->output_count++] = wish;
	return true;
}

static bool add_words(const struct setting *s, const struct option *option, const char *value, struct words *words)
{
	u32 before = words->list.n;
	for (const char *from = value; *from; from += strspn(from, ",")) {
		size_t n = strcspn(from, ",");
		const char *word = n ? arena_text(&s->o->arena, from, n) : NULL;
		if (word)
			vec_push(&s->o->arena, &words->list, word);
		from += n;
	}
	if (words->list.n == before)
		strbuf_addf(s->err, "option '--%s' has an empty value", option->name);
	return words->list.n > before;
}

bool option_set(const struct setting *s, const struct option *option, const char *value)
{
	char *at = (char *)s->o + option->offset;
	u32 chosen = 0;
	u64 number = 0;
	switch (option->kind) {
	case FLAG:
		memcpy(at, &(bool){true}, sizeof(bool));
		return true;
	case HELP:
		break;
	case TEXT:
		if (!*value) {
			strbuf_addf(s->err, "option '--%s' has an empty value", option->name);
			return false;
		}
		memcpy(at, &value, sizeof value);
		return true;
	case CHOICE:
	case STAGE:
		if (!set_choice(s, option, value, &chosen))
			return false;
		if (option->kind == STAGE)
			memcpy(at, &value, sizeof value);
		else
			memcpy(at, &chosen, sizeof chosen);
		s->o->has_format |= option->offset == AT(format);
		return true;
	case OUTPUT:
		return add_output(s, option, value);
	case WORDS:
		return add_words(s, option, value, (struct words *)(void *)at);
	case NUMBER:
	case BYTES:
		if (!read_number(value, option->kind == BYTES, option->kind == BYTES ? MAX_FILE_BYTES : MAX_JOBS, &number)) {
			strbuf_addf(s->err, "'%s' is no value for %s%s (%s)", value, s->dashes, option->name,
			            option->kind == BYTES ? "bytes, at most 1G; suffixes k, M, G" : "0 to 1024");
			return false;
		}
		memcpy(at, &number, sizeof number);
		return true;
	}
	bug("option without a value");
}
