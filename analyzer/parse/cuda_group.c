/* Preprocessor lines before the parse. The grammar can hold a #if only where its arms are whole statements,
 * declarations or members; one that cuts through a call, a parameter list, an if-else chain or a pair of braces derails
 * everything after it. Such a group is cut down to the arm that says most. For an arm of an if-else chain that loses no
 * path: where its condition is false, control goes on as if the arm weren't there. */
#include <ctype.h>
#include <string.h>

#include "parse/cuda_token.h"

/* One group: its lines #if, #elif..., #else, #endif as token indices. */
struct group {
	struct tokens *t;
	const u32 *lines;
	u32 count;
};

static u32 arm_first(const struct group *g, u32 arm)
{
	u32 i = token_next(g->t, g->lines[arm]);
	return i < g->lines[arm + 1] ? i : NONE;
}

static u32 arm_last(const struct group *g, u32 arm)
{
	u32 i = token_prev(g->t, g->lines[arm + 1]);
	return i > g->lines[arm] ? i : NONE; /* NONE is the largest */
}

static bool is_word_kind(const struct tokens *t, u32 i) { return t->list.at[i].kind == TK_WORD; }

/* The token in front of a `)` that ends a macro's use as a statement: M(...) and nothing else. */
static bool ends_macro_statement(const struct tokens *t, u32 i)
{
	u32 open = t->list.at[i].match;
	if (!token_is(t, i, ")") || open == NONE || open == 0 || !token_is_capital(t, open - 1))
		return false;
	u32 before = token_prev(t, open - 1);
	return before == NONE || token_is_directive(&t->list.at[before]) || token_is(t, before, ";") ||
	       token_is(t, before, "{") || token_is(t, before, "}") || token_is(t, before, ":") ||
	       token_is(t, before, ")");
}

static bool ends_statement(const struct tokens *t, u32 i)
{
	return i == NONE || token_is_directive(&t->list.at[i]) || token_is(t, i, ";") || token_is(t, i, "}") ||
	       token_is(t, i, ":") || ends_macro_statement(t, i);
}

static bool starts_statement(const struct tokens *t, u32 i)
{
	if (token_is_directive(&t->list.at[i]))
		return true;
	if (is_word_kind(t, i))
		return !token_is(t, i, "else") && !token_is(t, i, "catch") && !token_is(t, i, "and") &&
		       !token_is(t, i, "or");
	char first = t->text[t->list.at[i].begin];
	bool doubled = (first == '+' || first == '-') && t->text[t->list.at[i].begin + 1] == first;
	return t->list.at[i].kind == TK_PUNCT && (strchr("{(*~[;", first) || token_is(t, i, "::") || doubled);
}

static bool is_balanced(const struct group *g, u32 arm)
{
	i64 depth = 0;
	for (u32 i = g->lines[arm] + 1; i < g->lines[arm + 1] && depth >= 0; i++) {
		const struct token *k = &g->t->list.at[i];
		if (k->is_dead || k->kind != TK_PUNCT)
			continue;
		char ch = g->t->text[k->begin];
		depth += ch == '(' || ch == '[' || ch == '{';
		depth -= ch == ')' || ch == ']' || ch == '}';
	}
	return depth == 0;
}

static bool is_whole(const struct group *g)
{
	struct token *line = &g->t->list.at[g->lines[0]];
	u32 before = token_prev(g->t, g->lines[0]), after = token_next(g->t, g->lines[g->count - 1]);
	if (token_is_inside(g->t, g->lines[0], '(') || token_is_inside(g->t, g->lines[0], '[') ||
	    line->end - line->begin < 5)
		return false;
	if (!(ends_statement(g->t, before) || token_is(g->t, before, "{")) || token_is(g->t, after, "else") ||
	    token_is(g->t, after, "catch"))
		return false;
	for (u32 arm = 0; arm + 1 < g->count; arm++) {
		u32 first = arm_first(g, arm), last = arm_last(g, arm);
		if (first != NONE && last != NONE &&
		    !(starts_statement(g->t, first) && ends_statement(g->t, last) && is_balanced(g, arm)))
			return false;
	}
	return true;
}

static bool is_empty(const struct group *g)
{
	for (u32 arm = 0; arm + 1 < g->count; arm++)
		if (arm_first(g, arm) != NONE)
			return false;
	return true;
}

/* Items of an initialiser or enumerator list: all arms can stand one after the other. */
static bool is_item_list(const struct group *g)
{
	if (!token_is_inside(g->t, g->lines[0], '{'))
		return false;
	for (u32 arm = 0; arm + 1 < g->count; arm++) {
		u32 first = arm_first(g, arm), last = arm_last(g, arm);
		if (first != NONE && last != NONE &&
		    !(is_balanced(g, arm) && (token_is(g->t, first, ",") != token_is(g->t, last, ","))))
			return false;
	}
	return true;
}

/* #ifndef X around #define X and everything else. */
static bool is_include_guard(const struct group *g)
{
	u32 next = g->lines[0] + 1;
	if (g->count != 2 || next >= g->t->list.n || g->t->list.at[next].kind != TK_DIRECTIVE)
		return false;
	struct str condition = token_text(g->t, g->lines[0]), line = token_text(g->t, next);
	if (!str_starts(line, "#define ") || !(str_has(condition, "ifndef") || str_has(condition, "!")))
		return false;
	size_t end = 8;
	while (end < line.n && !isspace((u8)line.p[end]))
		end++;
	return end > 8 && memmem(condition.p, condition.n, line.p + 8, end - 8);
}

static bool is_hot(const struct group *g, u32 arm)
{
	for (u32 i = g->lines[arm] + 1; i < g->lines[arm + 1]; i++) {
		const struct token *k = &g->t->list.at[i];
		struct str word = token_text(g->t, i);
		if (!k->is_dead &&
		    (token_is(g->t, i, "<<<") || ((str_starts(word, "cuda") || str_starts(word, "hip")) &&
		                                  token_is(g->t, token_next(g->t, i), "("))))
			return true;
	}
	return false;
}

static u32 best_arm(const struct group *g)
{
	for (u32 arm = 0; arm + 1 < g->count; arm++)
		if (is_hot(g, arm))
			return arm;
	for (u32 arm = 0; arm + 1 < g->count; arm++)
		if (arm_first(g, arm) != NONE)
			return arm;
	return 0;
}

static void drop_arm(const struct group *g, u32 arm)
{
	if (g->lines[arm] + 1 < g->lines[arm + 1])
		tokens_blank(g->t, g->lines[arm] + 1, g->lines[arm + 1] - 1);
}

static void drop_lines(const struct group *g)
{
	for (u32 i = 0; i < g->count; i++)
		tokens_blank(g->t, g->lines[i], g->lines[i]);
}

static void keep_only(const struct group *g, u32 keep)
{
	for (u32 arm = 0; arm + 1 < g->count; arm++)
		if (arm != keep)
			drop_arm(g, arm);
	drop_lines(g);
}

/* The line as the grammar likes it: no condition, no comment, nothing after #else and #endif. */
static void plain_line(struct tokens *t, u32 line)
{
	const struct token *k = &t->list.at[line];
	u32 at = k->begin + 1;
	while (t->text[at] == ' ' || t->text[at] == '\t')
		at++;
	struct str word = {t->text + at, k->end - at};
	const char *plain = str_starts(word, "if") ? "if 1" : str_starts(word, "elif") ? "elif 1"
	                                          : str_starts(word, "else") ? "else" : "endif";
	size_t n = strlen(plain);
	if (n > word.n) /* malformed; the shortest form is the same */
		return;
	memset(t->text + at, ' ', word.n);
	memcpy(t->text + at, plain, n);
}

/* 0 or 1 for #if 0 and #if 1, else -1. */
static int known_condition(const struct tokens *t, u32 line)
{
	struct str text = token_text(t, line);
	size_t at = 1;
	while (at < text.n && isspace((u8)text.p[at]))
		at++;
	if (at + 2 > text.n || text.p[at] != 'i' || text.p[at + 1] != 'f')
		return -1;
	at += 2;
	size_t gap = at;
	while (at < text.n && isspace((u8)text.p[at]))
		at++;
	bool is_digit = at > gap && at < text.n && (text.p[at] == '0' || text.p[at] == '1');
	for (size_t end = at + 1; is_digit && end < text.n && text.p[end] != '/'; end++)
		is_digit = isspace((u8)text.p[end]);
	return is_digit ? text.p[at] - '0' : -1;
}

/* Looking into an arm costs its length at every level of nesting; beyond this many, nobody looks. */
enum { MAX_NESTING = 32 };

static void settle(struct group g, u32 depth)
{
	int known = known_condition(g.t, g.lines[0]);
	if (known == 1) {
		keep_only(&g, 0);
		return;
	}
	if (known == 0) {
		drop_arm(&g, 0);
		tokens_blank(g.t, g.lines[0], g.lines[0]);
		if (g.count <= 3) { /* nothing or #else */
			g.lines++;
			g.count--;
			drop_lines(&g);
			return;
		}
		g.lines++;
		g.count--;
		char *name =
			memmem(g.t->text + g.t->list.at[g.lines[0]].begin, token_text(g.t, g.lines[0]).n, "elif", 4);
		if (name)
			memcpy(name, "if  ", 4);
	}
	if (depth > MAX_NESTING || is_empty(&g) || is_include_guard(&g)) {
		drop_lines(&g);
	} else if (is_whole(&g)) {
		for (u32 i = 0; i < g.count; i++)
			plain_line(g.t, g.lines[i]);
	} else if (is_item_list(&g)) {
		drop_lines(&g);
	} else {
		keep_only(&g, best_arm(&g));
	}
}

void tokens_groups(struct tokens *t)
{
	VEC(u32) lines = {0}; /* of all open groups, one after the other */
	VEC(u32) starts = {0};
	for (u32 i = 0; i < t->list.n; i++)
		if (t->list.at[i].kind == TK_DIRECTIVE)
			token_kill(t, i);
	for (u32 i = 0; i < t->list.n; i++) {
		u32 kind = t->list.at[i].kind;
		if (kind < TK_IF || kind == TK_DIRECTIVE)
			continue;
		if (kind != TK_IF && !starts.n) {
			tokens_blank(t, i, i);
			continue;
		}
		if (kind == TK_IF)
			vec_push(t->arena, &starts, lines.n);
		vec_push(t->arena, &lines, i);
		if (kind != TK_ENDIF)
			continue;
		u32 start = starts.at[--starts.n];
		settle((struct group){t, lines.at + start, lines.n - start}, starts.n);
		lines.n = start;
	}
	for (u32 i = 0; i < lines.n; i++) /* never closed */
		tokens_blank(t, lines.at[i], lines.at[i]);
	for (u32 i = 0; i < t->list.n; i++)
		if (t->list.at[i].kind == TK_DIRECTIVE)
			tokens_blank(t, i, i);
}
