/* Macros and keywords that the grammar stumbles over, told by the tokens around them. */
#include <ctype.h>
#include <string.h>

#include "parse/cuda_token.h"

static bool is_one_of(const struct tokens *t, u32 i, const char *const *words, u32 count)
{
	for (u32 k = 0; k < count; k++)
		if (token_is(t, i, words[k]))
			return true;
	return false;
}
#define IS_ONE_OF(t, i, words) is_one_of(t, i, words, COUNT(words))

static const char *const statement_words[] = {"for",    "while", "do",       "if",  "switch",
                                              "return", "break", "continue", "goto"};
/* These begin a declaration or belong to its specifiers; a name in capitals before them is no type. */
static const char *const specifiers[] = {
	"void",         "bool",     "char",      "int",        "float",      "double",   "auto",
	"unsigned",     "signed",   "short",     "long",       "static",     "inline",   "constexpr",
	"virtual",      "explicit", "extern",    "friend",     "template",   "class",    "struct",
	"union",        "enum",     "typedef",   "__global__", "__device__", "__host__", "__forceinline__",
	"__noinline__", "using",    "namespace", "typename",
};
/* These end any doubt even after a name in small letters. */
static const char *const strong_specifiers[] = {
	"void", "static", "inline", "constexpr", "virtual", "explicit", "extern", "template", "typedef", "__global__",
	"__device__", "__host__",
};
/* Words after which a type or an expression begins: what follows them isn't "between a type and a name". */
static const char *const no_type[] = {
	"return",     "case",      "goto",       "new",          "delete",          "throw",        "else",
	"do",         "typename",  "sizeof",     "struct",       "class",           "union",        "enum",
	"using",      "namespace", "const",      "volatile",     "static",          "inline",       "extern",
	"constexpr",  "virtual",   "friend",     "explicit",     "typedef",         "template",     "operator",
	"and",        "or",        "not",        "public",       "private",         "protected",    "__global__",
	"__device__", "__host__",  "__shared__", "__constant__", "__forceinline__", "__noinline__", "co_return",
	"co_yield",   "co_await",  "mutable",    "thread_local",
};
static const char *const after_parameters[] = {"const", "noexcept", "override", "final", "volatile", "requires", "try"};
static const char *const after_captures[] = {"__device__", "__host__", "__forceinline__", "__noinline__"};
/* Nobody declares these inside of a function: a name in capitals before them is a statement without its semicolon. */
static const char *const process_ends[] = {"exit", "_exit", "_Exit", "quick_exit", "abort"};
/* Attributes: they say nothing that is read here. */
static const char *const attributes[] = {
	"__align__", "__builtin_align__", "__launch_bounds__", "__attribute__", "__attribute", "__declspec",
	"__cluster_dims__", "__maxnreg__", "__block_size__", "_Pragma", "__pragma", "__extension__",
};

static bool is_word(const struct tokens *t, u32 i) { return i < t->list.n && t->list.at[i].kind == TK_WORD; }
static bool is_string(const struct tokens *t, u32 i) { return i < t->list.n && t->list.at[i].kind == TK_STRING; }

static bool is_class_word(const struct tokens *t, u32 i)
{
	return token_is(t, i, "struct") || token_is(t, i, "class") || token_is(t, i, "union") || token_is(t, i, "enum");
}

/* * name)( after a calling convention: (WINAPI *f)(int). */
static bool is_function_pointer(const struct tokens *t, u32 star)
{
	u32 name = token_next(t, star), close = token_next(t, name);
	return is_word(t, name) && token_is(t, close, ")") && token_is(t, token_next(t, close), "(");
}

/* The word itself and, if a bracket follows, what is in it. */
static void blank_with_arguments(struct tokens *t, u32 i)
{
	u32 open = token_next(t, i), close = token_is(t, open, "(") ? t->list.at[open].match : NONE;
	tokens_blank(t, i, close != NONE ? close : i);
}

/* A statement can begin after token i. */
static bool is_boundary(const struct tokens *t, u32 i)
{
	return i == NONE || token_is_directive(&t->list.at[i]) || token_is(t, i, ";") || token_is(t, i, "{") ||
	       token_is(t, i, "}") || token_is(t, i, ":") || token_is(t, i, ")") || token_is(t, i, "else") ||
	       token_is(t, i, "do");
}

/* a::b<c>::d from word i on: the token after it. Looks ahead a few tokens only. */
static u32 after_qualified(const struct tokens *t, u32 i)
{
	i = token_next(t, i);
	for (u32 steps = 0, depth = 0; steps < 64 && i != NONE; steps++, i = token_next(t, i)) {
		if (token_is(t, i, "<"))
			depth++;
		else if (token_is(t, i, ">") && depth)
			depth--;
		else if (token_is(t, i, ">>>") && depth)
			depth = depth > 3 ? depth - 3 : 0;
		else if (!depth && token_is(t, i, "::") && is_word(t, token_next(t, i)))
			i = token_next(t, i);
		else if (!depth)
			return i;
	}
	return NONE;
}

/* NAME word ...: whether NAME is an attribute of some kind, not the type of what follows. */
static bool is_attribute_macro(const struct tokens *t, u32 i)
{
	u32 before = token_prev(t, i), next = token_next(t, i), third = token_next(t, next);
	if (is_class_word(t, before))
		return token_is(t, third, "{") || token_is(t, third, ":") || token_is(t, third, "final") ||
		       token_is(t, third, "::") || token_is(t, third, "<");
	if (IS_ONE_OF(t, next, statement_words))
		return is_boundary(t, before);
	if (IS_ONE_OF(t, next, specifiers))
		return true;
	if (token_is(t, next, "const") || token_is(t, next, "volatile")) {
		u32 fourth = after_qualified(t, third);
		return is_word(t, third) &&
		       (is_word(t, fourth) || token_is(t, fourth, "*") || token_is(t, fourth, "&"));
	}
	bool is_after_type = (is_word(t, before) && !IS_ONE_OF(t, before, no_type)) || token_is(t, before, "*") ||
	                     token_is(t, before, "&");
	if (is_after_type)
		return !IS_ONE_OF(t, next, after_parameters);
	if (token_is(t, third, "(") && t->list.at[third].match != NONE && is_boundary(t, before) &&
	    token_is(t, token_next(t, t->list.at[third].match), ":"))
		return true; /* a constructor with initialisers has no type */
	u32 after = after_qualified(t, next);
	return (is_word(t, after) && !token_is(t, after, "and") && !token_is(t, after, "or")) ||
	       token_is(t, after, "*") || token_is(t, after, "&");
}

/* NAME(...) word: a statement without its semicolon, or an attribute with arguments. */
static void macro_before_word(struct tokens *t, u32 i, u32 close)
{
	u32 before = token_prev(t, i), after = token_next(t, close);
	if (IS_ONE_OF(t, after, after_parameters))
		return;
	if (is_boundary(t, before)) {
		tokens_insert(t, t->list.at[close].end, ';');
	} else if ((is_word(t, before) && !token_is(t, before, "return") && !token_is(t, before, "case") &&
	            !token_is(t, before, "operator") && !token_is(t, before, "throw")) ||
	           token_is(t, before, ">") || token_is(t, before, "*") || token_is(t, before, "&")) {
		tokens_blank(t, i, close);
	}
}

/* NAME(int i) { ... } where a value is wanted, as KOKKOS_LAMBDA is used: NAME stands for a capture. */
static bool is_lambda_macro(const struct tokens *t, u32 i)
{
	u32 before = token_prev(t, i), open = token_next(t, i);
	u32 close = token_is(t, open, "(") ? t->list.at[open].match : NONE;
	return close != NONE && token_is(t, token_next(t, close), "{") &&
	       (token_is(t, before, "(") || token_is(t, before, ",") || token_is(t, before, "=") ||
	        token_is(t, before, "return"));
}

/* Whether the token is the brace of a class, or something after which a member can stand. */
static bool opens_class(const struct tokens *t, u32 i)
{
	if (!token_is(t, i, "{"))
		return token_is(t, i, ";") || token_is(t, i, "}") || token_is(t, i, ":");
	for (u32 steps = 0; steps < 32 && i != NONE; steps++) {
		i = token_prev(t, i);
		if (is_class_word(t, i))
			return true;
		if (token_is(t, i, ";") || token_is(t, i, "}") || token_is(t, i, "{") || token_is(t, i, "=") ||
		    token_is(t, i, "("))
			return false;
	}
	return false;
}

/* namespace EXPORT name {, namespace name EXPORT { */
static bool is_namespace_macro(const struct tokens *t, u32 before, u32 next)
{
	return (token_is(t, before, "namespace") && is_word(t, next)) ||
	       (is_word(t, before) && token_is(t, token_prev(t, before), "namespace") && token_is(t, next, "{"));
}

/* A line ends between the two bytes. */
static bool is_line_end(const struct tokens *t, u32 end, u32 begin)
{
	return memchr(t->text + end, '\n', begin - end) != NULL;
}

/* The body of a function, or of a statement in one: what is before its brace says so. */
static bool is_in_statements(const struct tokens *t, u32 i)
{
	for (u32 open = t->list.at[i].around, steps = 0; open != NONE && token_is(t, open, "{") && steps < 8; open = t->list.at[open].around, steps++) {
		u32 before = token_prev(t, open);
		if (token_is(t, before, ")") || token_is(t, before, "]") || token_is(t, before, "else") || token_is(t, before, "do") || IS_ONE_OF(t, before, after_parameters))
			return true;
		if (!token_is(t, before, ";") && !token_is(t, before, "{") && !token_is(t, before, "}"))
			return false;
	}
	return false;
}

/* A name alone on its line among statements is one, whose semicolon the macro has: CUDA_CHECK_KERNEL. Those before a loop speak to the compiler. */
static bool is_lone_statement(const struct tokens *t, u32 i)
{
	static const char *const hints[] = {"UNROLL", "PRAGMA", "LIKELY", "NOINLINE"};
	u32 before = token_prev(t, i), next = token_next(t, i);
	bool begins = token_is(t, before, ";") || token_is(t, before, "{") || token_is(t, before, "}");
	return begins && is_word(t, next) && is_line_end(t, t->list.at[before].end, t->list.at[i].begin) && is_line_end(t, t->list.at[i].end, t->list.at[next].begin) &&
	       !str_has_any(token_text(t, i), hints, COUNT(hints)) && is_in_statements(t, i);
}

static void capital(struct tokens *t, u32 i)
{
	u32 before = token_prev(t, i), next = token_next(t, i);
	bool joins_string =
		(is_string(t, before) && t->list.at[before].end < t->list.at[i].begin) || is_string(t, next);
	u32 end = token_is(t, next, "(") ? t->list.at[next].match : NONE;
	if (is_namespace_macro(t, before, next)) {
		tokens_blank(t, i, i);
	} else if (is_lone_statement(t, i)) {
		tokens_insert(t, t->list.at[i].end, ';');
	} else if (IS_ONE_OF(t, next, process_ends) && token_is(t, token_next(t, next), "(") && (token_is(t, before, ";") || token_is(t, before, "{"))) {
		tokens_insert(t, t->list.at[i].end, ';');
	} else if (end != NONE && token_is(t, token_next(t, end), "}") && opens_class(t, before)) {
		tokens_insert(t, t->list.at[end].end, ';');
	} else if (token_is(t, next, "}") && (token_is(t, before, ";") || token_is(t, before, "}"))) {
		tokens_insert(t, t->list.at[i].end, ';');
	} else if (is_lambda_macro(t, i)) {
		memset(t->text + t->list.at[i].begin, ' ', t->list.at[i].end - t->list.at[i].begin);
		memcpy(t->text + t->list.at[i].begin, "[]", 2);
	} else if (token_is(t, next, "(") && (token_is(t, before, "if") || token_is(t, before, "while"))) {
		tokens_blank(t, i, i); /* constexpr, perhaps */
	} else if (token_is(t, next, "(")) {
		u32 close = t->list.at[next].match;
		if (close != NONE && is_word(t, token_next(t, close)))
			macro_before_word(t, i, close);
		else if (close != NONE && is_class_word(t, before))
			tokens_blank(t, i, close);
	} else if (joins_string || (is_word(t, next) && is_attribute_macro(t, i)) ||
	           (token_is(t, before, "(") && token_is(t, next, "*") && is_function_pointer(t, next))) {
		tokens_blank(t, i, i);
	}
}

/* The argument of the bracket at `open` that holds token `inside`: the comma or bracket before it, and the one after.
 */
struct argument {
	u32 before, after;
};

static struct argument argument_of(const struct tokens *t, u32 open, u32 inside)
{
	struct argument arg = {open, t->list.at[open].match};
	u32 angles = 0;
	bool in_launch = false;
	for (u32 i = token_next(t, open); i < arg.after; i = token_next(t, i)) {
		const struct token *k = &t->list.at[i];
		bool closes_three = token_is(t, i, ">>>");
		if (token_is(t, i, "<<<") || (closes_three && in_launch))
			in_launch = !in_launch;
		else if (closes_three)
			angles -= min_u32(angles, 3);
		else if (token_is(t, i, "<") && is_word(t, k->prev) && t->list.at[k->prev].end == k->begin)
			angles++;
		else if (token_is(t, i, ">") && angles)
			angles--;
		else if (token_is(t, i, ",") && !angles && !in_launch)
			*(i < inside ? &arg.before : &arg.after) = i;
		if (k->match != NONE && k->match > i && k->match < arg.after)
			i = k->match;
	}
	return arg;
}

/* M(a, b, statement; statement;): the statements become a block, which the grammar takes as an argument. `semicolon`
 * is the first one there, or the word that begins a statement. */
static void statement_argument(struct tokens *t, u32 semicolon)
{
	u32 open = t->list.at[semicolon].around, close = t->list.at[open].match, name = token_prev(t, open);
	if (t->list.at[open].is_settled)
		return;
	t->list.at[open].is_settled = true;
	if (close == NONE || !is_word(t, name) || IS_ONE_OF(t, name, statement_words) ||
	    token_is(t, token_next(t, close), "{"))
		return;
	struct argument arg = argument_of(t, open, semicolon);
	tokens_insert(t, t->list.at[token_next(t, arg.before)].begin, '{');
	tokens_insert(t, t->list.at[close].begin, '}');
}

/* M(T x = f(), b); declares x where the macro stands. */
static void declared_argument(struct tokens *t, u32 equals)
{
	u32 open = t->list.at[equals].around, close = t->list.at[open].match, name = token_prev(t, equals);
	u32 type = token_prev(t, name), macro = token_prev(t, open);
	bool has_type =
		(is_word(t, type) && !IS_ONE_OF(t, type, no_type)) || token_is(t, type, "*") || token_is(t, type, "&");
	if (t->list.at[open].is_settled || close == NONE || !token_is(t, token_next(t, close), ";") ||
	    !token_is_capital(t, macro) || !is_boundary(t, token_prev(t, macro)) || !is_word(t, name) || !has_type)
		return;
	t->list.at[open].is_settled = true;
	struct argument arg = argument_of(t, open, equals);
	tokens_insert(t, t->list.at[token_next(t, arg.before)].begin, '{');
	tokens_insert(t, t->list.at[arg.after].begin, ';');
	tokens_insert(t, t->list.at[arg.after].begin, '}');
}

/* unsigned{1}: the grammar wants one word that is a type. */
static void sized_literal(struct tokens *t, u32 i)
{
	u32 begin = t->list.at[i].begin;
	memset(t->text + begin, ' ', t->list.at[i].end - begin);
	memcpy(t->text + begin, "int", 3);
}

static void assembly(struct tokens *t, u32 i)
{
	u32 open = token_next(t, i);
	for (u32 qualifiers = 0; qualifiers < 4 && is_word(t, open); qualifiers++)
		open = token_next(t, open);
	if (token_is(t, open, "(") && t->list.at[open].match != NONE)
		tokens_blank(t, i, t->list.at[open].match);
}

static void word(struct tokens *t, u32 i)
{
	u32 next = token_next(t, i), third = token_next(t, next);
	if (token_is_capital(t, i) || str_starts(token_text(t, i), "PRI"))
		capital(t, i);
	else if (t->text[t->list.at[i].begin] == '_' && IS_ONE_OF(t, i, attributes))
		blank_with_arguments(t, i);
	else if (token_is(t, i, "asm") || token_is(t, i, "__asm__") || token_is(t, i, "__asm"))
		assembly(t, i);
	else if (token_is_inside(t, i, '(') && token_is(t, token_prev(t, i), ",") && IS_ONE_OF(t, i, statement_words))
		statement_argument(t, i);
	else if (token_is(t, next, "{") &&
	         (token_is(t, i, "unsigned") || token_is(t, i, "long") || token_is(t, i, "short")))
		sized_literal(t, i);
	else if (token_is(t, token_prev(t, i), "]") && IS_ONE_OF(t, i, after_captures))
		tokens_blank(t, i, i);
	else if (token_is(t, i, "throw") && token_is(t, token_prev(t, i), "?"))
		tokens_blank(t, i, i); /* no expression to the grammar */
	else if (token_is(t, i, "friend") && is_word(t, token_prev(t, i)))
		tokens_blank(t, i, i); /* has to be the first word */
	else if (is_word(t, next) && IS_ONE_OF(t, next, strong_specifiers) && !IS_ONE_OF(t, i, no_type) &&
	         !IS_ONE_OF(t, i, specifiers) && !IS_ONE_OF(t, i, statement_words) && is_boundary(t, token_prev(t, i)))
		tokens_blank(t, i, i);
	else if (token_is(t, i, "typename") && is_word(t, next) &&
	         (token_is(t, third, "::") || token_is(t, third, "<")))
		tokens_blank(t, i, i); /* typename T::X{...} is no expression to the grammar */
}

void tokens_words(struct tokens *t)
{
	for (u32 i = 0; i < t->list.n; i++) {
		if (t->list.at[i].is_dead)
			continue;
		if (t->list.at[i].kind == TK_WORD)
			word(t, i);
		else if (token_is_inside(t, i, '(') && token_is(t, i, ";"))
			statement_argument(t, i);
		else if (token_is_inside(t, i, '(') && token_is(t, i, "="))
			declared_argument(t, i);
	}
}
