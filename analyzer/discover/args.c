#include "discover/args.h"
#include "discover/paths.h"

#include <string.h>
#include <unistd.h>

enum { MOST_EXPANSIONS = 64, MOST_RESPONSE_BYTES = 4 << 20 };

enum arg_value { NO, APART, SOFT, JOINED };
enum arg_action { DROP, KEEP, PATH, LOOKUP, HOST, EXPAND, STREAM, MATH, LANGUAGE };

static const struct arg_row {
	const char *name;
	u8 value, action;
	const char *prefix;
} rows[] = {
#define ARG(name, value, action, prefix) {name, value, action, prefix},
#include "discover/args.def"
#undef ARG
};

struct translation {
	struct arena *a;
	struct str directory;
	struct compile_command *out;
	struct arg_list kept;
	struct strbuf *err;
	u32 expansions;
};

void args_split(struct arena *a, struct str text, struct arg_list *out)
{
	struct strbuf word = {0};
	bool in_word = false;
	char quote = 0;
	for (size_t i = 0; i <= text.n; i++) {
		char c = i < text.n ? text.p[i] : 0;
		if (i == text.n || (!quote && strchr(" \t\r\n", c))) {
			if (in_word) {
				struct str copy = {arena_text(a, word.p ? word.p : "", word.n), word.n};
				vec_push(a, &out->list, copy);
			}
			in_word = false;
			word.n = 0;
			continue;
		}
		in_word = true;
		bool is_escape = c == '\\' && i + 1 < text.n && (!quote || (quote == '"' && strchr("\"\\$`", text.p[i + 1])));
		if (is_escape)
			strbuf_putc(&word, text.p[++i]);
		else if (quote ? c == quote : c == '"' || c == '\'')
			quote = quote ? 0 : c;
		else
			strbuf_putc(&word, c);
	}
	strbuf_release(&word);
}

/* How `body`, a flag without its dashes, fits the row; *value is what is joined to it, or NULL text for the next word. */
static bool fits(const struct arg_row *row, struct str body, bool is_long, struct str *value)
{
	size_t n = strlen(row->name);
	*value = (struct str){0};
	if (body.n < n || memcmp(body.p, row->name, n))
		return false;
	if (body.n == n)
		return true;
	bool has_equals = body.p[n] == '=';
	*value = (struct str){body.p + n + has_equals, body.n - n - has_equals};
	return has_equals ? row->value != NO : row->value == JOINED && !is_long;
}

static const char *absolute(const struct translation *t, struct str path)
{
	bool is_absolute = path.n && path.p[0] == '/';
	return is_absolute ? path.p : path_join(t->a, t->directory, path).p;
}

static void keep(struct translation *t, const char *prefix, struct str value)
{
	struct str arg = str_of(arena_format(t->a, "%s%.*s", prefix, (int)value.n, value.p ? value.p : ""));
	vec_push(t->a, &t->kept.list, arg);
}

static enum language language_of_x(struct str name)
{
	static const struct { const char *name; enum language language; } known[] = {
		{"cu", LANG_CUDA}, {"cuda", LANG_CUDA}, {"hip", LANG_HIP}, {"c++", LANG_CPP}, {"c", LANG_C},
	};
	for (size_t i = 0; i < COUNT(known); i++)
		if (str_is(name, known[i].name))
			return known[i].language;
	return LANG_NONE;
}

static void translate(struct translation *t, const struct arg_list *words);

static void expand(struct translation *t, struct str path)
{
	struct arg_list words = {0};
	struct str bytes;
	struct strbuf why = {0};
	const char *name = absolute(t, path);
	if (t->expansions++ >= MOST_EXPANSIONS)
		strbuf_puts(&why, "would be one response file too many");
	else if (file_read(t->a, name, MOST_RESPONSE_BYTES, &bytes, &why))
		args_split(t->a, bytes, &words);
	if (why.n && !t->err->n)
		strbuf_addf(t->err, "response file %s %s", name, why.p);
	strbuf_release(&why);
	translate(t, &words);
}

static void pass_to_host(struct translation *t, struct str list)
{
	struct arg_list words = {0};
	char *text = arena_text(t->a, list.p, list.n);
	for (char *c = text; *c; c++)
		if (*c == ',')
			*c = ' ';
	args_split(t->a, str_of(text), &words);
	translate(t, &words);
}

static void act(struct translation *t, const struct arg_row *row, struct str value)
{
	struct compile_command *out = t->out;
	const char *path;
	switch ((enum arg_action)row->action) {
	case DROP: break;
	case KEEP:
		keep(t, row->prefix, value);
		out->is_stream_per_thread |= !strcmp(row->prefix, "-D") && str_starts(value, "CUDA_API_PER_THREAD_DEFAULT_STREAM") &&
		                             !str_is(value, "CUDA_API_PER_THREAD_DEFAULT_STREAM=0");
		break;
	case PATH: keep(t, row->prefix, str_of(absolute(t, value))); break;
	case LOOKUP:
		path = absolute(t, value);
		keep(t, row->prefix, access(path, F_OK) ? value : str_of(path));
		break;
	case HOST: pass_to_host(t, value); break;
	case EXPAND: expand(t, value); break;
	case STREAM: out->is_stream_per_thread = str_is(value, "per-thread"); break;
	case MATH: out->is_math_fast = true; break;
	case LANGUAGE: out->language = (u8)language_of_x(value); break;
	}
}

/* Words that are no flags are the compiler, a launcher before it, or the file. */
static void translate(struct translation *t, const struct arg_list *words)
{
	for (u32 i = 0; i < words->list.n; i++) {
		struct str word = words->list.at[i], value;
		if (str_starts(word, "@")) {
			expand(t, (struct str){word.p + 1, word.n - 1});
			continue;
		}
		bool is_long = str_starts(word, "--");
		if (!str_starts(word, "-"))
			continue;
		struct str body = {word.p + 1 + is_long, word.n - 1 - is_long};
		for (size_t r = 0; r < COUNT(rows); r++) {
			if (!fits(&rows[r], body, is_long, &value))
				continue;
			bool takes_next = rows[r].value != NO && !value.p && i + 1 < words->list.n;
			if (takes_next && (rows[r].value != SOFT || !str_starts(words->list.at[i + 1], "-")))
				value = words->list.at[++i];
			bool lacks_value = !value.p && (rows[r].value == APART || rows[r].value == JOINED);
			if (!lacks_value) /* at the end of the words: a compiler would refuse it */
				act(t, &rows[r], value);
			break;
		}
	}
}

void args_translate(struct arena *a, struct str directory, const struct arg_list *words, struct compile_command *out,
                    struct strbuf *err)
{
	struct translation t = {.a = a, .directory = directory, .out = out, .err = err};
	translate(&t, words);
	const char **args = arena_array(a, const char *, t.kept.list.n + 1);
	for (u32 i = 0; i < t.kept.list.n; i++)
		args[i] = t.kept.list.at[i].p;
	out->args = args;
	out->arg_count = t.kept.list.n;
}
