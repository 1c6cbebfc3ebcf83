/* Definitions of functions that are named after an end. */
#include "index/ending.h"

#include "base/hash.h"
#include "index/scan.h"

enum { MOST_PARAMETERS = 1024 }; /* bytes of a list of parameters */

static bool holds_word(struct str name, const char *const *words, u32 count)
{
	char lower[64];
	size_t n = name.n < sizeof lower ? name.n : sizeof lower;
	for (size_t i = 0; i < n; i++)
		lower[i] = name.p[i] >= 'A' && name.p[i] <= 'Z' ? (char)(name.p[i] + 32) : name.p[i];
	return str_has_any((struct str){lower, n}, words, count);
}

bool ending_name(struct str name)
{
	static const char *const words[] = {"error", "fail", "abort", "exit", "fatal", "throw", "raise", "panic", "terminate", "die", "quit", "crash", "halt", "bail", "_err"};
	return holds_word(name, words, COUNT(words));
}

bool ending_method(struct str name)
{
	static const char *const words[] = {"abort", "exit", "fatal", "throw", "panic", "terminate", "crash"};
	return holds_word(name, words, COUNT(words));
}

u64 ending_hash(struct str name) { return str_hash(name) ^ 0x9e3779b97f4a7c15u; }

/* From '(' to behind the ')' that closes it; NULL if it goes on too far. */
static const char *skip_parameters(const char *p, const char *end)
{
	const char *limit = end - p > MOST_PARAMETERS ? p + MOST_PARAMETERS : end;
	for (u32 depth = 0; (p = skip_space(p, end, false)) < limit; p++) {
		if (*p == '(')
			depth++;
		else if (*p == ')' && !--depth)
			return p + 1;
		else if (*p == ';' || *p == '{')
			return NULL;
		else if (*p == '"')
			p = skip_literal(p, end) - 1;
	}
	return NULL;
}

bool ending_is_defined(const char *line, struct str word, const char *end)
{
	const char *p = skip_space(word.p + word.n, end, false);
	if (line == word.p || class_of(line) != CHAR_WORD || p >= end || *p != '(' || !ending_name(word))
		return false;
	p = skip_parameters(p, end);
	p = p ? skip_space(p, end, false) : end;
	while (p < end && class_of(p) == CHAR_WORD) /* const, noexcept */
		p = skip_space(skip_word(p, end), end, false);
	return p < end && *p == '{';
}
