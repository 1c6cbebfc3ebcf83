#include "capture/slice.h"

#include <string.h>

/* The text before the next comma that stands in no brackets. */
static struct str next_part(struct str *key)
{
	u32 depth = 0, i = 0;
	for (; i < key->n && (depth || key->p[i] != ','); i++)
		depth += key->p[i] == '(' || key->p[i] == '[' ? 1 : depth && (key->p[i] == ')' || key->p[i] == ']') ? UINT32_MAX : 0;
	struct str part = {key->p, i};
	*key = i < key->n ? (struct str){key->p + i + 1, key->n - i - 1} : S("");
	return part;
}

static bool is_literal(struct str text) { return text.n && (text.p[0] == '-' || (text.p[0] >= '0' && text.p[0] <= '9')); }

static u8 kind_of(struct str part, struct str *bound, struct str *from)
{
	if (str_starts(part, "0:"))
		part = (struct str){part.p + 1, part.n - 1};
	if (part.n > 1 && part.p[part.n - 1] == ':' && !is_literal(part)) {
		*from = (struct str){part.p, part.n - 1};
		if (str_has(*from, ":"))
			*from = S("");
	}
	if (part.n < 2 || part.p[0] != ':' || part.p[1] == ':' )
		return SLICE_OTHER;
	*bound = (struct str){part.p + 1, part.n - 1};
	return is_literal(*bound) || str_has(*bound, ":") ? SLICE_OTHER : SLICE_PREFIX;
}

struct slice slice_of(const struct program *p, const struct body *b, u32 cell)
{
	struct slice s = {SLICE_NONE, cell, S(""), S("")};
	if (cell == NONE || !b->cells[cell].is_element || b->cells[cell].parent == NONE)
		return s;
	struct str key = body_cell_name(p, b, cell);
	if (!key_is_slice(key) && !str_is(key, "..."))
		return s;
	s = (struct slice){SLICE_WHOLE, b->cells[cell].parent, S(""), S("")};
	while (key.n) {
		struct str part = next_part(&key);
		if (str_is(part, ":") || str_is(part, "..."))
			continue;
		s.kind = kind_of(part, &s.bound, &s.from);
		break;
	}
	return s;
}

bool slice_names(struct str key, struct str name)
{
	for (size_t i = 0; name.n && i + name.n <= key.n; i++) {
		bool is_part = (i && (char_is_word(key.p[i - 1]) || key.p[i - 1] == '.')) || (i + name.n < key.n && char_is_word(key.p[i + name.n]));
		if (!is_part && !memcmp(key.p + i, name.p, name.n))
			return true;
	}
	return false;
}

/* kept["lens"], where kept is no object of this call. */
static bool is_kept_entry(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	const struct cell *of = &b->cells[cell];
	struct str key = of->is_element ? intern_get(&c->program->names, of->name) : S("");
	if (key.n < 3 || (key.p[0] != '"' && key.p[0] != '\''))
		return false;
	const struct cell *dict = &b->cells[of->parent];
	if (dict->parent != NONE)
		return !dict->is_element;
	struct value v = value_of(capture_values(c, b), row, of->parent);
	return v.kind == VALUE_PLACE || v.kind == VALUE_PARAM;
}

u32 attribute_of(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	if (cell == NONE)
		return NONE;
	/* A parameter as well: it may have been bound anew. */
	if (b->cells[cell].parent == NONE) {
		struct value v = value_of(capture_values(c, b), row, cell);
		if (v.kind != VALUE_PLACE)
			return NONE;
		cell = slice_of(c->program, b, v.cell).object; /* a view of it */
	}
	const struct cell *of = &b->cells[cell];
	if (of->parent != NONE && is_kept_entry(c, b, row, cell))
		return cell;
	if (of->parent == NONE || of->is_element)
		return NONE;
	/* x.np, x.cpu and x.gpu are sides of one buffer. */
	struct str name = intern_get(&c->program->names, of->name);
	const struct cell *outer = &b->cells[of->parent];
	bool is_side = str_is(name, "np") || str_is(name, "cpu") || str_is(name, "gpu");
	bool is_whole = outer->parent != NONE && (!outer->is_element || is_kept_entry(c, b, row, of->parent));
	return is_side && is_whole ? of->parent : cell;
}
