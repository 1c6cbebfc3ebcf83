#include "triage/comment.h"

#include "base/spelling.h"

#include <string.h>

static const char usage[] = "write 'caplint: allow(RULE) REASON'";

struct text {
	const char *p, *end;
};

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

static void skip_blanks(struct text *t)
{
	while (t->p < t->end && is_blank(*t->p))
		t->p++;
}

static struct str take_name(struct text *t)
{
	const char *begin = t->p;
	while (t->p < t->end && is_name_char(*t->p))
		t->p++;
	return (struct str){begin, (size_t)(t->p - begin)};
}

/* The word opens the comment or one of its lines, or stands behind a second comment mark: `# type: ignore # caplint: ...`. */
static bool opens(const char *begin, const char *p)
{
	while (p > begin && (is_blank(p[-1]) || strchr("*!<", p[-1])))
		p--;
	return p == begin || p[-1] == '\n' || p[-1] == '/' || p[-1] == '#';
}

/* What stands behind the list, up to the end of its line; a dash or colon before it is no part of it. */
static struct str take_reason(struct text *t)
{
	const char *newline = memchr(t->p, '\n', (size_t)(t->end - t->p)), *end = newline ? newline : t->end;
	while (t->p < end && (is_blank(*t->p) || strchr(":-,;", *t->p)))
		t->p++;
	while (end > t->p && (is_blank(end[-1]) || end[-1] == '\\'))
		end--;
	struct str reason = {t->p, (size_t)(end - t->p)};
	t->p = end;
	return reason;
}

static bool says_something(struct str reason)
{
	for (size_t i = 0; i < reason.n; i++)
		if ((is_name_char(reason.p[i]) && reason.p[i] != '-' && reason.p[i] != '_') || (u8)reason.p[i] >= 0x80)
			return true;
	return false;
}

/* From behind '(' to behind ')'. False if the list is none. */
static bool take_rules(struct arena *a, const struct rule_filter *filter, struct text *t, struct allow *allow)
{
	struct strbuf err = {0};
	bool is_list = true;
	for (;;) {
		skip_blanks(t);
		struct str name = take_name(t);
		skip_blanks(t);
		is_list = name.n && t->p < t->end && (*t->p == ',' || *t->p == ')');
		if (!is_list)
			break;
		if (allow->is_nolint && str_starts(name, "caplint-"))
			name = (struct str){name.p + 8, name.n - 8};
		err.n = 0;
		struct allow_rule rule = {filter_rule(filter->rules, filter->rule_count, name, &err), false};
		if (rule.rule != NONE)
			vec_push(a, &allow->rules, rule);
		else if (!allow->is_nolint)
			vec_push(a, &allow->unknown, arena_text(a, err.p, err.n));
		if (*t->p++ == ')')
			break;
	}
	strbuf_release(&err);
	return is_list;
}

static const char *wrong_verb(struct arena *a, struct str verb)
{
	static const char *const verbs[] = {"allow", "allow-file"};
	struct spelling s = {.wrong = arena_text(a, verb.p, verb.n)};
	for (u32 i = 0; i < COUNT(verbs); i++)
		spelling_offer(&s, verbs[i]);
	if (s.best)
		return arena_format(a, "'%s' is no suppression; did you mean '%s'?", s.wrong, s.best);
	return arena_format(a, "this comment is meant for caplint and silences nothing: %s", usage);
}

static void finish(struct arena *a, struct text *t, struct allow *allow, const char *begin, struct str bytes, struct allows *out)
{
	allow->begin = (u32)(begin - bytes.p);
	if (!allow->fault) {
		allow->reason = take_reason(t);
		if (!says_something(allow->reason))
			allow->fault = "this suppression gives no reason, so it silences nothing: say why behind the parenthesis";
	}
	const char *end = t->p;
	while (end > begin && is_blank(end[-1]))
		end--;
	allow->end = (u32)(end - bytes.p);
	vec_push(a, &out->list, *allow);
}

/* From behind "caplint:". */
static void take_ours(struct arena *a, const struct rule_filter *filter, struct text *t, const char *begin, struct str bytes,
                      const struct outline_comment *comment, struct allows *out)
{
	struct allow allow = {.line = comment->about};
	skip_blanks(t);
	struct str verb = take_name(t);
	allow.is_file = str_is(verb, "allow-file");
	skip_blanks(t);
	bool has_list = t->p < t->end && *t->p == '(';
	if (!allow.is_file && !str_is(verb, "allow"))
		allow.fault = wrong_verb(a, verb);
	else if (!has_list)
		allow.fault = arena_format(a, "this suppression names no rule in parentheses: %s", usage);
	else if (t->p++, !take_rules(a, filter, t, &allow))
		allow.fault = arena_format(a, "this suppression has no list of rules: %s", usage);
	else if (allow.is_file && !comment->is_alone)
		allow.fault = "this suppression speaks of the file, so it needs a line of its own";
	finish(a, t, &allow, begin, bytes, out);
}

/* From behind "NOLINT". */
static void take_nolint(struct arena *a, const struct rule_filter *filter, struct text *t, const char *begin, struct str bytes,
                        const struct outline_comment *comment, struct allows *out)
{
	struct allow allow = {.is_nolint = true, .line = comment->line};
	if (t->end - t->p > 8 && !memcmp(t->p, "NEXTLINE", 8)) {
		allow.line++;
		t->p += 8;
	}
	if (t->p == t->end || *t->p != '(')
		return;
	t->p++;
	if (take_rules(a, filter, t, &allow) && allow.rules.n)
		finish(a, t, &allow, begin, bytes, out);
}

void comment_read(struct arena *a, const struct rule_filter *filter, struct str bytes, const struct outline_comment *comment,
                  struct allows *out)
{
	static const char ours[] = "caplint:", theirs[] = "NOLINT";
	const char *begin = bytes.p + comment->begin, *end = bytes.p + comment->end;
	bool is_block = end - begin >= 4 && begin[1] == '*' && !memcmp(end - 2, "*/", 2);
	struct text t = {begin, is_block ? end - 2 : end};
	for (const char *at; (at = memmem(t.p, (size_t)(t.end - t.p), ours, sizeof ours - 1));) {
		t.p = at + sizeof ours - 1;
		if (opens(begin, at))
			take_ours(a, filter, &t, at, bytes, comment, out);
	}
	t.p = begin;
	for (const char *at; (at = memmem(t.p, (size_t)(t.end - t.p), theirs, sizeof theirs - 1));) {
		t.p = at + sizeof theirs - 1;
		take_nolint(a, filter, &t, at, bytes, comment, out);
	}
}
