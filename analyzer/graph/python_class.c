/* Classes: bases, members along the bases, what subclasses override. */
#include "graph/python_link.h"

enum { OVERRIDES = 28, MAX_BASES = 16, MANY_CLASSES = 256 };

static void class_resolve(struct python *y, u32 cls)
{
	struct class *c = &y->classes.at[cls];
	if (c->state)
		return;
	c->state = 1;
	const struct unit *u = &y->program->units[c->file];
	struct thing bases[MAX_BASES];
	u32 n = 0;
	bool has_outside = false;
	for (u32 i = c->first_base; i < u->n_bases && u->bases[i].cls == c->text; i++) {
		struct things found = {0};
		dotted_value(y, c->file, c->in, unit_text(u, u->bases[i].base), &found);
		bool is_known = false;
		for (u32 k = 0; k < found.n && n < MAX_BASES; k++) {
			struct thing t = found.at[k];
			if (t.kind == THING_CLASS && t.at != cls) {
				bases[n++] = t;
				is_known = true;
			} else if (t.kind == THING_EXTERNAL) {
				bases[n++] = t;
			}
		}
		has_outside |= !is_known;
	}
	c = &y->classes.at[cls];
	c->bases = arena_array(y->arena, struct thing, n + 1);
	for (u32 i = 0; i < n; i++)
		c->bases[i] = bases[i];
	c->base_count = n;
	c->has_outside = has_outside;
	c->state = 2;
}

/* All bases, so that a class knows what derives from it. Nobody asked for the files that this comes across. Bases that were not
 * known before are looked up again. */
void classes_derive(struct python *y)
{
	bool was_quiet = y->is_quiet;
	y->is_quiet = true;
	python_forget(y);
	for (u32 i = 0; i < y->classes.n; i++)
		if (y->classes.at[i].has_outside)
			y->classes.at[i].state = 0;
	y->derived = (struct chains){0};
	for (u32 i = y->classes.n; i-- > 0;) {
		class_resolve(y, i);
		for (u32 k = 0; k < y->classes.at[i].base_count; k++)
			if (y->classes.at[i].bases[k].kind == THING_CLASS)
				chain_put(y->arena, &y->derived, y->classes.at[i].bases[k].at, i);
	}
	y->is_quiet = was_quiet;
	python_forget(y);
}

u32 class_ancestors(const struct python *y, u32 cls, u32 *list, u32 *outside)
{
	u32 n = 0, stack[ANCESTORS], depth = 0;
	stack[depth++] = cls;
	*outside = 0;
	while (depth) {
		u32 at = stack[--depth];
		bool is_known = n == ANCESTORS;
		for (u32 i = 0; i < n; i++)
			is_known |= list[i] == at;
		if (is_known)
			continue;
		list[n++] = at;
		const struct class *c = &y->classes.at[at];
		for (u32 i = c->base_count; i-- > 0;)
			if (c->bases[i].kind == THING_CLASS && depth < ANCESTORS)
				stack[depth++] = c->bases[i].at;
			else if (c->bases[i].kind == THING_EXTERNAL)
				*outside = c->bases[i].at;
	}
	return n;
}

bool class_is(struct python *y, u32 cls, u32 base)
{
	u32 list[ANCESTORS], outside, n = class_ancestors(y, cls, list, &outside);
	for (u32 i = 0; i < n; i++)
		if (list[i] == base)
			return true;
	return false;
}

static bool is_accessor(struct python *y, fn_id fn)
{
	return has_decorator(y, fn, "setter") || has_decorator(y, fn, "deleter") || has_decorator(y, fn, "overload");
}

static bool is_property(struct python *y, fn_id fn)
{
	return has_decorator(y, fn, "property") || has_decorator(y, fn, "cached_property") || has_decorator(y, fn, "lazy_property");
}

/* What reading a method through an object or its class gives. */
static void method_value(struct python *y, u32 binding, struct thing object, struct things *out)
{
	const struct binding *b = &y->bindings.at[binding];
	fn_id fn = b->a;
	if (is_property(y, fn)) {
		function_result(y, fn, out);
		return;
	}
	bool is_bound = object.kind != THING_CLASS ? !has_decorator(y, fn, "staticmethod") : has_decorator(y, fn, "classmethod");
	struct things all = {0};
	binding_value(y, binding, &all);
	for (u32 i = 0; i < all.n; i++) {
		if (all.at[i].kind == THING_FUNCTION && is_bound)
			all.at[i].flags |= THING_BOUND;
		thing_add(out, all.at[i]);
	}
}

/* Members of an Enum are its instances, whatever is assigned to them. */
static bool is_enum(const struct python *y, u32 cls)
{
	const struct class *c = &y->classes.at[cls];
	for (u32 i = 0; i < c->base_count; i++)
		if (c->bases[i].kind == THING_EXTERNAL && str_starts(text_of(y, c->bases[i].at), "enum."))
			return true;
	return false;
}

/* Members of one class, without its bases. True if the class itself defines the name: bases are hidden. */
static bool own_member(struct python *y, u32 cls, u32 name, struct thing object, struct things *out)
{
	u32 first = idmap_get(&y->scopes, SCOPE_KEY(SCOPE_CLASS, cls, name));
	bool is_found = false, has_elements = false, has_method = false;
	struct things assigned = {0}, typed = {0};
	for (u32 b = first; b != NONE; b = y->bindings.at[b].next) {
		const struct binding *at = &y->bindings.at[b];
		if (at->is_element) {
			has_elements = true;
		} else if (at->kind == BIND_FUNCTION) {
			if (has_method || is_accessor(y, at->a))
				continue;
			method_value(y, b, object, out);
			has_method = true;
		} else if (at->kind == BIND_VALUE && is_enum(y, cls)) {
			thing_add(out, thing_make(THING_INSTANCE, cls, 0, THING_EXACT));
		} else {
			binding_value(y, b, at->kind == BIND_TYPE ? &typed : &assigned);
		}
		is_found = true;
	}
	things_typed(out, &assigned, &typed);
	if (has_elements)
		thing_add(out, thing_make(THING_CELLS, first, 0, 0));
	return is_found;
}

/* self.kernel = partial(Class.fast_kernel, self), where a base class has a method kernel. */
static void put_functions(struct python *y, u32 cls, u32 name, struct thing object, struct things *out)
{
	struct things values = {0};
	own_member(y, cls, name, object, &values);
	for (u32 i = 0; i < values.n; i++)
		if (values.at[i].kind == THING_FUNCTION)
			thing_add(out, values.at[i]);
}

/* What subclasses have of that name: methods, and values as well where the class itself has none: `layer_class = None`. */
static void overrides(struct python *y, u32 cls, u32 name, struct thing object, bool takes_values, struct things *out)
{
	u32 todo[ANCESTORS], n = 1, found = 0;
	todo[0] = cls;
	struct things all = {0};
	for (u32 at = 0; at < n; at++)
		for (u32 i = chain_first(&y->derived, todo[at]); i != NONE; i = chain_next(&y->derived, i)) {
			u32 sub = y->derived.links.at[i].value;
			bool is_known = false;
			for (u32 k = 0; k < n; k++)
				is_known |= todo[k] == sub;
			if (is_known)
				continue;
			if (n == ANCESTORS) {
				out->is_cut = true;
				return;
			}
			todo[n++] = sub;
			u32 first = idmap_get(&y->scopes, SCOPE_KEY(SCOPE_CLASS, sub, name));
			bool is_method = false;
			for (u32 b = first; b != NONE && !is_method; b = y->bindings.at[b].next)
				is_method = y->bindings.at[b].kind == BIND_FUNCTION;
			if (first != NONE && !is_method && !takes_values)
				put_functions(y, sub, name, object, &all);
			if (first == NONE || (!is_method && !takes_values))
				continue;
			if (++found > OVERRIDES) {
				out->is_cut = true;
				if (takes_values)
					things_add(out, &all); /* some are better than none */
				return;
			}
			own_member(y, sub, name, object, &all);
		}
	things_add(out, &all);
}

u32 all_overrides(const struct python *y, u32 cls, u32 name, fn_id *out, u32 most)
{
	u32 todo[MANY_CLASSES], n = 1, found = 0;
	todo[0] = cls;
	for (u32 at = 0; at < n; at++)
		for (u32 i = chain_first(&y->derived, todo[at]); i != NONE; i = chain_next(&y->derived, i)) {
			u32 sub = y->derived.links.at[i].value, first = idmap_get(&y->scopes, SCOPE_KEY(SCOPE_CLASS, sub, name));
			bool is_known = n == MANY_CLASSES;
			for (u32 k = 0; k < n; k++)
				is_known |= todo[k] == sub;
			if (is_known)
				continue;
			todo[n++] = sub;
			if (first != NONE && y->bindings.at[first].kind == BIND_FUNCTION && found < most)
				out[found++] = y->bindings.at[first].a;
		}
	return found;
}

static bool member_in(struct python *y, const u32 *list, u32 n, u32 outside, u32 name, struct thing object, struct things *out)
{
	bool is_found = false;
	for (u32 i = 0; i < n && !is_found; i++)
		is_found = own_member(y, list[i], name, object, out);
	/* Bases that only say what kind of class it is have no members. */
	struct str base = outside ? text_of(y, outside) : S("typing.");
	bool is_mark = str_starts(base, "typing.") || str_starts(base, "typing_extensions.") || str_starts(base, "abc.") ||
	               str_starts(base, "enum.") || str_is(base, "types.ModuleType") || str_is(base, "object");
	if (!is_found && !is_mark)
		attribute_value(y, thing_make(THING_OBJECT, outside, 0, 0), name, out);
	return is_found;
}

/* A method that only tells what subclasses do: it raises at once, or does nothing. */
bool is_abstract(struct python *y, struct thing method)
{
	if (method.kind != THING_FUNCTION)
		return false;
	const struct function *f = y->program->functions[method.at].f;
	const struct unit *u = unit_of(y, method.at);
	if (has_decorator(y, method.at, "abstractmethod"))
		return true;
	for (u32 r = f->first_row; r < f->first_row + f->row_count; r++)
		if (u->rows[r].op != ROW_EXIT)
			return u->rows[r].op == ROW_THROW || (u->rows[r].op == ROW_CALL && u->rows[r + 1].op == ROW_THROW);
	return true;
}

/* The files of bases that were not parsed are wanted now. Where none is, nobody need look again until there are more units. */
static void want_bases(struct python *y, u32 cls)
{
	struct class *c = &y->classes.at[cls];
	if (!c->has_outside || c->found_all == y->forgets)
		return;
	const struct unit *u = &y->program->units[c->file];
	u32 cuts = y->cuts, opens = y->opens;
	struct things ignored = {0};
	for (u32 k = c->first_base; k < u->n_bases && u->bases[k].cls == c->text; k++)
		dotted_value(y, c->file, c->in, unit_text(u, u->bases[k].base), &ignored);
	if (y->cuts == cuts && y->opens == opens)
		c->found_all = y->forgets;
}

static void find_member(struct python *y, u32 cls, u32 name, struct thing object, struct things *out)
{
	u32 list[ANCESTORS], outside, n = class_ancestors(y, cls, list, &outside);
	for (u32 i = 0; i < n && y->wanted && !y->is_quiet; i++)
		want_bases(y, list[i]);
	u32 before = out->n;
	bool is_found = member_in(y, list, n, outside, name, object, out);
	bool may_be_other = object.kind == THING_INSTANCE ? !(object.flags & THING_EXACT) : object.kind == THING_CLASS && object.flags & THING_DERIVED;
	if (!may_be_other)
		return;
	if (y->miss && !y->is_quiet && out->n > before && is_abstract(y, out->at[before]))
		for (u32 i = 0; i < n; i++)
			python_miss(y, MISS_OVERRIDES, y->classes.at[list[i]].name, name);
	overrides(y, cls, name, object, is_found && out->n == before, out);
}

/* What matters of the object is its kind, and whether its class is known to the letter. */
void class_member(struct python *y, u32 cls, u32 name, struct thing object, struct things *out)
{
	enum { IS_EXACT = 1, IS_DERIVED = 2, IS_CLASS = 4, SHIFT = 3 };
	u64 key = ((u64)cls << 32 | name) << SHIFT | (object.flags & THING_EXACT ? IS_EXACT : 0) | (object.flags & THING_DERIVED ? IS_DERIVED : 0) | (object.kind == THING_CLASS ? IS_CLASS : 0);
	bool is_plain = !out->n && !out->is_cut && !y->is_quiet;
	struct mark since = {y->cuts, y->opens};
	if (is_plain && take_memo(y, &y->members_of, key, out))
		return;
	find_member(y, cls, name, object, out);
	if (is_plain)
		keep_memo(y, &y->members_of, key, since, out);
}

void super_member(struct python *y, struct thing object, u32 name, struct things *out)
{
	u32 list[ANCESTORS], outside, n = class_ancestors(y, object.at, list, &outside);
	struct thing self = thing_make(THING_INSTANCE, object.at, 0, THING_EXACT);
	if (n)
		member_in(y, list + 1, n - 1, outside, name, self, out);
}

void class_properties(struct python *y, struct thing object, u32 name, struct things *out)
{
	u32 list[ANCESTORS], outside, n = idmap_get(&y->decorated, name) == NONE ? 0 : class_ancestors(y, object.at, list, &outside);
	for (u32 i = 0; i < n; i++)
		for (u32 b = idmap_get(&y->scopes, SCOPE_KEY(SCOPE_CLASS, list[i], name)); b != NONE; b = y->bindings.at[b].next)
			if (y->bindings.at[b].kind == BIND_FUNCTION && is_property(y, y->bindings.at[b].a)) {
				thing_add(out, thing_make(THING_FUNCTION, y->bindings.at[b].a, 0, 0));
				return;
			}
}

bool python_is_decorated(struct program *p, fn_id fn, const char *last)
{
	return p->link->python && has_decorator(p->link->python, fn, last);
}

bool python_is_module(struct program *p, fn_id method)
{
	const struct python *y = p->link->python;
	const struct fn *f = &p->functions[method];
	u32 cls = y && f->cls ? idmap_get(&y->class_of, (u64)f->file << 32 | f->f->cls) : NONE, list[ANCESTORS], outside;
	u32 n = cls == NONE ? 0 : class_ancestors(y, cls, list, &outside);
	for (u32 i = 0; i < n; i++)
		for (u32 k = 0; k < y->classes.at[list[i]].base_count; k++)
			if (y->classes.at[list[i]].bases[k].kind == THING_EXTERNAL && is_module_class(text_of(y, y->classes.at[list[i]].bases[k].at)))
				return true;
	return false;
}

bool python_is_kernel(struct program *p, fn_id fn) { return python_is_decorated(p, fn, "jit") || python_is_decorated(p, fn, "kernel"); }
