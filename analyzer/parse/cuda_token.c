/* Bytes to tokens, and what is done with them one by one. */
#include "parse/cuda_token.h"

#include <ctype.h>
#include <string.h>

struct lexer {
	struct tokens *t;
	u32 at;
	bool at_line_start;
	VEC(u32) open;  /* tokens of open brackets */
	VEC(u32) saved; /* depth of `open` at each #if */
};

static char byte_at(const struct lexer *x, u32 i) { return i < x->t->length ? x->t->text[i] : 0; }

static bool is_word(char ch) { return isalnum((u8)ch) || ch == '_' || ch == '$' || (ch & 0x80); }

/* Bytes of a line splice at i, or 0. */
static u32 splice(const struct lexer *x, u32 i)
{
	if (byte_at(x, i) != '\\')
		return 0;
	return byte_at(x, i + 1) == '\n' ? 2 : byte_at(x, i + 1) == '\r' && byte_at(x, i + 2) == '\n' ? 3 : 0;
}

static u32 comment_end(const struct lexer *x, u32 i)
{
	const char *p = x->t->text;
	if (byte_at(x, i + 1) == '*') {
		const char *end = memmem(p + i + 2, x->t->length - i - 2, "*/", 2);
		return end ? (u32)(end - p) + 2 : x->t->length;
	}
	while (i < x->t->length && p[i] != '\n')
		i += splice(x, i) ? splice(x, i) : 1;
	return min_u32(i, x->t->length);
}

static bool is_comment(const struct lexer *x, u32 i)
{
	return byte_at(x, i) == '/' && (byte_at(x, i + 1) == '*' || byte_at(x, i + 1) == '/');
}

static u32 quoted_end(const struct lexer *x, u32 i)
{
	char quote = byte_at(x, i++);
	while (i < x->t->length && x->t->text[i] != quote && x->t->text[i] != '\n') {
		u32 joined = splice(x, i);
		i += joined ? joined : x->t->text[i] == '\\' ? 2 : 1;
	}
	return min_u32(i + (byte_at(x, i) == quote), x->t->length);
}

/* R"mark( ... )mark", i at the quote. */
static u32 raw_end(const struct lexer *x, u32 i)
{
	const char *p = x->t->text;
	char mark[20] = ")";
	u32 n = 1;
	while (n < 18 && i + n < x->t->length && p[i + n] != '(') {
		mark[n] = p[i + n];
		n++;
	}
	mark[n++] = '"';
	const char *end = memmem(p + i, x->t->length - i, mark, n);
	return end ? (u32)(end - p) + n : x->t->length;
}

static u32 line_end(const struct lexer *x, u32 i)
{
	while (i < x->t->length && x->t->text[i] != '\n') {
		u32 joined = splice(x, i);
		if (is_comment(x, i) && byte_at(x, i + 1) == '*')
			i = comment_end(x, i);
		else if (is_comment(x, i))
			return comment_end(x, i);
		else
			i += joined ? joined : 1;
	}
	return min_u32(i, x->t->length);
}

static enum token_kind directive_kind(const struct lexer *x, u32 i)
{
	i++;
	while (byte_at(x, i) == ' ' || byte_at(x, i) == '\t')
		i++;
	struct str rest = {x->t->text + i, x->t->length - i};
	return str_starts(rest, "if") ? TK_IF : str_starts(rest, "el") ? TK_ELSE : str_starts(rest, "endif") ? TK_ENDIF
	                                                                                                : TK_DIRECTIVE;
}

static char bracket_open(const struct lexer *x)
{
	return x->t->text[x->t->list.at[x->open.at[x->open.n - 1]].begin];
}

static void push(struct lexer *x, enum token_kind kind, u32 end)
{
	u32 i = x->t->list.n;
	struct token k = {
		.begin = x->at, .end = end, .match = NONE, .prev = i ? i - 1 : NONE, .next = NONE, .kind = (u8)kind};
	k.around = x->open.n ? x->open.at[x->open.n - 1] : NONE;
	if (i)
		x->t->list.at[i - 1].next = i;
	vec_push(x->t->arena, &x->t->list, k);
	x->at = end;
}

/* Brackets are matched as if the first arm of every #if were the text. */
static void follow_group(struct lexer *x, enum token_kind kind)
{
	if (kind == TK_IF)
		vec_push(x->t->arena, &x->saved, x->open.n);
	else if (kind == TK_ELSE && x->saved.n)
		x->open.n = min_u32(x->saved.at[x->saved.n - 1], x->open.n);
	else if (kind == TK_ENDIF && x->saved.n)
		x->saved.n--;
}

static void follow_bracket(struct lexer *x, u32 i)
{
	struct token *k = &x->t->list.at[i];
	char ch = x->t->text[k->begin];
	if (ch == '(' || ch == '[' || ch == '{') {
		vec_push(x->t->arena, &x->open, i);
		return;
	}
	char opener = ch == ')' ? '(' : ch == ']' ? '[' : '{';
	while (opener == '{' && x->open.n && bracket_open(x) != '{') /* closes round ones left open, too */
		x->open.n--;
	if (!x->open.n || bracket_open(x) != opener)
		return;
	u32 o = x->open.at[--x->open.n];
	x->t->list.at[o].match = i;
	k->match = o;
	k->around = x->t->list.at[o].around;
}

static void read_punct(struct lexer *x)
{
	struct str rest = {x->t->text + x->at, x->t->length - x->at};
	u32 n = str_starts(rest, "<<<") || str_starts(rest, ">>>") ? 3 : str_starts(rest, "::") ? 2 : 1;
	push(x, TK_PUNCT, x->at + n);
	if (rest.p[0] && strchr("()[]{}", rest.p[0]))
		follow_bracket(x, x->t->list.n - 1);
}

static void read_word(struct lexer *x)
{
	u32 end = x->at;
	while (is_word(byte_at(x, end)))
		end++;
	char quote = byte_at(x, end);
	bool is_prefix = end - x->at <= 3 && (quote == '"' || quote == '\'') && strchr("LuUR8", x->t->text[x->at]);
	if (is_prefix && x->t->text[end - 1] == 'R' && quote == '"')
		push(x, TK_STRING, raw_end(x, end));
	else if (is_prefix)
		push(x, TK_STRING, quoted_end(x, end));
	else
		push(x, TK_WORD, end);
}

static void read_number(struct lexer *x)
{
	u32 end = x->at;
	while (is_word(byte_at(x, end)) || byte_at(x, end) == '.' ||
	       (byte_at(x, end) == '\'' && isalnum((u8)byte_at(x, end + 1))))
		end++;
	push(x, TK_NUMBER, end);
}

static void read_one(struct lexer *x)
{
	char ch = x->t->text[x->at];
	bool at_line_start = x->at_line_start;
	x->at_line_start = ch == '\n' || (at_line_start && isspace((u8)ch));
	if (isspace((u8)ch) || !ch) {
		x->at++;
	} else if (is_comment(x, x->at)) {
		x->at = comment_end(x, x->at);
		x->at_line_start = at_line_start;
	} else if (splice(x, x->at)) {
		x->at += splice(x, x->at);
	} else if (ch == '#' && at_line_start) {
		enum token_kind kind = directive_kind(x, x->at);
		push(x, kind, line_end(x, x->at));
		follow_group(x, kind);
	} else if (ch == '"' || ch == '\'') {
		push(x, TK_STRING, quoted_end(x, x->at));
	} else if (isdigit((u8)ch)) {
		read_number(x);
	} else if (is_word(ch)) {
		read_word(x);
	} else {
		read_punct(x);
	}
}

void tokens_read(struct tokens *t, struct arena *a, char *text, u32 length)
{
	*t = (struct tokens){.arena = a, .text = text, .length = length};
	struct lexer x = {.t = t, .at_line_start = true};
	while (x.at < length)
		read_one(&x);
}

bool token_is(const struct tokens *t, u32 i, const char *text)
{
	return i < t->list.n && (t->list.at[i].kind == TK_PUNCT || t->list.at[i].kind == TK_WORD) &&
	       str_is(token_text(t, i), text);
}

bool token_is_inside(const struct tokens *t, u32 i, char bracket)
{
	u32 around = t->list.at[i].around;
	return around == NONE ? !bracket : t->text[t->list.at[around].begin] == bracket;
}

void tokens_insert(struct tokens *t, u32 at, char ch)
{
	struct insertion in = {at, t->insertions.n, ch};
	vec_push(t->arena, &t->insertions, in);
}

void token_kill(struct tokens *t, u32 i)
{
	struct token *k = &t->list.at[i];
	if (k->is_dead)
		return;
	k->is_dead = true;
	if (k->prev != NONE)
		t->list.at[k->prev].next = k->next;
	if (k->next != NONE)
		t->list.at[k->next].prev = k->prev;
}

void tokens_blank(struct tokens *t, u32 first, u32 last)
{
	for (u32 i = t->list.at[first].begin; i < t->list.at[last].end; i++)
		if (t->text[i] != '\n')
			t->text[i] = ' ';
	for (u32 i = first; i <= last; i++)
		token_kill(t, i);
}

bool token_is_capital(const struct tokens *t, u32 i)
{
	if (i >= t->list.n || t->list.at[i].kind != TK_WORD)
		return false;
	struct str word = token_text(t, i);
	u32 capitals = 0;
	for (size_t k = 0; k < word.n; k++) {
		if (islower((u8)word.p[k]))
			return false;
		capitals += isupper((u8)word.p[k]) != 0;
	}
	return capitals >= 3;
}
