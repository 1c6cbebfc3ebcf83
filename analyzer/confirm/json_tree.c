/* A JSON reader with bounds, for files that came from elsewhere. */
#include "confirm/json_tree.h"

#include <string.h>

enum { MOST_LEVELS = 60 }; /* the writer has 64 */

struct reader {
	struct arena *a;
	const char *begin, *p, *end;
	const char *fault; /* the first thing that was wrong; NULL while all is well */
	u32 depth;
};

static struct json_value *read_value(struct reader *r);

static struct json_value *fault(struct reader *r, const char *what)
{
	if (!r->fault)
		r->fault = what;
	return NULL;
}

static void skip_blanks(struct reader *r)
{
	while (r->p < r->end && strchr(" \t\r\n", *r->p) && *r->p)
		r->p++;
}

static bool take(struct reader *r, char c)
{
	skip_blanks(r);
	if (r->p == r->end || *r->p != c)
		return false;
	r->p++;
	return true;
}

static u32 hex_digits(struct reader *r)
{
	u32 code = 0;
	for (u32 i = 0; i < 4; i++, r->p++) {
		static const char digits[] = "0123456789abcdefABCDEF";
		const char *digit = r->p < r->end && *r->p ? strchr(digits, *r->p) : NULL;
		if (!digit) {
			fault(r, "a bad \\u escape");
			return 0;
		}
		u32 value = (u32)(digit - digits);
		code = code * 16 + (value > 15 ? value - 6 : value);
	}
	return code;
}

static void add_utf8(struct strbuf *out, u32 code)
{
	if (code < 0x80) {
		strbuf_putc(out, (char)code);
		return;
	}
	u32 more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
	static const u8 marks[] = {0, 0xc0, 0xe0, 0xf0};
	strbuf_putc(out, (char)(marks[more] | code >> 6 * more));
	while (more--)
		strbuf_putc(out, (char)(0x80 | (code >> 6 * more & 0x3f)));
}

static void read_escape(struct reader *r, struct strbuf *out)
{
	static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
	char c = r->p < r->end ? *r->p++ : '\0';
	const char *letter = c ? strchr(letters, c) : NULL;
	if (letter) {
		strbuf_putc(out, meanings[letter - letters]);
		return;
	}
	if (c != 'u') {
		fault(r, "a bad escape");
		return;
	}
	u32 code = hex_digits(r);
	if (code >= 0xd800 && code < 0xdc00 && r->end - r->p >= 6 && r->p[0] == '\\' && r->p[1] == 'u') {
		r->p += 2;
		u32 low = hex_digits(r);
		code = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : 0xfffd;
	}
	add_utf8(out, code >= 0xd800 && code < 0xe000 ? 0xfffd : code);
}

/* The text after an opening quote. */
static struct str read_text(struct reader *r)
{
	struct strbuf out = {0};
	while (!r->fault && r->p < r->end && *r->p != '"') {
		if ((u8)*r->p < ' ')
			fault(r, "a control character in a text");
		else if (*r->p == '\\')
			r->p++, read_escape(r, &out);
		else
			strbuf_putc(&out, *r->p++);
	}
	if (r->p == r->end)
		fault(r, "a text without end");
	else
		r->p++;
	struct str text = {arena_text(r->a, out.p ? out.p : "", out.n), out.n};
	strbuf_release(&out);
	return text;
}

static struct json_value *read_plain(struct reader *r, struct json_value *v)
{
	const char *from = r->p;
	while (r->p < r->end && *r->p && strchr("+-.0123456789abcdefghijklmnopqrstuvwxyzE", *r->p))
		r->p++;
	v->text = (struct str){arena_text(r->a, from, (size_t)(r->p - from)), (size_t)(r->p - from)};
	bool is_word = str_is(v->text, "null") || str_is(v->text, "true") || str_is(v->text, "false");
	v->kind = is_word ? JSON_WORD : JSON_NUMBER;
	bool is_number = v->text.n && strspn(v->text.p, "+-.0123456789eE") == v->text.n && strpbrk(v->text.p, "0123456789");
	return is_word || is_number ? v : fault(r, "no value");
}

/* What stands between the brackets; the opening one is read. */
static struct json_value *read_items(struct reader *r, struct json_value *v)
{
	bool is_object = v->kind == JSON_OBJECT;
	char close = is_object ? '}' : ']';
	struct json_value **end = &v->first;
	if (++r->depth > MOST_LEVELS)
		return fault(r, "too many levels");
	while (!take(r, close)) {
		struct str key = {0};
		if (v->first && !take(r, ','))
			return fault(r, "no comma");
		if (is_object) {
			if (!take(r, '"'))
				return fault(r, "no key");
			key = read_text(r);
			if (!take(r, ':'))
				return fault(r, "no colon");
		}
		*end = read_value(r);
		if (!*end)
			return NULL;
		(*end)->key = key;
		end = &(*end)->next;
	}
	r->depth--;
	return v;
}

static struct json_value *read_value(struct reader *r)
{
	struct json_value *v = arena_new(r->a, struct json_value);
	skip_blanks(r);
	if (r->fault)
		return NULL;
	if (take(r, '"')) {
		v->kind = JSON_TEXT;
		v->text = read_text(r);
		return r->fault ? NULL : v;
	}
	bool is_object = take(r, '{');
	if (!is_object && !take(r, '['))
		return read_plain(r, v);
	v->kind = is_object ? JSON_OBJECT : JSON_LIST;
	return read_items(r, v);
}

struct json_value *json_read(struct arena *a, struct str text, struct strbuf *err)
{
	struct reader r = {.a = a, .begin = text.p, .p = text.p, .end = text.p + text.n};
	struct json_value *v = read_value(&r);
	skip_blanks(&r);
	if (v && r.p != r.end)
		v = fault(&r, "more after the value");
	if (!v)
		strbuf_addf(err, "no JSON: %s at byte %zu", r.fault ? r.fault : "no value", (size_t)(r.p - r.begin));
	return v;
}

struct json_value *json_get(const struct json_value *object, const char *key)
{
	if (!object || object->kind != JSON_OBJECT)
		return NULL;
	for (struct json_value *v = object->first; v; v = v->next)
		if (str_is(v->key, key))
			return v;
	return NULL;
}

struct str json_get_text(const struct json_value *object, const char *key)
{
	const struct json_value *v = json_get(object, key);
	return v && v->kind == JSON_TEXT ? v->text : S("");
}

static struct json_value *member(struct arena *a, struct json_value *object, const char *key, enum json_kind kind)
{
	struct json_value *v = json_get(object, key);
	if (!v) {
		struct json_value **end = &object->first;
		while (*end)
			end = &(*end)->next;
		v = *end = arena_new(a, struct json_value);
		v->key = str_of(arena_text(a, key, strlen(key)));
	}
	v->kind = kind;
	return v;
}

struct json_value *json_put_object(struct arena *a, struct json_value *object, const char *key)
{
	struct json_value *v = member(a, object, key, JSON_OBJECT);
	v->first = NULL;
	return v;
}

void json_put_text(struct arena *a, struct json_value *object, const char *key, struct str text)
{
	member(a, object, key, JSON_TEXT)->text = text;
}

void json_write(struct json *j, const struct json_value *value)
{
	bool is_object = value->kind == JSON_OBJECT;
	switch (value->kind) {
	case JSON_WORD:
	case JSON_NUMBER:
		json_raw(j, value->text);
		return;
	case JSON_TEXT:
		json_text(j, value->text);
		return;
	case JSON_LIST:
	case JSON_OBJECT:
		json_open(j, is_object ? '{' : '[');
		for (const struct json_value *v = value->first; v; v = v->next) {
			if (is_object)
				json_key(j, v->key.p);
			json_write(j, v);
		}
		json_close(j, is_object ? '}' : ']');
	}
}
