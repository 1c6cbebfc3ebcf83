/* Template arguments of classes, read from the text: nodes and names carry none. They are needed where a class template is
 * specialised: K<float>::f may be another function than K<T>::f. */
#include "facts/lower_state.h"

enum { LONGEST = 160 };

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* Blanks that part no words go. */
static u32 put_args(struct lower *l, struct str text)
{
	char plain[LONGEST];
	size_t n = 0;
	for (size_t i = 0; i < text.n; i++) {
		bool parts = n && char_is_word(plain[n - 1]) && i + 1 < text.n && char_is_word(text.p[i + 1]);
		if (!is_blank(text.p[i]) || parts)
			plain[n++] = is_blank(text.p[i]) ? ' ' : text.p[i];
	}
	return string_put(l, (struct str){plain, n});
}

/* From '<' at `at`; "" if that is none, or never ends. */
static struct str args_at(struct str s, size_t at)
{
	size_t depth = 0;
	for (size_t i = at; i < s.n && i - at < LONGEST && s.p[at] == '<'; i++) {
		depth += s.p[i] == '<';
		depth -= s.p[i] == '>';
		if (!depth)
			return (struct str){s.p + at + 1, i - at - 1};
		if (s.p[i] == ';' || s.p[i] == '{')
			break;
	}
	return S("");
}

/* The arguments of the class before `name` at `at`, in K<...>::name. */
static struct str args_before(struct str s, size_t at)
{
	size_t depth = 0;
	while (at && is_blank(s.p[at - 1]))
		at--;
	if (at < 3 || s.p[at - 1] != ':' || s.p[at - 2] != ':')
		return S("");
	for (at -= 2; at && is_blank(s.p[at - 1]); at--)
		;
	size_t end = at;
	for (; at && end - at < LONGEST; at--) {
		depth += s.p[at - 1] == '>';
		depth -= s.p[at - 1] == '<' && depth;
		if (!depth)
			break;
	}
	return at && at < end && s.p[at - 1] == '<' ? (struct str){s.p + at, end - at - 1} : S("");
}

/* The declaration that holds `at` begins with `template <...>`, and not all brackets of that kind are empty. */
static bool has_parameters(struct str s, size_t at)
{
	size_t begin = at;
	while (begin && at - begin < 4 * LONGEST && s.p[begin - 1] != ';' && s.p[begin - 1] != '}' && s.p[begin - 1] != '{')
		begin--;
	for (size_t i = begin; i + 8 < at; i++) {
		if (memcmp(s.p + i, "template", 8) || (i && char_is_word(s.p[i - 1])))
			continue;
		for (i += 8; i < at && is_blank(s.p[i]); i++)
			;
		if (i < at && s.p[i] == '<' && args_at(s, i).n)
			return true;
	}
	return false;
}

u32 special_of_class(struct lower *l, const struct node *n)
{
	size_t at = n->at;
	while (at < l->bytes.n && char_is_word(l->bytes.p[at]))
		at++;
	while (at < l->bytes.n && is_blank(l->bytes.p[at]))
		at++;
	struct str args = at < l->bytes.n && n->name.n ? args_at(l->bytes, at) : S("");
	return args.n && !has_parameters(l->bytes, n->at) ? put_args(l, args) : 0;
}

u32 special_of_function(struct lower *l, const struct node *n)
{
	struct str args = n->at < l->bytes.n ? args_before(l->bytes, n->at) : S("");
	return args.n && !has_parameters(l->bytes, n->at) ? put_args(l, args) : 0;
}

operand special_of_call(struct lower *l, u32 at)
{
	struct str args = at < l->bytes.n ? args_before(l->bytes, at) : S("");
	return args.n ? OPERAND(OPD_STRING, put_args(l, args)) : OPERAND(OPD_NONE, 0);
}
