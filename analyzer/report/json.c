/* The JSON writer. */
#include "report/json.h"

#include "finding/utf8.h"

#include <inttypes.h>

static void new_line(struct json *j)
{
	if (!j->is_compact)
		fprintf(j->out, "\n%*s", (int)j->depth, "");
}

/* What comes before a key, or before a value that has none. */
static void separate(struct json *j)
{
	if (j->after_key) {
		j->after_key = false;
		return;
	}
	if (!j->depth)
		return;
	u64 bit = (u64)1 << (j->depth - 1);
	if (j->has_items & bit)
		fputc(',', j->out);
	j->has_items |= bit;
	new_line(j);
}

void json_open(struct json *j, char bracket)
{
	separate(j);
	fputc(bracket, j->out);
	if (++j->depth > 64)
		bug("JSON nested too deep");
	j->has_items &= ~((u64)1 << (j->depth - 1));
}

void json_close(struct json *j, char bracket)
{
	bool had_items = j->has_items >> (j->depth - 1) & 1;
	j->depth--;
	if (had_items)
		new_line(j);
	fputc(bracket, j->out);
}

static void write_code(FILE *out, u32 code, struct str bytes)
{
	static const char shorts[] = "\bb\tt\nn\ff\rr\"\"\\\\";
	for (const char *s = shorts; *s; s += 2)
		if (code == (u8)*s) {
			fputc('\\', out);
			fputc(s[1], out);
			return;
		}
	if (code < 0x20 || code == 0x7f)
		fprintf(out, "\\u%04" PRIx32, code);
	else
		fwrite(bytes.p, 1, bytes.n, out);
}

static void write_string(FILE *out, struct str text)
{
	fputc('"', out);
	for (size_t at = 0; at < text.n;) {
		size_t begin = at;
		bool is_bad;
		u32 code = utf8_next(text, &at, &is_bad);
		write_code(out, code, is_bad ? S("\xef\xbf\xbd") : (struct str){text.p + begin, at - begin});
	}
	fputc('"', out);
}

void json_key(struct json *j, const char *key)
{
	separate(j);
	write_string(j->out, str_of(key));
	fputs(j->is_compact ? ":" : ": ", j->out);
	j->after_key = true;
}

void json_text(struct json *j, struct str text)
{
	separate(j);
	write_string(j->out, text);
}

static void json_number(struct json *j, u64 number)
{
	separate(j);
	fprintf(j->out, "%" PRIu64, number);
}

void json_raw(struct json *j, struct str token)
{
	separate(j);
	fwrite(token.p, 1, token.n, j->out);
}

void json_bool(struct json *j, bool value)
{
	separate(j);
	fputs(value ? "true" : "false", j->out);
}

void json_end(struct json *j)
{
	if (j->depth || j->after_key)
		bug("JSON ends inside a value");
	fputc('\n', j->out);
}

void json_member(struct json *j, const char *key, struct str text)
{
	json_key(j, key);
	json_text(j, text);
}

void json_member_number(struct json *j, const char *key, u64 number)
{
	json_key(j, key);
	json_number(j, number);
}

void json_open_member(struct json *j, const char *key, char bracket)
{
	json_key(j, key);
	json_open(j, bracket);
}
