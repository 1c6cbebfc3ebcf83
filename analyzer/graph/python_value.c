/* What an operand may be: values are followed from what is assigned, in no order of execution. */
#include "graph/python_link.h"

enum { DEPTH = 40, STEPS = 6000, PATIENCE = 400, STAR_DEPTH = 6 };
enum { RESULT_BUSY, RESULT_AGAIN, RESULT_FIRST }; /* the first two results are no results */

void thing_add(struct things *to, struct thing t)
{
	for (u32 i = 0; i < to->n; i++)
		if (to->at[i].kind == t.kind && to->at[i].at == t.at && to->at[i].with == t.with) {
			/* Surer ways win. */
			to->at[i].flags = (u8)((to->at[i].flags & t.flags & (THING_BY_NAME | THING_EXACT | THING_PARTIAL)) |
			                       ((to->at[i].flags | t.flags) & (THING_BOUND | THING_METHOD | THING_DEEP)));
			return;
		}
	if (to->n == PYTHON_THINGS)
		to->is_cut = true;
	else
		to->at[to->n++] = t;
}

void things_add(struct things *to, const struct things *from)
{
	for (u32 i = 0; i < from->n; i++)
		thing_add(to, from->at[i]);
	to->is_cut |= from->is_cut;
}

void things_typed(struct things *to, const struct things *assigned, const struct things *typed)
{
	bool has_more = false;
	for (u32 i = 0; i < assigned->n; i++) {
		bool is_more = assigned->at[i].kind != THING_OBJECT || !typed->n;
		has_more |= is_more;
		if (is_more)
			thing_add(to, assigned->at[i]);
	}
	if (!has_more)
		things_add(to, typed);
	to->is_cut |= assigned->is_cut;
}

static void want(struct python *y, u32 file)
{
	if (!y->wanted || y->is_quiet || file == NONE || python_has_unit(y, file))
		return;
	y->opens++;
	y->wanted[file] = true;
}

void python_miss(struct python *y, enum miss what, u32 name, u32 other)
{
	if (y->miss && !y->is_quiet && y->miss(y->miss_with, what, name, other))
		y->opens++;
}

struct mark {
	u32 cuts, opens;
};

/* True if the answer is in *out already, or must be given up; else end_memo is due. */
static bool begin_memo(struct python *y, struct idmap *memo, u64 key, struct mark *mark, struct things *out)
{
	if (!y->results.n)
		for (u32 i = 0; i < RESULT_FIRST; i++) {
			struct result none = {0};
			vec_push(y->arena, &y->results, none);
		}
	if (!y->depth)
		y->steps = y->cuts = 0;
	u32 known = idmap_get(memo, key);
	if (known != NONE && known >= RESULT_FIRST) {
		const struct result *r = &y->results.at[known];
		for (u32 i = 0; i < r->n; i++)
			thing_add(out, r->at[i]);
		out->is_cut |= r->is_cut;
		y->opens += r->is_open;
		return true;
	}
	if (known == RESULT_BUSY || y->depth >= DEPTH || y->steps++ >= STEPS) {
		y->cuts++;
		out->is_cut |= known != RESULT_BUSY;
		return true;
	}
	idmap_put(y->arena, memo, key, RESULT_BUSY);
	*mark = (struct mark){y->cuts, y->opens};
	y->depth++;
	return false;
}

/* An answer that a cycle cut short is asked again from elsewhere, for a while. */
static void end_memo(struct python *y, struct idmap *memo, u64 key, struct mark mark, const struct things *value)
{
	y->depth--;
	bool is_final = y->cuts == mark.cuts || !y->depth || y->steps > PATIENCE;
	if (is_final) {
		struct thing *copy = arena_array(y->arena, struct thing, value->n + 1);
		for (u32 i = 0; i < value->n; i++)
			copy[i] = value->at[i];
		struct result r = {copy, value->n, value->is_cut, y->opens != mark.opens};
		vec_push(y->arena, &y->results, r);
	}
	idmap_put(y->arena, memo, key, is_final ? y->results.n - 1 : RESULT_AGAIN);
}

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
static void decorated_value(struct python *y, fn_id fn, fn_id in, const struct row *row, struct things *out)
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
		want(y, other);
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

static void external_member(struct python *y, struct str of, u32 name, u32 flags, struct things *out)
{
	struct str last = text_of(y, name);
	struct strbuf text = {0};
	strbuf_addf(&text, "%.*s.%.*s", (int)of.n, of.p, (int)last.n, last.p);
	if (text.n < 400)
		thing_add(out, thing_make(THING_EXTERNAL, text_id(y, strbuf_str(&text)), 0, flags));
	strbuf_release(&text);
}

static void object_attribute(struct python *y, struct thing of, u32 name, struct things *out)
{
	static const struct {
		const char *name, *type;
	} fields[] = {
		{"T", "torch.Tensor"}, {"mT", "torch.Tensor"}, {"H", "torch.Tensor"}, {"data", "torch.Tensor"}, {"grad", "torch.Tensor"},
		{"real", "torch.Tensor"}, {"imag", "torch.Tensor"}, {"shape", "torch.Size"}, {"device", "torch.device"},
		{"dtype", "torch.dtype"}, {"ndim", "int"}, {"is_cuda", "bool"},
	};
	struct str last = text_of(y, name);
	for (u32 i = 0; i < COUNT(fields) && str_is(text_of(y, of.at), "torch.Tensor"); i++)
		if (str_is(last, fields[i].name)) {
			thing_add(out, thing_make(THING_OBJECT, text_id(y, str_of(fields[i].type)), 0, 0));
			return;
		}
	if (str_starts(text_of(y, of.at), "torch.nn.") && (str_is(last, "weight") || str_is(last, "bias")))
		thing_add(out, thing_make(THING_OBJECT, text_id(y, S("torch.Tensor")), 0, 0));
	else
		external_member(y, text_of(y, of.at), name, THING_METHOD, out);
}

static void module_attribute(struct python *y, u32 module, u32 name, struct things *out)
{
	u32 file = y->modules.at[module].file, before = out->n;
	bool is_found = file != NONE && python_has_unit(y, file) && symbol_value(y, file, NONE, name, 0, out);
	/* `from . import x` in a package binds the module x, which is what was asked for in the first place. */
	is_found = is_found && (out->n > before || module_child(y, module, text_of(y, name)) == NONE);
	u32 child = is_found ? NONE : module_child(y, module, text_of(y, name));
	if (child != NONE)
		thing_add(out, thing_make(THING_MODULE, child, 0, 0));
	else if (!is_found) {
		want(y, file);
		external_member(y, module_name(y, module), name, 0, out);
	}
}

void attribute_value(struct python *y, struct thing of, u32 name, struct things *out)
{
	switch ((enum thing_kind)of.kind) {
	case THING_MODULE: module_attribute(y, of.at, name, out); break;
	case THING_CLASS:
	case THING_INSTANCE: class_member(y, of.at, name, of, out); break;
	case THING_EXTERNAL: external_member(y, text_of(y, of.at), name, of.flags & THING_METHOD ? THING_METHOD | THING_DEEP : 0, out); break;
	case THING_OBJECT: object_attribute(y, of, name, out); break;
	case THING_SUPER: super_member(y, of, name, out); break;
	case THING_FUNCTION: external_member(y, S("function"), name, THING_METHOD, out); break;
	case THING_STORED:
	case THING_CELLS: break;
	case THING_LIST:
	case THING_FACTORY:
	case THING_TYPED: external_member(y, S("list"), name, THING_METHOD, out); break;
	}
}

static bool keys_differ(struct str a, struct str b)
{
	bool is_plain = a.n && b.n && (a.p[0] == '"' || a.p[0] == '\'' || (a.p[0] >= '0' && a.p[0] <= '9'));
	bool is_alike = is_plain && (b.p[0] == a.p[0] || (a.p[0] >= '0' && a.p[0] <= '9' && b.p[0] >= '0' && b.p[0] <= '9'));
	return is_alike && !str_eq(a, b);
}

static void list_elements(struct python *y, struct thing list, struct str key, struct things *out)
{
	fn_id fn = list.at;
	const struct writes *w = writes_of(y, fn);
	const struct unit *u = unit_of(y, fn);
	const struct function *f = y->program->functions[fn].f;
	operand base = list.with;
	u32 at = operand_kind(base) == OPD_VAR ? w->element_var[operand_index(base)] : w->element_temp[operand_index(base)];
	for (; at; at = w->element_next[at - 1]) {
		const struct row *row = &u->rows[f->first_row + at - 1];
		if (row->op == ROW_MOVE) {
			const struct place *place = &u->places[operand_index(row->dst)];
			if (!keys_differ(unit_text(u, place->names[0]), key))
				python_values(y, fn, row->a, out);
			continue;
		}
		struct things added = {0};
		python_values(y, fn, u->args[row->first_arg + row->arg_count - 1], &added);
		bool is_merged = str_is(unit_text(u, row->name), "extend") || str_is(unit_text(u, row->name), "update");
		for (u32 i = 0; i < added.n && is_merged; i++)
			element_value(y, added.at[i], S(""), out);
		if (!is_merged)
			things_add(out, &added);
	}
}

void element_value(struct python *y, struct thing of, struct str key, struct things *out)
{
	if (y->depth >= DEPTH || y->steps++ >= STEPS)
		return;
	y->depth++;
	switch ((enum thing_kind)of.kind) {
	case THING_LIST:
	case THING_STORED: list_elements(y, of, key, out); break;
	case THING_CELLS:
		for (u32 b = of.at; b != NONE; b = y->bindings.at[b].next)
			if (y->bindings.at[b].is_element)
				binding_value(y, b, out);
		break;
	case THING_TYPED: element_type_value(y, of, out); break;
	case THING_FACTORY: function_result(y, of.at, out); break;
	case THING_INSTANCE: {
		struct things getters = {0};
		class_member(y, of.at, text_id(y, S("__getitem__")), of, &getters);
		for (u32 i = 0; i < getters.n; i++)
			if (getters.at[i].kind == THING_FUNCTION)
				function_result(y, getters.at[i].at, out);
		break;
	}
	case THING_OBJECT:
		if (str_is(text_of(y, of.at), "torch.Tensor"))
			thing_add(out, of);
		break;
	case THING_FUNCTION: /* kernel[grid](...) */
	case THING_CLASS:    /* Generic[T](...) */
	case THING_EXTERNAL: thing_add(out, of); break;
	case THING_MODULE:
	case THING_SUPER: break;
	}
	y->depth--;
}

/* What a loop over enumerate(x), zip(a, b) or d.items() gives at a place of its tuples. */
static bool iterated_part(struct python *y, fn_id fn, operand temp, struct str key, struct things *out)
{
	const struct unit *u = unit_of(y, fn);
	const struct function *f = y->program->functions[fn].f;
	const struct writes *w = writes_of(y, fn);
	u32 at = operand_kind(temp) == OPD_TEMP ? w->temp_head[operand_index(temp)] : 0;
	const struct row *iter = at ? &u->rows[f->first_row + at - 1] : NULL;
	if (!iter || iter->op != ROW_ITER || operand_kind(iter->a) != OPD_TEMP)
		return false;
	at = w->temp_head[operand_index(iter->a)];
	const struct row *call = at ? &u->rows[f->first_row + at - 1] : NULL;
	if (!call || call->op != ROW_CALL || key.n != 1 || key.p[0] < '0' || key.p[0] > '9')
		return false;
	struct str name = unit_text(u, call->name);
	u32 index = (u32)(key.p[0] - '0');
	struct things from = {0};
	if (str_is(name, "enumerate") && call->arg_count)
		python_values(y, fn, index == 1 ? u->args[call->first_arg] : 0, &from);
	else if (str_is(name, "zip"))
		python_values(y, fn, index < call->arg_count ? u->args[call->first_arg + index] : 0, &from);
	else if (call->flags & RF_MEMBER && (str_is(name, "items") || str_is(name, "named_children") || str_is(name, "named_modules")))
		python_values(y, fn, index == 1 ? call->a : 0, &from);
	else
		return false;
	for (u32 i = 0; i < from.n; i++)
		element_value(y, from.at[i], S(""), out);
	return true;
}

static void place_value(struct python *y, fn_id fn, u32 index, struct things *out)
{
	const struct unit *u = unit_of(y, fn);
	const struct place *place = &u->places[index];
	struct things now = {0};
	u32 step = 0;
	if (place->kinds[0] == STEP_ELEMENT && iterated_part(y, fn, place->base, unit_text(u, place->names[0]), &now))
		step = 1;
	else
		python_values(y, fn, place->base, &now);
	for (; step < PLACE_STEPS && place->kinds[step] != STEP_END && now.n; step++) {
		struct things next = {.is_cut = now.is_cut};
		struct str name = unit_text(u, place->names[step]);
		for (u32 i = 0; i < now.n; i++)
			if (place->kinds[step] == STEP_FIELD)
				attribute_value(y, now.at[i], name_id(y, y->program->functions[fn].file, place->names[step]), &next);
			else if (place->kinds[step] == STEP_ELEMENT && key_is_slice(name))
				thing_add(&next, now.at[i]);
			else if (place->kinds[step] == STEP_ELEMENT)
				element_value(y, now.at[i], name, &next);
		now = next;
	}
	if (place->kinds[PLACE_STEPS] == STEP_MORE)
		return;
	things_add(out, &now);
}

static void self_value(struct python *y, fn_id fn, struct things *out)
{
	const struct fn *f = &y->program->functions[fn];
	u32 cls = idmap_get(&y->class_of, (u64)f->file << 32 | f->f->cls);
	struct str name = unit_text(f->unit, f->f->name);
	bool is_class = has_decorator(y, fn, "classmethod") || str_is(name, "__new__") || str_is(name, "__init_subclass__");
	if (cls != NONE)
		thing_add(out, thing_make(is_class ? THING_CLASS : THING_INSTANCE, cls, 0, 0));
}

/* An annotation that only tells how the object is used: a protocol, a list of type variables. */
static bool is_protocol(struct python *y, const struct things *t)
{
	for (u32 i = 0; i < t->n; i++) {
		struct things elements = {0};
		if (t->at[i].kind == THING_TYPED)
			element_type_value(y, t->at[i], &elements);
		if (t->at[i].kind == THING_TYPED && !elements.n)
			return true;
		const struct class *c = t->at[i].kind == THING_INSTANCE ? &y->classes.at[t->at[i].at] : NULL;
		for (u32 k = 0; c && k < c->base_count; k++)
			if (c->bases[k].kind == THING_EXTERNAL && str_is(text_of(y, c->bases[k].at), "typing.Protocol"))
				return true;
	}
	return false;
}

static void variable_value(struct python *y, fn_id fn, u32 index, struct things *out)
{
	const struct fn *f = &y->program->functions[fn];
	const struct var *v = &f->unit->vars[f->f->first_var + index];
	const struct writes *w = writes_of(y, fn);
	bool is_param = index < f->f->param_count;
	if (is_param && !index && f->f->kind == FN_METHOD && !is_static(y, fn)) {
		self_value(y, fn, out);
		return;
	}
	if (v->type && !(v->flags & NF_REF) && !(v->flags & NF_VARIADIC))
		type_value(y, f->file, fn, unit_text(f->unit, v->type), out);
	/* An annotation that names something says enough, but a base class may be narrowed by what is assigned. */
	if (!out->n || !is_param)
		for (u32 at = w->var_head[index]; at; at = w->next[at - 1])
			row_value(y, fn, f->f->first_row + at - 1, out);
	if (is_param && (!out->n || is_protocol(y, out))) {
		if (v->value)
			python_values(y, fn, v->value, out);
		if (!(v->flags & NF_VARIADIC))
			param_value(y, fn, index, out);
	}
	if (w->element_var[index])
		thing_add(out, thing_make(THING_STORED, fn, OPERAND(OPD_VAR, index), 0));
}

static void captured_value(struct python *y, fn_id fn, u32 name, struct things *out)
{
	const struct fn *f = &y->program->functions[fn];
	while (f->f->parent != NONE) {
		fn = program_fn(y->program, f->file, f->f->parent);
		f = &y->program->functions[fn];
		for (u32 i = 0; i < f->f->var_count; i++)
			if (f->unit->vars[f->f->first_var + i].name == name) {
				python_values(y, fn, OPERAND(OPD_VAR, i), out);
				return;
			}
	}
}

static bool has_tensor(const struct python *y, const struct things *t)
{
	for (u32 i = 0; i < t->n; i++)
		if (t->at[i].kind == THING_OBJECT && str_is(text_of(y, t->at[i].at), "torch.Tensor"))
			return true;
	return false;
}

static void operation_value(struct python *y, fn_id fn, const struct row *row, struct things *out)
{
	struct things left = {0}, right = {0};
	python_values(y, fn, row->a, &left);
	if (row->op == ROW_UNARY && (row->sub == OP_AWAIT || row->sub == OP_NONE)) {
		things_add(out, &left);
		return;
	}
	if (row->op == ROW_BINARY)
		python_values(y, fn, row->b, &right);
	bool is_bool = row->sub == OP_NOT || row->sub == OP_IS || row->sub == OP_IS_NOT || row->sub == OP_IN || row->sub == OP_NOT_IN;
	if (is_bool)
		thing_add(out, thing_make(THING_OBJECT, text_id(y, S("bool")), 0, 0));
	else if (has_tensor(y, &left) || has_tensor(y, &right))
		thing_add(out, thing_make(THING_OBJECT, text_id(y, S("torch.Tensor")), 0, 0));
	else if (left.n && left.at[0].kind == THING_OBJECT && (row->op == ROW_UNARY || right.n))
		thing_add(out, left.at[0]);
}

static void enter_value(struct python *y, fn_id fn, const struct row *row, struct things *out)
{
	struct things managers = {0};
	python_values(y, fn, row->a, &managers);
	for (u32 i = 0; i < managers.n; i++) {
		struct things enters = {0};
		u32 before = out->n;
		if (managers.at[i].kind == THING_INSTANCE)
			class_member(y, managers.at[i].at, text_id(y, S("__enter__")), managers.at[i], &enters);
		for (u32 k = 0; k < enters.n; k++)
			if (enters.at[k].kind == THING_FUNCTION)
				function_result(y, enters.at[k].at, out);
		if (out->n == before)
			thing_add(out, managers.at[i]);
	}
}

void row_value(struct python *y, fn_id fn, u32 index, struct things *out)
{
	const struct unit *u = unit_of(y, fn);
	const struct row *row = &u->rows[index];
	switch ((enum row_op)row->op) {
	case ROW_MOVE:
		if (operand_kind(row->a) == OPD_UNKNOWN && operand_kind(row->dst) == OPD_TEMP && writes_of(y, fn)->element_temp[operand_index(row->dst)])
			thing_add(out, thing_make(THING_LIST, fn, row->dst, 0));
		else if (!row->sub)
			python_values(y, fn, row->a, out);
		break;
	case ROW_CALL: called_value(y, fn, row, out); break;
	case ROW_UNARY:
	case ROW_BINARY: operation_value(y, fn, row, out); break;
	case ROW_ITER: {
		struct things all = {0};
		python_values(y, fn, row->a, &all);
		for (u32 i = 0; i < all.n; i++)
			element_value(y, all.at[i], S(""), out);
		break;
	}
	case ROW_ENTER: enter_value(y, fn, row, out); break;
	case ROW_DEFINE: {
		if (operand_kind(row->a) == OPD_FUNCTION)
			decorated_value(y, program_fn(y->program, y->program->functions[fn].file, operand_index(row->a)), fn, row, out);
		else {
			u32 cls = idmap_get(&y->class_of, (u64)y->program->functions[fn].file << 32 | operand_index(row->b));
			if (cls != NONE)
				thing_add(out, thing_make(THING_CLASS, cls, 0, 0));
		}
		break;
	}
	default: break;
	}
}

static void temp_value(struct python *y, fn_id fn, u32 index, struct things *out)
{
	const struct function *f = y->program->functions[fn].f;
	const struct writes *w = writes_of(y, fn);
	for (u32 at = w->temp_head[index]; at; at = w->next[at - 1])
		row_value(y, fn, f->first_row + at - 1, out);
}

void python_values(struct python *y, fn_id fn, operand o, struct things *out)
{
	struct things value = {0};
	u32 index = operand_index(o);
	struct mark mark;
	u64 key = (u64)fn << 32 | o;
	switch (operand_kind(o)) {
	case OPD_GLOBAL: name_value(y, fn, name_id(y, y->program->functions[fn].file, index), out); return;
	case OPD_FUNCTION: thing_add(out, thing_make(THING_FUNCTION, program_fn(y->program, y->program->functions[fn].file, index), 0, 0)); return;
	case OPD_INT: thing_add(out, thing_make(THING_OBJECT, text_id(y, S("int")), 0, 0)); return;
	case OPD_STRING: thing_add(out, thing_make(THING_OBJECT, text_id(y, S("str")), 0, 0)); return;
	case OPD_VAR:
	case OPD_TEMP:
	case OPD_PLACE:
	case OPD_CAPTURED: break;
	case OPD_NONE: case OPD_NULL: case OPD_THIS: case OPD_UNKNOWN: return;
	}
	if (begin_memo(y, &y->memo, key, &mark, out))
		return;
	if (operand_kind(o) == OPD_VAR)
		variable_value(y, fn, index, &value);
	else if (operand_kind(o) == OPD_TEMP)
		temp_value(y, fn, index, &value);
	else if (operand_kind(o) == OPD_PLACE)
		place_value(y, fn, index, &value);
	else
		captured_value(y, fn, index, &value);
	end_memo(y, &y->memo, key, mark, &value);
	things_add(out, &value);
}

/* A generator's calls give what it yields, at least to a with statement. */
static void returned_value(struct python *y, fn_id fn, struct things *out)
{
	const struct function *f = y->program->functions[fn].f;
	const struct unit *u = unit_of(y, fn);
	for (u32 r = f->first_row, seen = 0; r < f->first_row + f->row_count && seen < PYTHON_THINGS; r++)
		if (u->rows[r].op == ROW_RETURN || u->rows[r].op == ROW_YIELD) {
			python_values(y, fn, u->rows[r].a, out);
			seen++;
		}
}

void function_result(struct python *y, fn_id fn, struct things *out)
{
	const struct fn *f = &y->program->functions[fn];
	struct things value = {0};
	struct mark mark;
	if (begin_memo(y, &y->results_of, fn, &mark, out))
		return;
	if (f->f->result && !has_decorator(y, fn, "contextmanager"))
		type_value(y, f->file, fn, unit_text(f->unit, f->f->result), &value);
	if (!value.n)
		returned_value(y, fn, &value);
	end_memo(y, &y->results_of, fn, mark, &value);
	things_add(out, &value);
}
