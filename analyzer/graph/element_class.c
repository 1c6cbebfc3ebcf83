/* The types of a container's elements, and of what was taken out of one. Nothing is known of orders: a variable is what initialises it. */
#include "graph/element_class.h"

#include "graph/candidates.h"
#include "graph/link.h"

#include <string.h>

/* ---- types as text ---- */

/* Without what says nothing of the class: const, auto, pointers, references, std::. */
static struct str bare(struct str type)
{
	static const char *const before[] = {"const ", "static ", "constexpr ", "auto ", "mutable ", "typename ", "inline ", "thread_local "};
	static const char *const after[] = {" ", "&", "*", " const", "[]"};
	for (bool again = true; again;) {
		again = false;
		for (u32 i = 0; i < COUNT(before); i++) {
			size_t n = strlen(before[i]);
			if (str_starts(type, before[i])) {
				type = (struct str){type.p + n, type.n - n};
				again = true;
			}
		}
		for (u32 i = 0; i < COUNT(after); i++)
			if (str_ends(type, after[i])) {
				type.n -= strlen(after[i]);
				again = true;
			}
	}
	return str_is(type, "auto") || str_is(type, "const") ? S("") : type;
}

/* The name before the arguments of a template, and the n-th of those; empty if there are none. */
static struct str template_name(struct str type)
{
	size_t n = 0;
	while (n < type.n && type.p[n] != '<')
		n++;
	return n < type.n ? last_component((struct str){type.p, n}) : S("");
}

static struct str template_argument(struct str type, u32 wanted)
{
	size_t begin = 0;
	while (begin < type.n && type.p[begin] != '<')
		begin++;
	u32 depth = 0, at = 0;
	for (size_t i = begin + 1, from = begin + 1; i < type.n; i++) {
		char c = type.p[i];
		bool ends = !depth && (c == '>' || c == ',');
		if (ends && at++ == wanted)
			return (struct str){type.p + from, i - from};
		if (ends && c == '>')
			break;
		if (ends)
			from = i + 1;
		depth += c == '<' || c == '(';
		depth -= (c == '>' || c == ')') && depth;
	}
	return S("");
}

struct str element_of_type(struct str type)
{
	static const char *const lists[] = {"vector", "array", "deque", "list", "forward_list", "set", "multiset", "unordered_set", "span", "queue", "stack", "initializer_list",
	                                    "SmallVector", "SmallVectorImpl", "ArrayRef", "static_vector", "small_vector"};
	static const char *const maps[] = {"map", "unordered_map", "multimap", "unordered_multimap", "flat_map", "flat_hash_map"};
	static const char *const pointers[] = {"unique_ptr", "shared_ptr", "optional", "reference_wrapper"};
	type = bare(type);
	struct str name = template_name(type);
	if (str_is_any(name, pointers, COUNT(pointers)))
		return element_of_type(template_argument(type, 0));
	u32 at = str_is_any(name, lists, COUNT(lists)) ? 0 : str_is_any(name, maps, COUNT(maps)) ? 1 : 2;
	return at < 2 ? bare(template_argument(type, at)) : S("");
}

/* using LayerPtr = std::shared_ptr<Layer>; the type that a name stands for, or the text itself. */
static struct str unaliased(const struct program *p, struct str type)
{
	for (u32 round = 0; round < 3; round++) {
		struct str name = last_component(bare(type));
		u32 id = name.n ? intern_find(&p->names, name) : NONE, text = id == NONE ? NONE : idmap_get(&p->link->aliases, id);
		if (text == NONE || !text || idmap_get(&p->link->classes, id) != NONE)
			break;
		type = bare(intern_get(&p->names, text));
	}
	return type;
}

/* ---- objects ---- */

enum { STEPS_BACK = 6 }; /* from a value to what it was taken from */

static struct str written_type(struct program *p, fn_id in, operand object, u32 steps);

/* The text of a member's type, if that is a container; of a class that is not known, what all members of the name agree on. */
static struct str member_container(const struct program *p, u32 cls, struct str field)
{
	u32 id = intern_find(&p->names, field);
	const struct lists *l = &p->link->bases;
	u32 seen[16] = {cls}, n = 1, text = NONE;
	for (u32 at = 0; at < n && id != NONE && text == NONE; at++) {
		text = idmap_get(&p->link->containers, (u64)seen[at] << 32 | id);
		for (u32 i = seen[at] < l->keys ? l->start[seen[at]] : 0; seen[at] < l->keys && i < l->start[seen[at] + 1] && n < COUNT(seen); i++)
			seen[n++] = l->at[i];
	}
	return text == NONE || !text ? S("") : intern_get(&p->names, text);
}

/* Where a variable or a temporary gets its value: its initialiser, or the only row that writes it. */
static const struct row *made_at(const struct fn *f, operand o)
{
	for (u32 r = f->f->first_row; r < f->f->first_row + f->f->row_count; r++)
		if (f->unit->rows[r].dst == o)
			return &f->unit->rows[r];
	return NULL;
}

/* What a container's method hands out is an element, or leads to one. */
static bool hands_out_element(struct str method)
{
	static const char *const names[] = {"begin", "cbegin", "rbegin", "crbegin", "find", "front", "back", "at", "top", "lower_bound", "upper_bound"};
	return str_is_any(method, names, COUNT(names));
}

static bool hands_out_itself(struct str method)
{
	static const char *const names[] = {"get", "value", "lock", "data"};
	return str_is_any(method, names, COUNT(names));
}

/* What a function of the program says that it returns: of a method of the object's class, its bases or what derives from it; of a plain call by its last name.
 * Empty if they don't agree. */
static struct str result_type(struct program *p, fn_id in, const struct row *row, struct str name, u32 steps)
{
	const struct lists *l = &p->link->functions;
	u32 id = intern_find(&p->names, name), cls = 0;
	struct candidates c = {0};
	if (id == NONE || id >= l->keys)
		return S("");
	if (row->flags & RF_MEMBER) {
		cls = operand_kind(row->a) == OPD_THIS ? p->functions[in].cls : link_type(p, unaliased(p, written_type(p, in, row->a, steps)), false);
		candidates_methods(p, id, cls, row->arg_count, &c);
	} else if (!(row->flags & RF_CONSTRUCT)) {
		candidates_functions(p, in, id, unit_text(p->functions[in].unit, row->name), row->arg_count, &c);
	}
	struct str type = S("");
	for (u32 i = 0; i < c.n && !c.too_many; i++) {
		const struct fn *f = &p->functions[c.at[i]];
		struct str here = bare(unit_text(f->unit, f->f->result));
		if (!here.n || (i && !str_eq(here, type)))
			return S("");
		type = here;
	}
	return type;
}

static struct str made_type(struct program *p, fn_id in, const struct row *row, u32 steps)
{
	const struct unit *u = p->functions[in].unit;
	struct str name = row->op == ROW_CALL ? last_component(unit_text(u, row->name)) : S("");
	switch (row->op) {
	case ROW_ITER:
		return unaliased(p, element_of_type(written_type(p, in, row->a, steps)));
	case ROW_MOVE:
		return written_type(p, in, row->a, steps);
	case ROW_CALL: {
		struct str object = row->flags & RF_MEMBER ? written_type(p, in, row->a, steps) : S(""), element = element_of_type(object);
		if (element.n && hands_out_element(name))
			return element;
		struct str result = result_type(p, in, row, name, steps);
		return result.n || !hands_out_itself(name) ? result : object;
	}
	default:
		return S("");
	}
}

static bool has_written_type(const struct fn *f, operand o)
{
	return operand_kind(o) != OPD_TEMP && (operand_kind(o) != OPD_VAR || bare(unit_text(f->unit, f->unit->vars[f->f->first_var + operand_index(o)].type)).n);
}

static struct str place_type(struct program *p, fn_id in, const struct place *place, u32 steps)
{
	const struct fn *f = &p->functions[in];
	const struct unit *u = f->unit;
	struct str type = operand_kind(place->base) == OPD_THIS ? S("") : written_type(p, in, place->base, steps);
	u32 cls = operand_kind(place->base) == OPD_THIS ? f->cls : link_type(p, type, false);
	/* auto &[key, value] : map takes the parts of what the loop hands out. */
	bool is_part = operand_kind(place->base) == OPD_TEMP && place->kinds[0] == STEP_ELEMENT;
	const struct row *made = is_part ? made_at(f, place->base) : NULL;
	if (made && made->op == ROW_ITER)
		return str_is(unit_text(u, place->names[0]), "1") ? type : S("");
	bool is_taken = type.n && !has_written_type(f, place->base);
	for (u32 s = 0; s < PLACE_STEPS && place->kinds[s] != STEP_END; s++) {
		struct str name = unit_text(u, place->names[s]);
		if (place->kinds[s] == STEP_MORE)
			return S("");
		/* An iterator is taken for its element, a map's element for its value. */
		if (place->kinds[s] == STEP_DEREF || (is_taken && s == 0 && place->kinds[s] == STEP_FIELD && str_is(name, "second")))
			continue;
		type = unaliased(p, place->kinds[s] == STEP_ELEMENT ? element_of_type(type) : member_container(p, cls, name));
		if (!type.n)
			return S("");
		cls = link_type(p, type, false);
	}
	return type;
}

static struct str written_type(struct program *p, fn_id in, operand object, u32 steps)
{
	const struct fn *f = &p->functions[in];
	const struct unit *u = f->unit;
	u32 i = operand_index(object);
	const struct row *row;
	struct str type;
	if (steps >= STEPS_BACK)
		return S("");
	switch (operand_kind(object)) {
	case OPD_VAR:
		type = bare(unit_text(u, u->vars[f->f->first_var + i].type));
		if (str_ends(type, "iterator"))
			return element_of_type(type);
		if (type.n)
			return unaliased(p, type);
		row = made_at(f, object);
		return row ? made_type(p, in, row, steps + 1) : S("");
	case OPD_TEMP:
		row = made_at(f, object);
		return row ? made_type(p, in, row, steps + 1) : S("");
	case OPD_PLACE:
		return place_type(p, in, &u->places[i], steps + 1);
	case OPD_GLOBAL:
		type = member_container(p, f->cls, unit_text(u, i));
		for (u32 k = 0; !type.n && k < u->n_fields; k++)
			if (!u->fields[k].cls && str_eq(unit_text(u, u->fields[k].name), unit_text(u, i)))
				type = bare(unit_text(u, u->fields[k].type));
		return type;
	default:
		return S("");
	}
}

struct str object_written_type(struct program *p, fn_id in, operand object) { return unaliased(p, written_type(p, in, object, 0)); }
