/* Names that stand for one number: `constexpr bool PRINT = false;`, `static const int LEVEL = 0;`, `#define TRACE 0`. The neutral tree keeps no
 * `const`, so the line of the declaration is read again. */
#include <ctype.h>
#include <string.h>

#include "facts/lower_state.h"

enum { LONGEST = 4096 }; /* bytes of a template's parameters */

static bool is_word(char c) { return isalnum((u8)c) || c == '_'; }

static struct str line_rest(struct str text)
{
	while (text.n && (*text.p == ' ' || *text.p == '\t'))
		text.p++, text.n--;
	return text;
}

static bool has_word(struct str text, const char *word)
{
	size_t n = strlen(word);
	for (size_t i = 0; i + n <= text.n; i++)
		if (!memcmp(text.p + i, word, n) && (!i || !is_word(text.p[i - 1])) && (i + n == text.n || !is_word(text.p[i + n])))
			return true;
	return false;
}

/* An #include may stand before a declaration. */
static bool is_directive(const struct lower *l, u32 at)
{
	while (at && l->bytes.p[at - 1] != '\n')
		at--;
	return str_starts(line_rest((struct str){l->bytes.p + at, l->bytes.n - at}), "#");
}

/* What stands before the declared name on its line: specifiers, a type by value, other declarators. Empty where a template's head stands before
 * it: what that is depends on the arguments. */
static struct str specifiers(const struct lower *l, u32 at)
{
	u32 begin = at;
	if (at > l->bytes.n)
		return S("");
	while (begin && (is_word(l->bytes.p[begin - 1]) || memchr(" \t:,=<>", l->bytes.p[begin - 1], 8)))
		begin--;
	struct str text = {l->bytes.p + begin, at - begin};
	while (begin && isspace((u8)l->bytes.p[begin - 1]))
		begin--;
	bool is_template = (begin && l->bytes.p[begin - 1] == '>' && !is_directive(l, begin - 1)) || has_word(text, "template");
	return is_template || (begin && memchr("*&", l->bytes.p[begin - 1], 2)) ? S("") : text;
}

operand constant_of(struct lower *l, const struct node *var)
{
	bool is_known = false;
	i64 value = var->child && var->at <= l->bytes.n ? node_int(var->child, &is_known) : 0;
	if (!is_known || var->flags & NF_REF)
		return OPERAND(OPD_NONE, 0);
	struct str text = specifiers(l, var->at);
	bool is_constant = has_word(text, "const") || has_word(text, "constexpr");
	return is_constant && !has_word(text, "volatile") ? int_operand(l, value) : OPERAND(OPD_NONE, 0);
}

static void put(struct lower *l, u32 name, u32 cls, operand value, bool is_of_template)
{
	struct constant c = {name, cls, operand_kind(value) == OPD_INT ? value : OPERAND(OPD_UNKNOWN, 0), is_of_template};
	vec_push(l->arena, &l->b->constants, c);
}

void constant_collect(struct lower *l, const struct node *var, u32 cls)
{
	if (l->is_python || !var->name.n || !var->child || var->child->kind == NODE_NONE)
		return;
	operand value = constant_of(l, var);
	/* A member that is not static is what its constructor says. */
	bool is_static = !cls || has_word(specifiers(l, var->at), "static") || has_word(specifiers(l, var->at), "constexpr");
	put(l, string_put(l, var->name), cls, is_static ? value : OPERAND(OPD_NONE, 0), false);
}

static struct str word_at(struct str text)
{
	size_t n = 0;
	while (n < text.n && is_word(text.p[n]))
		n++;
	return (struct str){text.p, n};
}

/* The rest of a line behind `#word`, or empty. */
static struct str directive(struct str line, const char *word)
{
	line = line_rest(line);
	if (!str_starts(line, "#"))
		return S("");
	line = line_rest((struct str){line.p + 1, line.n - 1});
	return str_is(word_at(line), word) ? line_rest((struct str){line.p + strlen(word), line.n - strlen(word)}) : S("");
}

/* `#define NAME 0` and nothing else but a comment; `open`: a name that a build may have defined, as #ifndef stands before it. */
static void macro_collect(struct lower *l, struct str line, struct str open)
{
	struct str name = word_at(directive(line, "define"));
	if (!name.n || (size_t)(line.p + line.n - name.p) == name.n || name.p[name.n] == '(')
		return;
	struct str text = line_rest((struct str){name.p + name.n, (size_t)(line.p + line.n - name.p) - name.n});
	struct str digits = word_at(text), behind = line_rest((struct str){text.p + digits.n, text.n - digits.n});
	bool is_number = digits.n && digits.n < 10 && (!behind.n || *behind.p == '\r' || str_starts(behind, "//") || str_starts(behind, "/*"));
	i64 value = 0;
	for (size_t i = 0; i < digits.n && is_number; i++) { /* of at most nine digits */
		is_number = isdigit((u8)digits.p[i]);
		value = 10 * value + (digits.p[i] - '0');
	}
	if (str_is(digits, "true") || str_is(digits, "false")) {
		is_number = !behind.n;
		value = *digits.p == 't';
	}
	is_number = is_number && (value < 8 || *digits.p != '0') && !str_eq(name, open);
	put(l, string_put(l, name), 0, is_number ? int_operand(l, value) : OPERAND(OPD_NONE, 0), false);
}

/* The names in a template's head. */
static void parameters_collect(struct lower *l, struct str text, struct idmap *known)
{
	u32 depth = 0;
	for (size_t i = 0; i < text.n && i < LONGEST; i++) {
		depth += text.p[i] == '<';
		if (text.p[i] == '>' && !--depth)
			return;
		if (!is_word(text.p[i]))
			continue;
		struct str name = word_at((struct str){text.p + i, text.n - i});
		struct str behind = line_rest((struct str){name.p + name.n, text.n - i - name.n});
		i += name.n - 1;
		u32 id = behind.n && memchr(",>=", *behind.p, 3) ? string_put(l, name) : 0;
		if (id && idmap_get(known, id) == NONE) {
			idmap_put(l->arena, known, id, 1);
			put(l, id, 0, OPERAND(OPD_NONE, 0), true);
		}
	}
}

static void templates_collect(struct lower *l)
{
	struct idmap known = {0};
	for (const char *p = l->bytes.p, *end = p + l->bytes.n; p < end && (p = memchr(p, 't', (size_t)(end - p))); p++) {
		struct str word = word_at((struct str){p, (size_t)(end - p)});
		if (!str_is(word, "template") || (p > l->bytes.p && is_word(p[-1])))
			continue;
		struct str head = line_rest((struct str){p + word.n, (size_t)(end - p) - word.n});
		if (str_starts(head, "<"))
			parameters_collect(l, head, &known);
	}
}

void constants_of_text(struct lower *l)
{
	struct str open = S("");
	for (u32 i = 0; i < l->b->lines.n; i++) {
		u32 begin = l->b->lines.at[i], end = i + 1 < l->b->lines.n ? l->b->lines.at[i + 1] - 1 : (u32)l->bytes.n;
		struct str line = {l->bytes.p + begin, end - begin}, asked = directive(line, "ifndef");
		macro_collect(l, line, open);
		if (asked.n)
			open = word_at(asked);
	}
	templates_collect(l);
}
