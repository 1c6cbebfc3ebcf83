/* Lines: fences, prose, code. */
#include "parse/fence.h"

enum kind { CODE, PROSE, FENCE };

struct line {
	u32 begin, end; /* without the line's end */
	enum kind kind;
	struct str info; /* FENCE: what stands behind ``` */
};

struct fences {
	struct str text;
	VEC(struct line) lines;
	bool is_comment; /* a block comment is open at the line's begin */
	bool is_joined;  /* the line before ends in a backslash */
	struct str raw;  /* a raw string is open: its `)delimiter"`; n is 0 if none is */
};

static struct str trimmed(struct str s)
{
	while (s.n && (s.p[0] == ' ' || s.p[0] == '\t'))
		s = (struct str){s.p + 1, s.n - 1};
	while (s.n && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t' || s.p[s.n - 1] == '\r'))
		s.n--;
	return s;
}

static size_t past(struct str s, size_t from, const char *mark)
{
	size_t n = strlen(mark);
	const char *at = from < s.n ? memmem(s.p + from, s.n - from, mark, n) : NULL;
	return at ? (size_t)(at - s.p) + n : s.n + 1;
}

/* Behind the closing quote, or the line's end: what isn't closed on its line is no string, or goes on behind a backslash, where no fence is. */
static size_t past_string(struct str s, size_t i)
{
	char quote = s.p[i++];
	for (; i < s.n && s.p[i] != quote; i++)
		i += s.p[i] == '\\';
	return i + 1;
}

static size_t past_raw(struct fences *f, struct arena *a, struct str s, size_t i)
{
	size_t open = i + 1;
	while (open < s.n && s.p[open] != '(')
		open++;
	f->raw = str_of(arena_format(a, ")%.*s\"", (int)(open - i - 1), s.p + i + 1));
	size_t end = past(s, open, f->raw.p);
	if (end <= s.n)
		f->raw.n = 0;
	return end;
}

/* Does a backtick stand in the line, outside of comments and strings? Leaves in *f what is open at its end. */
static bool has_backtick(struct fences *f, struct arena *a, struct str s)
{
	bool is_found = false;
	for (size_t i = 0; i < s.n;) {
		char c = s.p[i], next = i + 1 < s.n ? s.p[i + 1] : 0;
		if (f->raw.n) {
			i = past(s, i, f->raw.p);
			f->raw.n = i <= s.n ? 0 : f->raw.n;
		} else if (f->is_comment) {
			i = past(s, i, "*/");
			f->is_comment = i > s.n;
		} else if (c == '/' && next == '/') {
			break;
		} else if (c == '/' && next == '*') {
			f->is_comment = true;
			i += 2;
		} else if (c == '"' && i && s.p[i - 1] == 'R') {
			i = past_raw(f, a, s, i);
		} else if (c == '"' || (c == '\'' && !(i && char_is_word(s.p[i - 1])))) { /* 1'000, don't */
			i = past_string(s, i);
		} else {
			is_found |= c == '`';
			i++;
		}
	}
	return is_found;
}

static void take_line(struct fences *f, struct arena *a, u32 begin, u32 end)
{
	struct str s = {f->text.p + begin, end - begin}, t = trimmed(s);
	struct line line = {.begin = begin, .end = end};
	bool is_open = f->is_comment || f->raw.n, is_directive = !is_open && (f->is_joined || str_starts(t, "#"));
	bool is_marked = has_backtick(f, a, s);
	f->is_joined = str_ends(t, "\\") && (is_directive || f->is_joined);
	if (!is_open && str_starts(t, "```")) {
		line.kind = FENCE;
		line.info = trimmed((struct str){t.p + 3, t.n - 3});
		f->is_comment = false;
		f->raw.n = 0;
	} else if (is_marked && !is_directive) {
		line.kind = PROSE;
	}
	vec_push(a, &f->lines, line);
}

static bool is_code(struct str info)
{
	static const char *const names[] = {"", "c", "C", "cc", "cpp", "c++", "C++", "cxx", "h", "hpp", "cu", "cuh", "cuda", "CUDA", "hip", "HIP", "cuda-cpp", "cuda-c++"};
	for (size_t i = 0; i < info.n; i++)
		if (info.p[i] == ' ' || info.p[i] == '{' || info.p[i] == ',')
			info.n = i;
	return str_is_any(info, names, COUNT(names));
}

static bool is_blank(const struct fences *f, u32 lines)
{
	for (u32 i = 0; i < lines; i++)
		if (f->lines.at[i].kind == CODE && trimmed((struct str){f->text.p + f->lines.at[i].begin, f->lines.at[i].end - f->lines.at[i].begin}).n)
			return false;
	return true;
}

/* Something stands before the first fence, which names no language, and it has no partner: it closes what began with the file. */
static bool begins_open(const struct fences *f)
{
	u32 fences = 0, first = NONE, bare = 0;
	for (u32 i = 0; i < f->lines.n; i++) {
		if (f->lines.at[i].kind != FENCE)
			continue;
		first = fences++ ? first : i;
		bare += !f->lines.at[i].info.n;
	}
	return !fences || (!f->lines.at[first].info.n && bare * 2 > fences && fences % 2 && !is_blank(f, first));
}

static void blank(char *text, const struct line *line)
{
	for (u32 i = line->begin; i < line->end; i++)
		text[i] = text[i] == '\r' ? '\r' : ' ';
}

struct str fence_text(struct arena *a, struct str bytes)
{
	struct fences f = {.text = bytes};
	u32 gone = 0;
	if (!bytes.n || bytes.n > UINT32_MAX || !memchr(bytes.p, '`', bytes.n))
		return bytes;
	for (u32 at = 0; at < bytes.n;) {
		const char *stop = memchr(bytes.p + at, '\n', bytes.n - at);
		u32 end = stop ? (u32)(stop - bytes.p) : (u32)bytes.n;
		take_line(&f, a, at, end);
		gone += f.lines.at[f.lines.n - 1].kind != CODE;
		at = end + 1;
	}
	if (!gone)
		return bytes;
	char *text = arena_alloc(a, bytes.n + 1);
	memcpy(text, bytes.p, bytes.n);
	text[bytes.n] = 0;
	bool is_open = begins_open(&f), is_wanted = true;
	for (u32 i = 0; i < f.lines.n; i++) {
		const struct line *line = &f.lines.at[i];
		if (line->kind == FENCE) {
			/* One that names a language opens, whatever was open before. */
			bool opens = line->info.n || !is_open;
			is_wanted = opens ? is_code(line->info) : is_wanted;
			is_open = opens;
		}
		if (line->kind != CODE || !is_open || !is_wanted)
			blank(text, line);
	}
	return (struct str){text, bytes.n};
}
