/* The classes that a file declares, and what can be told from the text of a type. */
#include "facts/lower_state.h"

#include <string.h>

enum { MAX_BASES = 16 };

static struct str trim(struct str s)
{
	while (s.n && (s.p[0] == ' ' || s.p[0] == '\t' || s.p[0] == '\n' || s.p[0] == '\r'))
		s.p++, s.n--;
	while (s.n && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t' || s.p[s.n - 1] == '\n' || s.p[s.n - 1] == '\r'))
		s.n--;
	return s;
}

static bool drop_word(struct str *s, const char *word)
{
	size_t n = strlen(word);
	if (!str_starts(*s, word) || s->n == n || s->p[n] != ' ')
		return false;
	*s = trim((struct str){s->p + n, s->n - n});
	return true;
}

/* Without the words before a type that say nothing of its class. */
static struct str type_bare(struct str type)
{
	static const char *const words[] = {"const",  "static",    "constexpr", "inline", "mutable",  "volatile",
	                                    "extern", "typename",  "register",  "thread_local", "public",
	                                    "protected", "private", "virtual"};
	type = trim(type);
	for (u32 i = 0; i < COUNT(words); i++)
		if (drop_word(&type, words[i]))
			i = NONE;
	if (str_ends(type, " const"))
		type = trim((struct str){type.p, type.n - 6});
	return type;
}

struct str name_plain(struct str type)
{
	const char *angle = memchr(type.p, '<', type.n);
	return angle ? trim((struct str){type.p, (size_t)(angle - type.p)}) : trim(type);
}

/* Where the last component begins: behind the last :: outside of template arguments; in `operator` names, before it. */
static size_t last_begin(struct str s)
{
	size_t begin = 0;
	u32 depth = 0;
	for (size_t i = 0; i < s.n; i++) {
		struct str rest = {s.p + i, s.n - i};
		bool is_operator = i == begin && str_starts(rest, "operator");
		if (is_operator && (rest.n == 8 || strchr("()[]<>=!+-*/%^&|~, \"", rest.p[8])))
			break;
		if (s.p[i] == '<')
			depth++;
		else if (s.p[i] == '>' && depth)
			depth--;
		else if (!depth && i + 1 < s.n && s.p[i] == ':' && s.p[i + 1] == ':')
			begin = i + 2;
	}
	return begin;
}

struct str name_last(struct str qualified)
{
	size_t begin = last_begin(qualified);
	struct str last = {qualified.p + begin, qualified.n - begin};
	return str_starts(last, "operator") ? last : name_plain(last);
}

struct str name_before_last(struct str qualified)
{
	size_t begin = last_begin(qualified);
	return begin < 2 ? S("") : (struct str){qualified.p, begin - 2};
}

struct str type_pointee(struct str type)
{
	type = type_bare(type);
	if (!str_ends(type, "*"))
		return S("");
	type = type_bare((struct str){type.p, type.n - 1});
	return str_ends(type, "*") ? S("") : type;
}

static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_word(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_upper(s.p[i]) && !is_lower(s.p[i]) && !is_digit(s.p[i]) && s.p[i] != '_')
			return false;
	return s.n > 1 && !is_digit(s.p[0]);
}

bool name_is_scalar(struct str name)
{
	static const char *const words[] = {"int",      "bool",   "char",  "short",  "long", "unsigned",
	                                    "signed",   "float",  "double", "half"};
	return str_is_any(name, words, COUNT(words)) || str_ends(name, "_t");
}

/* Types of the language, of the runtimes and vector types: copied bits without a destructor. */
static bool is_plain_name(struct str name)
{
	static const char *const words[] = {"void", "auto", "dim3", "byte", "decltype", "FILE"};
	static const char *const prefixes[] = {"cuda", "hip", "nccl", "cublas", "cufft", "cusparse", "cudnn", "curand",
	                                       "cusolver", "nvml", "CU", "rocblas", "hipblas", "nvrtc"};
	if (str_is_any(name, words, COUNT(words)))
		return true;
	for (u32 i = 0; i < COUNT(prefixes); i++) {
		size_t n = strlen(prefixes[i]);
		if (str_starts(name, prefixes[i]) && name.n > n &&
		    (is_upper(prefixes[i][0]) ? is_lower(name.p[n]) : is_upper(name.p[n])))
			return true;
	}
	if (!name.n || name_is_scalar(name) || str_starts(name, "__"))
		return true;
	return is_lower(name.p[0]) && is_digit(name.p[name.n - 1]); /* float4, half2, i32 */
}

static struct str type_resolved(const struct lower *l, struct str type)
{
	for (u32 hops = 0; hops < 4; hops++) {
		u32 id = intern_find(&l->b->strings, name_last(type));
		u32 alias = id == NONE ? NONE : idmap_get(&l->aliases, id);
		if (alias == NONE)
			break;
		type = type_bare(string_get(l, l->b->aliases.at[alias].target));
	}
	return type;
}

bool type_is_class(const struct lower *l, struct str type, u32 flags)
{
	if (flags & (NF_REF | NF_STATIC))
		return false;
	type = type_resolved(l, type_bare(type));
	if (class_find(l, type))
		return !str_ends(type, "*");
	if (flags & NF_CLASS_TYPE)
		return type.n && !is_plain_name(name_last(type));
	if (str_ends(type, "*") || str_ends(type, "&") || str_ends(type, ")") || str_ends(type, "]") ||
	    memchr(name_plain(type).p, ' ', name_plain(type).n))
		return false;
	struct str last = name_last(type);
	return is_word(last) && !is_plain_name(last);
}

bool class_has_field(const struct lower *l, u32 cls, u32 name)
{
	if (idmap_get(&l->fields, (u64)cls << 32 | name) != NONE)
		return true;
	/* Bases by their written name: breadth first, a few. */
	u32 todo[MAX_BASES], n = 1;
	todo[0] = cls;
	for (u32 i = 0; i < n; i++)
		for (u32 k = idmap_get(&l->bases, todo[i]); k < l->b->bases.n && n < MAX_BASES; k++) {
			if (l->b->bases.at[k].cls != todo[i])
				break;
			u32 base = class_find(l, string_get(l, l->b->bases.at[k].base));
			if (base && idmap_get(&l->fields, (u64)base << 32 | name) != NONE)
				return true;
			if (base)
				todo[n++] = base;
		}
	return false;
}

u32 class_field(const struct lower *l, u32 cls, u32 index)
{
	for (u32 i = idmap_get(&l->classes, cls); i < l->b->fields.n; i++)
		if (l->b->fields.at[i].cls == cls && index-- == 0)
			return l->b->fields.at[i].name;
	return 0;
}

/* Tries the name as it is, then inside the namespaces and classes around, from the innermost. */
u32 class_find(const struct lower *l, struct str type)
{
	const char *bracket = memchr(type.p, '[', type.n);
	if (bracket)
		type.n = (size_t)(bracket - type.p);
	struct str name = name_plain(type_resolved(l, type_bare(type)));
	if (str_starts(name, "struct "))
		name = trim((struct str){name.p + 7, name.n - 7});
	struct strbuf text = {0};
	u32 found = 0;
	for (struct str prefix = string_get(l, l->prefix);; prefix = name_before_last(prefix)) {
		text.n = 0;
		strbuf_add(&text, prefix.p, prefix.n);
		if (prefix.n)
			strbuf_puts(&text, l->is_python ? "." : "::");
		strbuf_add(&text, name.p, name.n);
		u32 id = intern_find(&l->b->strings, strbuf_str(&text));
		if (id != NONE && id && idmap_get(&l->classes, id) != NONE)
			found = id;
		if (found || !prefix.n)
			break;
	}
	strbuf_release(&text);
	return found;
}

static void bases_collect(struct lower *l, u32 cls, struct str list)
{
	size_t begin = 0;
	u32 depth = 0;
	if (list.n && idmap_get(&l->bases, cls) == NONE)
		idmap_put(l->arena, &l->bases, cls, l->b->bases.n);
	for (size_t i = 0; i <= list.n; i++) {
		char c = i < list.n ? list.p[i] : ',';
		depth += c == '<' || c == '(';
		depth -= (c == '>' || c == ')') && depth;
		if (i < list.n && (c != ',' || depth))
			continue;
		struct str base = type_bare((struct str){list.p + begin, i - begin});
		struct base_class b = {cls, string_put(l, base)};
		if (base.n)
			vec_push(l->arena, &l->b->bases, b);
		begin = i + 1;
	}
}

static void field_collect(struct lower *l, const struct node *n, u32 cls, u32 cls_at)
{
	u32 name = string_put(l, n->name);
	struct field f = {cls, name, string_put(l, n->type), n->at, cls_at};
	if (!name || idmap_get(&l->fields, (u64)cls << 32 | name) != NONE)
		return;
	idmap_put(l->arena, &l->fields, (u64)cls << 32 | name, l->b->fields.n);
	vec_push(l->arena, &l->b->fields, f);
}

static void alias_collect(struct lower *l, const struct node *n, u32 prefix)
{
	if (l->is_python || !n->name.n || !n->type.n)
		return;
	struct alias a = {string_join(l, prefix, n->name), string_put(l, n->type), n->at};
	if (!str_eq(n->name, n->type))
		idmap_put(l->arena, &l->aliases, string_put(l, n->name), l->b->aliases.n);
	vec_push(l->arena, &l->b->aliases, a);
}

/* The members of a class without a name belong to the class around it. */
static void members_collect(struct lower *l, const struct node *list, u32 prefix, u32 cls, u32 cls_at)
{
	for (const struct node *n = list; n; n = n->next) {
		u32 inner = string_join(l, prefix, n->name);
		if (n->kind == NODE_NAMESPACE) {
			idmap_put(l->arena, &l->spaces, inner, 1);
			members_collect(l, n->child, inner, 0, 0);
		} else if (n->kind == NODE_ALT || n->kind == NODE_BLOCK) {
			members_collect(l, n->child, prefix, cls, cls_at);
		} else if (n->kind == NODE_CLASS) {
			u32 own = n->name.n ? inner : cls;
			if (own && idmap_get(&l->classes, own) == NONE)
				idmap_put(l->arena, &l->classes, own, l->b->fields.n);
			if (own)
				bases_collect(l, own, n->type);
			members_collect(l, n->child, inner, own, n->name.n ? n->at : cls_at);
		} else if (n->kind == NODE_VAR && cls) {
			field_collect(l, n, cls, cls_at);
		} else if (n->kind == NODE_USING) {
			alias_collect(l, n, prefix);
		}
	}
}

void classes_collect(struct lower *l, const struct node *list, u32 prefix, u32 cls) { members_collect(l, list, prefix, cls, 0); }
