/* Annotations as written: Optional["Runner"], list[Layer], torch.Tensor | None. */
#include "graph/python_link.h"

enum { NESTED = 8 };

static struct str trim(struct str s)
{
	while (s.n && (*s.p == ' ' || *s.p == '\n' || *s.p == '\t' || *s.p == '\r' || *s.p == '(' || *s.p == '"' || *s.p == '\''))
		s.p++, s.n--;
	while (s.n && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\n' || s.p[s.n - 1] == '\t' || s.p[s.n - 1] == '\r' ||
	               s.p[s.n - 1] == ')' || s.p[s.n - 1] == '"' || s.p[s.n - 1] == '\''))
		s.n--;
	return s;
}

/* Cuts the next part off at a separator outside of brackets. */
static struct str part(struct str *rest, char separator)
{
	u32 depth = 0;
	size_t i = 0;
	for (; i < rest->n; i++) {
		depth += rest->p[i] == '[' || rest->p[i] == '(';
		depth -= depth && (rest->p[i] == ']' || rest->p[i] == ')');
		if (!depth && rest->p[i] == separator)
			break;
	}
	struct str first = {rest->p, i};
	i += i < rest->n;
	*rest = (struct str){rest->p + i, rest->n - i};
	return first;
}

static bool is_container(struct str last)
{
	static const char *const names[] = {
		"list", "List", "tuple", "Tuple", "set", "Set", "Sequence", "MutableSequence", "Iterable", "Iterator", "Collection",
		"Generator", "deque", "frozenset", "dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "OrderedDict",
		"DefaultDict", "ModuleList", "ModuleDict",
	};
	return str_is_any(last, names, COUNT(names));
}

static bool is_wrapper(struct str last)
{
	static const char *const names[] = {"Optional", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly",
	                                    "Awaitable", "ContextManager", "AbstractContextManager"};
	return str_is_any(last, names, COUNT(names));
}

static bool says_nothing(struct str last)
{
	static const char *const names[] = {"Any", "object", "None", "Callable", "Self", "T", "..."};
	return str_is_any(last, names, COUNT(names));
}

static void class_value(struct python *y, u32 file, fn_id scope, struct str name, struct things *out)
{
	struct things found = {0};
	dotted_value(y, file, scope, name, &found);
	for (u32 i = 0; i < found.n; i++) {
		struct thing t = found.at[i];
		struct str text = t.kind == THING_EXTERNAL ? text_of(y, t.at) : S("");
		if (t.kind == THING_CLASS)
			thing_add(out, thing_make(THING_INSTANCE, t.at, 0, 0));
		else if (t.kind == THING_EXTERNAL && is_tensor_class(text))
			thing_add(out, thing_make(THING_OBJECT, text_id(y, S("torch.Tensor")), 0, 0));
		else if (t.kind == THING_EXTERNAL && !says_nothing(str_behind(text, '.')))
			thing_add(out, thing_make(THING_OBJECT, t.at, 0, 0));
		else if ((t.kind == THING_OBJECT && !str_has(text_of(y, t.at), "TypeVar")) || t.kind == THING_INSTANCE)
			thing_add(out, t); /* an alias of a type: X = Optional[Y] */
	}
}

static void type_parts(struct python *y, u32 file, fn_id scope, struct str text, u32 depth, struct things *out);

/* tuple[int, Layers]: each place has a type of its own. A comma in front of the text says so. */
static void tuple_value(struct python *y, u32 file, struct str inner, struct things *out)
{
	struct strbuf text = {0};
	strbuf_addf(&text, ",%.*s", (int)inner.n, inner.p);
	thing_add(out, thing_make(THING_TYPED, file, text_id(y, strbuf_str(&text)), 0));
	strbuf_release(&text);
}

static void subscript_value(struct python *y, u32 file, fn_id scope, struct str name, struct str inner, u32 depth, struct things *out)
{
	struct str last = str_behind(name, '.');
	if (is_container(last)) {
		struct str rest = inner, item = part(&rest, ',');
		bool is_map = str_has(last, "ict") || str_has(last, "Mapping"), is_tuple = str_is(last, "tuple") || str_is(last, "Tuple");
		if (is_tuple && rest.n && !str_is(trim(rest), "...")) {
			tuple_value(y, file, inner, out);
			return;
		}
		item = trim(is_map && rest.n ? rest : item);
		thing_add(out, thing_make(THING_TYPED, file, text_id(y, item), 0));
	} else if (is_wrapper(last)) {
		struct str rest = inner;
		type_parts(y, file, scope, part(&rest, ','), depth + 1, out);
	} else if (str_is(last, "Union")) {
		while (inner.n)
			type_parts(y, file, scope, part(&inner, ','), depth + 1, out);
	} else if (str_is(last, "type") || str_is(last, "Type")) {
		struct things found = {0};
		dotted_value(y, file, scope, trim(inner), &found);
		for (u32 i = 0; i < found.n; i++)
			if (found.at[i].kind == THING_CLASS)
				thing_add(out, thing_make(THING_CLASS, found.at[i].at, 0, THING_DERIVED));
	} else if (!says_nothing(last)) {
		class_value(y, file, scope, name, out);
	}
}

static void type_parts(struct python *y, u32 file, fn_id scope, struct str text, u32 depth, struct things *out)
{
	text = trim(text);
	while (text.n && depth < NESTED) {
		struct str one = trim(part(&text, '|'));
		size_t n = 0;
		while (n < one.n && one.p[n] != '[')
			n++;
		if (n < one.n)
			subscript_value(y, file, scope, trim((struct str){one.p, n}), (struct str){one.p + n + 1, one.n - n - 1 - (one.p[one.n - 1] == ']')}, depth, out);
		else if (one.n && !says_nothing(str_behind(one, '.')))
			class_value(y, file, scope, one, out);
	}
}

void type_value(struct python *y, u32 file, fn_id scope, struct str text, struct things *out)
{
	type_parts(y, file, scope, text, 0, out);
}

void element_type_value(struct python *y, struct thing typed, struct str key, struct things *out)
{
	struct str text = text_of(y, typed.with);
	bool is_tuple = text.n && text.p[0] == ',', is_place = key.n == 1 && key.p[0] >= '0' && key.p[0] <= '9';
	if (!is_tuple) {
		type_value(y, typed.at, NONE, text, out);
		return;
	}
	text = (struct str){text.p + 1, text.n - 1};
	for (u32 i = 0; text.n; i++) {
		struct str one = part(&text, ',');
		if (!is_place || i == (u32)(key.p[0] - '0'))
			type_value(y, typed.at, NONE, one, out);
	}
}
