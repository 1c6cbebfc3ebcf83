/* The questions of python.h about what is called: by a row, through a value, by reading an attribute. */
#include "graph/python_link.h"

enum { CALLBACKS = 4 };

struct answer {
	struct python_target at[PYTHON_TARGETS];
	u32 n;
	bool is_cut;
	struct str callee;
	u32 receiver;
	bool has_callee;
	fn_id fn;
	const struct row *row; /* the call that is asked about, or NULL */
};

static void put_target(struct answer *a, fn_id fn, u32 how)
{
	for (u32 i = 0; i < a->n; i++)
		if (a->at[i].fn == fn) {
			a->at[i].how &= how | ~(u32)HOW_BY_NAME;
			return;
		}
	if (a->n == PYTHON_TARGETS)
		a->is_cut = true;
	else
		a->at[a->n++] = (struct python_target){fn, how};
}

static void put_external(struct answer *a, struct str name, u32 flags)
{
	u32 receiver = RECEIVER_NONE;
	if (flags & THING_DEEP || str_has(name, "()."))
		receiver = RECEIVER_UNKNOWN;
	else if (flags & THING_METHOD)
		receiver = str_starts(name, "torch.Tensor.") ? RECEIVER_TENSOR : RECEIVER_OTHER;
	/* A tensor among several possibilities is what matters most, then what may be one. */
	static const u8 rank[] = {1, 3, 2, 0};
	if (a->has_callee && rank[a->receiver] >= rank[receiver])
		return;
	a->has_callee = true;
	a->callee = name;
	a->receiver = receiver;
}

static u32 how_of(struct thing t)
{
	return (t.flags & THING_BOUND ? HOW_BOUND : 0) | (t.flags & THING_BY_NAME ? HOW_BY_NAME : 0) | (t.flags & THING_PARTIAL ? HOW_PARTIAL : 0);
}

static void put_thing(struct python *y, struct answer *a, struct thing t);

static void put_constructor(struct python *y, struct answer *a, struct thing cls)
{
	static const char *const names[] = {"__init__", "__new__", "__post_init__", "__cinit__"};
	struct thing object = thing_make(THING_INSTANCE, cls.at, 0, THING_EXACT);
	for (u32 i = 0; i < COUNT(names); i++) {
		struct things found = {0};
		class_member(y, cls.at, text_id(y, str_of(names[i])), object, &found);
		for (u32 k = 0; k < found.n; k++)
			if (found.at[k].kind == THING_FUNCTION)
				put_target(a, found.at[k].at, HOW_CONSTRUCT | HOW_BOUND | how_of(cls));
	}
}

static void put_derived(struct python *y, struct answer *a, u32 outside)
{
	fn_id found[DERIVED_CALLS];
	u32 n = derived_calls(y, outside, a->fn, a->row, found, &a->is_cut);
	for (u32 i = 0; i < n; i++)
		put_target(a, found[i], HOW_BY_NAME | HOW_BOUND);
}

/* def forward(self, *args): return self.chosen(*args): the attribute of a method that does nothing but to call it, or 0. */
static u32 handed_on(const struct python *y, fn_id fn)
{
	const struct function *f = y->program->functions[fn].f;
	const struct unit *u = unit_of(y, fn);
	const struct row *only = NULL;
	for (u32 r = f->first_row; r < f->first_row + f->row_count; r++) {
		if (u->rows[r].op == ROW_CALL && only)
			return 0;
		only = u->rows[r].op == ROW_CALL ? &u->rows[r] : only;
	}
	bool is_own = only && only->flags & RF_MEMBER && operand_kind(only->a) == OPD_VAR && !operand_index(only->a);
	return is_own && f->kind == FN_METHOD && passes_all_on(u, only) ? only->name : 0;
}

static void swap_maps(struct idmap *a, struct idmap *b)
{
	struct idmap kept = *a;
	*a = *b;
	*b = kept;
}

static void swap_own(struct python *y)
{
	swap_maps(&y->memo, &y->own_memo);
	swap_maps(&y->results_of, &y->own_results_of);
	swap_maps(&y->members_of, &y->own_members_of);
}

/* Where methods of a base class choose among its methods, and the overrides of other classes do not matter. */
static void own_attribute(struct python *y, struct thing object, u32 name, struct things *out)
{
	if (y->is_own)
		return;
	y->is_own = true;
	swap_own(y);
	class_member(y, object.at, name, object, out);
	swap_own(y);
	y->is_own = false;
}

/* What the attribute holds was chosen among the methods of a base class; of this object its own are meant. */
static void put_chosen(struct python *y, struct answer *a, struct thing object, fn_id method)
{
	u32 attribute = handed_on(y, method);
	struct things chosen = {0};
	object.flags |= THING_EXACT;
	if (attribute)
		own_attribute(y, object, name_id(y, y->program->functions[method].file, attribute), &chosen);
	for (u32 i = 0; i < chosen.n; i++) {
		if (chosen.at[i].kind != THING_FUNCTION)
			continue;
		const struct fn *f = &y->program->functions[chosen.at[i].at];
		u32 cls = f->f->kind == FN_METHOD ? idmap_get(&y->class_of, (u64)f->file << 32 | f->f->cls) : NONE;
		struct things own = {0};
		if (cls != NONE && class_is(y, object.at, cls))
			class_member(y, object.at, f->name, object, &own);
		for (u32 k = 0; k < own.n; k++)
			if (own.at[k].kind == THING_FUNCTION && !is_abstract(y, own.at[k]))
				put_target(a, own.at[k].at, how_of(own.at[k]));
	}
}

/* quant_method.apply(x), or block(x) with names "forward" and "__call__": of an abstract method that very many classes have. */
static void put_overrides(struct python *y, struct answer *a, struct thing object, u32 name)
{
	fn_id found[PYTHON_TARGETS];
	if (object.kind != THING_INSTANCE || object.flags & THING_EXACT)
		return;
	u32 n = all_overrides(y, object.at, name, found, PYTHON_TARGETS);
	for (u32 i = 0; i < n; i++)
		if (!has_decorator(y, found[i], "property") && !has_decorator(y, found[i], "staticmethod"))
			put_target(a, found[i], HOW_BOUND);
}

static void put_thing(struct python *y, struct answer *a, struct thing t)
{
	struct things more = {0};
	switch ((enum thing_kind)t.kind) {
	case THING_FUNCTION: put_target(a, t.at, how_of(t)); break;
	case THING_CLASS: put_constructor(y, a, t); break;
	case THING_INSTANCE:
		object_call(y, t, &more);
		a->is_cut |= more.is_cut;
		if (more.is_cut)
			put_overrides(y, a, t, text_id(y, S("forward")));
		for (u32 i = 0; i < more.n; i++)
			if (more.at[i].kind == THING_FUNCTION) {
				put_target(a, more.at[i].at, how_of(more.at[i]) | (how_of(t) & HOW_PARTIAL));
				put_chosen(y, a, t, more.at[i].at);
			} else if (more.at[i].kind == THING_EXTERNAL)
				put_external(a, text_of(y, more.at[i].at), more.at[i].flags);
		break;
	case THING_EXTERNAL:
		operator_functions(y, text_of(y, t.at), &more);
		for (u32 i = 0; i < more.n; i++)
			put_target(a, more.at[i].at, how_of(more.at[i]));
		if (t.flags & THING_METHOD && str_ends(text_of(y, t.at), ".Module.forward"))
			put_derived(y, a, text_id(y, (struct str){text_of(y, t.at).p, text_of(y, t.at).n - 8}));
		put_external(a, text_of(y, t.at), t.flags);
		break;
	case THING_OBJECT: {
		struct str cls = text_of(y, t.at);
		put_derived(y, a, t.at);
		put_external(a, str_of(arena_format(y->arena, "%.*s.__call__", (int)cls.n, cls.p)), THING_METHOD);
		break;
	}
	case THING_MADE:
		made_value(y, t, &more);
		a->is_cut |= more.is_cut || !more.n;
		for (u32 i = 0; i < more.n; i++)
			if (more.at[i].kind != THING_MADE)
				put_thing(y, a, more.at[i]);
		break;
	case THING_MODULE: case THING_LIST: case THING_STORED: case THING_CELLS: case THING_TYPED: case THING_FACTORY: case THING_SUPER: a->is_cut = true; break;
	}
}

static bool keeps_functions(struct str name)
{
	static const char *const names[] = {"isinstance", "issubclass", "hasattr", "print", "id", "functools.partial", "partial", "functools.wraps",
	                                    "callable", "repr", "str", "type", "getattr", "setattr", "inspect.signature", "list.append"};
	return str_is_any(name, names, COUNT(names));
}

/* Functions handed to something outside: it may call them. */
static void put_callbacks(struct python *y, struct answer *a, fn_id fn, const struct row *row)
{
	const struct unit *u = unit_of(y, fn);
	if (!a->has_callee || keeps_functions(a->callee))
		return;
	for (u32 i = 0, seen = 0; i < row->arg_count && seen < CALLBACKS; i++) {
		struct things values = {0};
		python_values(y, fn, arg_of(u, row, i), &values);
		for (u32 k = 0; k < values.n; k++)
			if (values.at[k].kind == THING_FUNCTION) {
				put_target(a, values.at[k].at, HOW_CALLBACK | how_of(values.at[k]));
				seen++;
			}
	}
}

static struct python_call finish(struct python *y, const struct answer *a)
{
	struct python_call c = {.n = a->n, .is_complete = !a->is_cut, .receiver = a->receiver, .callee = a->callee};
	struct python_target *copy = arena_array(y->arena, struct python_target, a->n + 1);
	for (u32 i = 0; i < a->n; i++) {
		copy[i] = a->at[i];
		copy[i].how |= python_is_device(y->program, copy[i].fn) ? HOW_DEVICE : 0;
		c.is_complete &= !(copy[i].how & (HOW_BY_NAME | HOW_CALLBACK));
	}
	c.at = copy;
	return c;
}

static void resolve_call(struct python *y, fn_id fn, const struct row *row, struct answer *a)
{
	struct things callees = {0};
	a->fn = fn;
	a->row = row;
	callees_of(y, fn, row, &callees);
	a->is_cut |= callees.is_cut;
	for (u32 i = 0; i < callees.n; i++)
		put_thing(y, a, callees.at[i]);
	struct things objects = {0};
	if (callees.is_cut && row->flags & RF_MEMBER)
		python_values(y, fn, row->a, &objects);
	for (u32 i = 0; i < objects.n; i++)
		put_overrides(y, a, objects.at[i], name_id(y, y->program->functions[fn].file, row->name));
	bool is_named = false;
	for (u32 i = 0; i < callees.n; i++)
		is_named |= !(callees.at[i].flags & THING_BY_NAME);
	if (!is_named) {
		struct str name = unit_text(unit_of(y, fn), row->name);
		a->is_cut = true;
		a->has_callee = true;
		a->receiver = RECEIVER_UNKNOWN;
		a->callee = row->flags & RF_MEMBER ? str_of(arena_format(y->arena, "?.%.*s", (int)name.n, name.p)) : S("?");
	}
	put_callbacks(y, a, fn, row);
}

static void resolve_manager(struct python *y, fn_id fn, const struct row *row, struct answer *a)
{
	struct things managers = {0};
	python_values(y, fn, row->a, &managers);
	u32 name = text_id(y, row->op == ROW_ENTER ? S("__enter__") : S("__exit__"));
	a->is_cut |= managers.is_cut || !managers.n;
	for (u32 i = 0; i < managers.n; i++) {
		struct things found = {0};
		if (managers.at[i].kind == THING_OBJECT) { /* the manager is known by its class, or by the function that gave it */
			struct str cls = text_of(y, managers.at[i].at);
			cls.n -= str_ends(cls, "()") ? 2 : 0;
			put_external(a, cls, 0);
		} else if (managers.at[i].kind == THING_INSTANCE) {
			attribute_value(y, managers.at[i], name, &found);
		}
		for (u32 k = 0; k < found.n; k++)
			put_thing(y, a, found.at[k]);
	}
}

static struct str models_name(struct python *y, fn_id in, const struct row *row, const struct python_call *c)
{
	if (c->receiver == RECEIVER_TENSOR)
		return (struct str){c->callee.p + 6, c->callee.n - 6};
	if (c->receiver == RECEIVER_UNKNOWN && row->flags & RF_MEMBER)
		return str_of(arena_format(y->arena, "Tensor.%s", unit_text(unit_of(y, in), row->name).p));
	return c->receiver == RECEIVER_UNKNOWN ? S("") : c->callee;
}

struct python_call python_resolve(struct program *p, fn_id in, const struct row *row)
{
	struct python *y = p->link->python;
	u64 key = (u64)in << 32 | (u32)(row - unit_of(y, in)->rows);
	u32 known = idmap_get(&y->calls_of, key);
	if (known != NONE)
		return y->calls.at[known];
	struct answer a = {0};
	y->depth = y->steps = 0;
	if (row->op == ROW_CALL)
		resolve_call(y, in, row, &a);
	else if (row->op == ROW_ENTER || row->op == ROW_LEAVE)
		resolve_manager(y, in, row, &a);
	else if (row->op == ROW_DEFINE)
		for (u32 i = 0; i < row->arg_count; i++) {
			struct things decorators = {0};
			python_values(y, in, arg_of(unit_of(y, in), row, i), &decorators);
			for (u32 k = 0; k < decorators.n; k++)
				put_thing(y, &a, decorators.at[k]);
		}
	struct python_call c = finish(y, &a);
	c.name = models_name(y, in, row, &c);
	vec_push(y->arena, &y->calls, c);
	idmap_put(y->arena, &y->calls_of, key, y->calls.n - 1);
	return c;
}

struct str python_callee(struct program *p, fn_id in, const struct row *row) { return python_resolve(p, in, row).name; }

struct python_call python_functions(struct program *p, fn_id in, operand o)
{
	struct python *y = p->link->python;
	struct answer a = {0};
	struct things values = {0};
	y->depth = y->steps = 0;
	python_values(y, in, o, &values);
	a.is_cut = values.is_cut;
	for (u32 i = 0; i < values.n; i++)
		if (values.at[i].kind == THING_FUNCTION || values.at[i].kind == THING_INSTANCE)
			put_thing(y, &a, values.at[i]);
	return finish(y, &a);
}

/* The value of the place itself is asked for as well: where files are still to be found, it may need one. */
static struct python_call find_getters(struct program *p, fn_id in, operand o)
{
	struct python *y = p->link->python;
	const struct place *place = &unit_of(y, in)->places[operand_index(o)];
	struct answer *a = NULL; /* hardly any place runs something */
	struct things now = {0};
	y->depth = y->steps = 0;
	python_values(y, in, place->base, &now);
	for (u32 s = 0; s < PLACE_STEPS && place->kinds[s] == STEP_FIELD; s++) {
		struct things next = {0};
		u32 name = name_id(y, y->program->functions[in].file, place->names[s]);
		bool is_whole = place->kinds[s + 1] == STEP_END;
		for (u32 i = 0; i < now.n; i++) {
			struct things getters = {0};
			if (now.at[i].kind == THING_INSTANCE)
				class_properties(y, now.at[i], name, &getters);
			if (getters.n && !a)
				a = arena_new(y->arena, struct answer);
			for (u32 k = 0; k < getters.n; k++)
				put_target(a, getters.at[k].at, HOW_PROPERTY | HOW_BOUND);
			if (!is_whole)
				attribute_value(y, now.at[i], name, &next);
		}
		if (is_whole)
			python_values(y, in, o, &next);
		now = next;
	}
	return a ? finish(y, a) : (struct python_call){.is_complete = true};
}

struct python_call python_getters(struct program *p, fn_id in, operand o)
{
	struct python *y = p->link->python;
	if (operand_kind(o) != OPD_PLACE)
		return (struct python_call){.is_complete = true};
	u64 key = (u64)in << 32 | o;
	u32 known = idmap_get(&y->getters_of, key);
	if (known != NONE)
		return y->calls.at[known];
	struct python_call c = find_getters(p, in, o);
	vec_push(y->arena, &y->calls, c);
	idmap_put(y->arena, &y->getters_of, key, y->calls.n - 1);
	return c;
}
