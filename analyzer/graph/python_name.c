/* What a name is bound to: imports, definitions, assignments of a module or class. */
#include "graph/python_link.h"

enum { STAR_DEPTH = 6 };

static void dotted_from(struct python *y, const struct things *start, struct str rest, bool is_import, struct things *out)
{
	struct things now = *start;
	while (rest.n && now.n) {
		size_t n = 0;
		while (n < rest.n && rest.p[n] != '.')
			n++;
		struct str name = {rest.p, n};
		bool is_last = n == rest.n;
		rest = (struct str){rest.p + n + !is_last, rest.n - n - !is_last};
		struct things next = {0};
		for (u32 i = 0; i < now.n; i++) {
			/* import a.b.c: a.b is a module whatever a binds b to */
			u32 child = now.at[i].kind == THING_MODULE && is_import && !is_last ? module_child(y, now.at[i].at, name) : NONE;
			if (child != NONE)
				thing_add(&next, thing_make(THING_MODULE, child, 0, 0));
			else
				attribute_value(y, now.at[i], text_id(y, name), &next);
		}
		now = next;
	}
	things_add(out, &now);
}

static void import_value(struct python *y, u32 file, struct str dotted, struct things *out)
{
	struct str rest;
	u32 module = module_import(y, file, dotted, &rest);
	struct things start = {0};
	if (module == NONE) {
		while (rest.n && rest.p[0] == '.')
			rest = (struct str){rest.p + 1, rest.n - 1};
		thing_add(out, thing_make(THING_EXTERNAL, text_id(y, rest), 0, 0));
		return;
	}
	thing_add(&start, thing_make(THING_MODULE, module, 0, 0));
	dotted_from(y, &start, rest, true, out);
}

/* What decorators make of a function: itself, and what they put around it. */
void decorated_value(struct python *y, fn_id fn, fn_id in, const struct row *row, struct things *out)
{
	const struct unit *u = unit_of(y, fn);
	struct things self = {0};
	thing_add(&self, thing_make(THING_FUNCTION, fn, 0, 0));
	things_add(out, &self);
	for (u32 i = 0; i < row->arg_count; i++) {
		struct things decorators = {0};
		python_values(y, in, u->args[row->first_arg + i], &decorators);
		for (u32 k = 0; k < decorators.n; k++)
			applied_value(y, decorators.at[k], &self, out);
	}
}

static void binding_parts(struct python *y, u32 binding, struct things *out)
{
	const struct binding b = y->bindings.at[binding];
	const struct program *p = y->program;
	switch ((enum binding_kind)b.kind) {
	case BIND_FUNCTION: {
		fn_id in = y->define_in[b.a];
		decorated_value(y, b.a, in, &unit_of(y, b.a)->rows[b.b], out);
		break;
	}
	case BIND_CLASS: thing_add(out, thing_make(THING_CLASS, b.a, 0, 0)); break;
	case BIND_IMPORT: import_value(y, b.a, unit_text(&p->units[b.a], p->units[b.a].includes[b.b].path), out); break;
	case BIND_VALUE: row_value(y, b.a, b.b, out); break;
	case BIND_ARGUMENT: {
		const struct unit *u = unit_of(y, b.a);
		python_values(y, b.a, u->args[u->rows[b.b].first_arg + b.c], out);
		break;
	}
	case BIND_TYPE: type_value(y, b.a, NONE, text_of(y, b.b), out); break;
	}
}

void binding_value(struct python *y, u32 binding, struct things *out)
{
	struct things value = {0};
	struct mark mark;
	u64 key = (u64)NONE << 32 | binding;
	if (begin_memo(y, &y->memo, key, &mark, out))
		return;
	binding_parts(y, binding, &value);
	end_memo(y, &y->memo, key, mark, &value);
	things_add(out, &value);
}

enum { OFTEN = 32 }; /* a name that is bound more often has its value remembered: the cells of a long notebook define all anew */

/* What a function and those around it import under the name for themselves. */
static bool local_value(struct python *y, fn_id scope, u32 name, struct things *out)
{
	bool is_found = false;
	while (scope != NONE) {
		for (u32 b = idmap_get(&y->locals, (u64)scope << 32 | name); b != NONE; b = y->bindings.at[b].next) {
			binding_value(y, b, out);
			is_found = true;
		}
		const struct fn *f = &y->program->functions[scope];
		scope = f->f->parent == NONE ? NONE : program_fn(y->program, f->file, f->f->parent);
	}
	return is_found;
}

/* What everybody sees; a function's own imports only where there is nothing else. */
static void bindings_parts(struct python *y, u32 first, struct things *out)
{
	bool has_elements = false, has_wide = false;
	struct things assigned = {0}, typed = {0};
	for (u32 b = first; b != NONE; b = y->bindings.at[b].next)
		has_wide |= y->bindings.at[b].scope == NONE;
	for (u32 b = first; b != NONE; b = y->bindings.at[b].next) {
		const struct binding *at = &y->bindings.at[b];
		if (has_wide && at->scope != NONE)
			continue;
		has_elements |= at->is_element;
		if (!at->is_element)
			binding_value(y, b, at->kind == BIND_TYPE ? &typed : &assigned);
	}
	things_typed(out, &assigned, &typed);
	if (has_elements)
		thing_add(out, thing_make(THING_CELLS, first, 0, 0));
}

static void bindings_value(struct python *y, u32 first, struct things *out)
{
	struct things value = {0};
	struct mark mark;
	u64 key = (u64)(NONE - 1) << 32 | first;
	bool is_often = idmap_get(&y->memo, key) != NONE;
	u32 n = 0;
	for (u32 b = first; b != NONE && n <= OFTEN && !is_often; b = y->bindings.at[b].next)
		n++;
	if (!is_often && n <= OFTEN) {
		bindings_parts(y, first, out);
	} else if (!begin_memo(y, &y->memo, key, &mark, out)) {
		bindings_parts(y, first, &value);
		end_memo(y, &y->memo, key, mark, &value);
		things_add(out, &value);
	}
}

bool symbol_value(struct python *y, u32 file, fn_id scope, u32 name, u32 depth, struct things *out)
{
	u32 first = idmap_get(&y->scopes, SCOPE_KEY(SCOPE_MODULE, file, name));
	if (first != NONE) {
		if (!local_value(y, scope, name, out))
			bindings_value(y, first, out);
		return true;
	}
	struct str text = text_of(y, name);
	if (depth >= STAR_DEPTH || (text.n && text.p[0] == '_'))
		return false;
	for (u32 i = chain_first(&y->stars, file); i != NONE; i = chain_next(&y->stars, i)) {
		const struct unit *u = &y->program->units[file];
		struct str path = unit_text(u, u->includes[y->stars.links.at[i].value].path), rest;
		path.n -= str_ends(path, ".*") ? 2 : 1;
		if (path.n && path.p[path.n - 1] != '.' && str_is(path, "*"))
			continue;
		u32 module = module_import(y, file, path, &rest);
		while (module != NONE && rest.n) {
			size_t n = 0;
			while (n < rest.n && rest.p[n] != '.')
				n++;
			module = module_child(y, module, (struct str){rest.p, n});
			n += n < rest.n;
			rest = (struct str){rest.p + n, rest.n - n};
		}
		u32 other = module == NONE ? NONE : y->modules.at[module].file;
		python_want(y, other);
		if (other != NONE && python_has_unit(y, other) && symbol_value(y, other, NONE, name, depth + 1, out))
			return true;
	}
	return false;
}

void name_value(struct python *y, fn_id fn, u32 name, struct things *out)
{
	const struct fn *f = &y->program->functions[fn];
	if (!symbol_value(y, f->file, fn, name, 0, out))
		thing_add(out, thing_make(THING_EXTERNAL, name, 0, 0)); /* a builtin, most likely */
}

void dotted_value(struct python *y, u32 file, fn_id scope, struct str dotted, struct things *out)
{
	size_t n = 0;
	while (n < dotted.n && dotted.p[n] != '.')
		n++;
	u32 first = text_id(y, (struct str){dotted.p, n});
	struct things start = {0};
	struct str rest = {dotted.p + n + (n < dotted.n), dotted.n - n - (n < dotted.n)};
	/* A class inside the function or class around is not in the module's names. */
	if (!symbol_value(y, file, scope, first, 0, &start)) {
		u32 whole = intern_find(&y->program->names, dotted);
		u32 cls = whole == NONE ? NONE : idmap_get(&y->class_named, (u64)file << 32 | whole);
		if (cls != NONE) {
			thing_add(out, thing_make(THING_CLASS, cls, 0, 0));
			return;
		}
		thing_add(&start, thing_make(THING_EXTERNAL, first, 0, 0));
	}
	dotted_from(y, &start, rest, false, out);
}
