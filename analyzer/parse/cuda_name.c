/* Names, types and declarators of C++. */
#include <ctype.h>
#include <string.h>

#include "parse/cuda.h"

static bool is_word(char ch) { return isalnum((u8)ch) || ch == '_' || ch == '$' || (ch & 0x80); }

/* Names that need no rewriting, nearly all, are slices of the text. */
static bool is_plain(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_word(s.p[i]) && s.p[i] != ':' && s.p[i] != '~')
			return false;
	return true;
}

static u32 angle_end(struct str s, u32 i)
{
	for (u32 depth = 0; i < s.n; i++) {
		depth += s.p[i] == '<';
		depth -= s.p[i] == '>' && s.p[i - 1] != '-';
		if (depth == 0)
			return i + 1;
	}
	return i;
}

/* Copies the name without spaces, template arguments and the word `template`; what follows `operator` stays. */
static struct str name_squeeze(struct arena *a, struct str s, u32 *last)
{
	char *out = arena_alloc(a, s.n + 1);
	u32 n = 0;
	for (u32 i = 0; i < s.n;) {
		if (!is_word(s.p[i])) {
			if (s.p[i] == '<') {
				i = angle_end(s, i);
				continue;
			}
			if (!isspace((u8)s.p[i]))
				out[n++] = s.p[i];
			i++;
			continue;
		}
		u32 end = i;
		while (end < s.n && is_word(s.p[end]))
			end++;
		struct str word = {s.p + i, end - i};
		if (str_is(word, "operator")) {
			*last = i;
			bool spaced = end < s.n && isspace((u8)s.p[end]);
			memcpy(out + n, word.p, word.n);
			n += (u32)word.n;
			while (end < s.n && isspace((u8)s.p[end]))
				end++;
			if (spaced && end < s.n && is_word(s.p[end]))
				out[n++] = ' ';
			memcpy(out + n, s.p + end, s.n - end);
			return (struct str){out, n + s.n - end};
		}
		if (!str_is(word, "template")) {
			*last = i;
			memcpy(out + n, word.p, word.n);
			n += (u32)word.n;
		}
		i = end;
	}
	return (struct str){out, n};
}

struct cuda_name cuda_name(struct cuda *c, u32 begin, u32 end)
{
	struct str s = cuda_slice(c, begin, end);
	u32 last = 0;
	if (is_plain(s)) {
		last = (u32)s.n;
		while (last && is_word(s.p[last - 1]))
			last--;
	} else {
		s = name_squeeze(c->arena, s, &last);
	}
	if (s.n > 2 && str_starts(s, "::")) /* found from the global namespace either way */
		s = (struct str){s.p + 2, s.n - 2};
	return (struct cuda_name){s, begin + last};
}

bool cuda_is_reserved(struct str name)
{
	static const char *const words[] = {"if",     "for",      "while",     "switch",  "else",   "do",
	                                    "return", "case",     "namespace", "class",   "struct", "catch",
	                                    "try",    "template", "using",     "typedef", "public", "private"};
	return str_is_any(name, words, COUNT(words));
}

static const struct syn *inner_declarator(const struct syn *s)
{
	const struct syn *inner = syn_field(s, FIELD_DECLARATOR);
	if (inner)
		return inner;
	for (inner = syn_first(s); inner; inner = syn_next(inner))
		if (inner->flags & SYN_NAMED && inner->kind != SYN_TYPE_QUALIFIER &&
		    inner->kind != SYN_PARAMETER_LIST && inner->kind != SYN_OTHER && inner->kind != SYN_ERROR)
			return inner;
	return NULL;
}

/* A::operator int() carries its parameters inside the name. */
static const struct syn *qualified_cast(const struct syn *s)
{
	while (s && s->kind == SYN_QUALIFIED_IDENTIFIER)
		s = syn_field(s, FIELD_NAME);
	return s && s->kind == SYN_OPERATOR_CAST ? s : NULL;
}

static void name_found(struct declarator *d, const struct syn *s)
{
	d->name = s;
	const struct syn *cast = qualified_cast(s);
	if (cast)
		d->function = syn_kind(cast, SYN_ABSTRACT_FUNCTION);
}

struct declarator cuda_declarator(const struct syn *s)
{
	struct declarator d = {0};
	for (; s; s = inner_declarator(s)) {
		switch (s->kind) {
		case SYN_POINTER_DECLARATOR:
		case SYN_ABSTRACT_POINTER:
			d.is_function_pointer |= d.function != NULL;
			d.function = NULL;
			d.pointers++;
			break;
		case SYN_REFERENCE_DECLARATOR:
		case SYN_ABSTRACT_REFERENCE:
			d.is_reference = true;
			break;
		case SYN_ARRAY_DECLARATOR:
		case SYN_ABSTRACT_ARRAY:
			d.array = d.array ? d.array : s;
			break;
		case SYN_FUNCTION_DECLARATOR:
		case SYN_ABSTRACT_FUNCTION:
			d.function = s;
			break;
		case SYN_VARIADIC_DECLARATOR:
			d.is_variadic = true;
			break;
		case SYN_STRUCTURED_BINDING:
			d.binding = s;
			return d;
		case SYN_PARENTHESIZED_DECLARATOR:
		case SYN_ABSTRACT_PARENTHESIZED:
		case SYN_ATTRIBUTED_DECLARATOR:
		case SYN_INIT_DECLARATOR:
			break;
		case SYN_IDENTIFIER:
		case SYN_FIELD_IDENTIFIER:
		case SYN_TYPE_IDENTIFIER:
		case SYN_QUALIFIED_IDENTIFIER:
		case SYN_TEMPLATE_FUNCTION:
		case SYN_TEMPLATE_METHOD:
		case SYN_TEMPLATE_TYPE:
		case SYN_DEPENDENT_NAME:
		case SYN_DESTRUCTOR_NAME:
		case SYN_OPERATOR_NAME:
		case SYN_OPERATOR_CAST:
			name_found(&d, s);
			return d;
		default:
			return d;
		}
	}
	return d;
}

static struct str base_type(struct cuda *c, const struct syn *type)
{
	switch (type->kind) {
	case SYN_PLACEHOLDER_TYPE:
	case SYN_AUTO:
		return S("");
	case SYN_CLASS_SPECIFIER:
	case SYN_STRUCT_SPECIFIER:
	case SYN_UNION_SPECIFIER:
	case SYN_ENUM_SPECIFIER: {
		const struct syn *name = syn_field(type, FIELD_NAME);
		return name ? cuda_slice(c, name->begin, name->end) : S("");
	}
	default:
		return cuda_slice(c, type->begin, type->end);
	}
}

struct str cuda_type(struct cuda *c, const struct syn *type, const struct declarator *d)
{
	if (!type)
		return S("");
	struct str base = base_type(c, type);
	if (d->is_function_pointer)
		return str_of(arena_format(c->arena, "%.*s (*)()", (int)base.n, base.p));
	if (!d->pointers && !d->array)
		return base;
	char stars[16] = {0};
	memset(stars, '*', min_u32(d->pointers, sizeof stars - 1));
	return str_of(arena_format(c->arena, "%.*s%s%s%s", (int)base.n, base.p, d->pointers ? " " : "", stars,
	                           d->array ? "[]" : ""));
}

bool cuda_is_class_type(struct cuda *c, const struct syn *type, const struct declarator *d)
{
	if (!type || d->pointers || d->array || d->is_reference || d->is_function_pointer)
		return false;
	switch (type->kind) {
	case SYN_CLASS_SPECIFIER:
	case SYN_STRUCT_SPECIFIER:
	case SYN_TEMPLATE_TYPE:
	case SYN_DEPENDENT_TYPE:
		return true;
	case SYN_QUALIFIED_IDENTIFIER:
	case SYN_TYPE_IDENTIFIER: {
		struct str name = cuda_slice(c, type->begin, type->end);
		bool is_driver_handle = name.n > 2 && str_starts(name, "CU") && islower((u8)name.p[2]);
		return !str_ends(name, "_t") && !is_driver_handle;
	}
	default:
		return false;
	}
}
