/* Calls: what they run and what they give. */
#include "graph/python_link.h"

enum { SITES = 32, SAME_NAME = 6, CALLBACKS = 4 };

static operand arg_of(const struct unit *u, const struct row *row, u32 i)
{
	return i < row->arg_count ? u->args[row->first_arg + i] : 0;
}

/* The methods of that name, if so few classes have one that the name is as good as a type. */
static void by_name(struct python *y, u32 name, struct things *out)
{
	if (is_common_method(y, name))
		return;
	python_miss(y, MISS_METHOD, name, 0);
	u32 n = 0, first = chain_first(&y->methods, name);
	for (u32 i = first; i != NONE && n <= SAME_NAME; i = chain_next(&y->methods, i))
		n++;
	if (n > SAME_NAME) {
		out->is_cut = true;
		return;
	}
	for (u32 i = first; i != NONE; i = chain_next(&y->methods, i))
		thing_add(out, thing_make(THING_FUNCTION, y->methods.links.at[i].value, 0, THING_BY_NAME | THING_BOUND));
}

static bool is_function_class(const struct python *y, u32 cls)
{
	const struct class *c = &y->classes.at[cls];
	for (u32 i = 0; i < c->base_count; i++)
		if (c->bases[i].kind == THING_EXTERNAL && str_ends(text_of(y, c->bases[i].at), "Function"))
			return true;
	return false;
}

static void member_callees(struct python *y, fn_id fn, const struct row *row, struct things *out)
{
	u32 name = name_id(y, y->program->functions[fn].file, row->name);
	struct things objects = {0};
	python_values(y, fn, row->a, &objects);
	bool is_known = false;
	for (u32 i = 0; i < objects.n; i++) {
		struct thing object = objects.at[i];
		u32 method = name;
		is_known |= object.kind != THING_STORED && object.kind != THING_CELLS;
		/* Function.apply of torch.autograd runs the class's forward. */
		if (object.kind == THING_CLASS && str_is(text_of(y, name), "apply") && is_function_class(y, object.at))
			method = text_id(y, S("forward"));
		attribute_value(y, object, method, out);
	}
	out->is_cut |= objects.is_cut;
	if (!is_known)
		by_name(y, name, out);
}

void callees_of(struct python *y, fn_id fn, const struct row *row, struct things *out)
{
	u32 file = y->program->functions[fn].file;
	if (row->flags & RF_MEMBER)
		member_callees(y, fn, row, out);
	else if (operand_kind(row->a) == OPD_NONE)
		name_value(y, fn, name_id(y, file, row->name), out);
	else
		python_values(y, fn, row->a, out);
}

/* What an object's call runs: __call__, or a module's forward. */
static void object_call(struct python *y, struct thing object, struct things *out)
{
	struct things called = {0};
	class_member(y, object.at, text_id(y, S("__call__")), object, &called);
	bool has_own = false;
	for (u32 i = 0; i < called.n; i++)
		has_own |= called.at[i].kind != THING_EXTERNAL;
	if (has_own) {
		things_add(out, &called);
		return;
	}
	struct things forward = {0};
	class_member(y, object.at, text_id(y, S("forward")), object, &forward);
	for (u32 i = 0; i < forward.n; i++)
		has_own |= forward.at[i].kind != THING_EXTERNAL;
	things_add(out, has_own ? &forward : &called);
}

/* super(): the object of the method around, seen from its class's bases. */
static void super_value(struct python *y, fn_id fn, struct things *out)
{
	fn_id method = method_around(y, fn);
	if (method == NONE)
		return;
	const struct fn *f = &y->program->functions[method];
	u32 cls = idmap_get(&y->class_of, (u64)f->file << 32 | f->f->cls);
	if (cls != NONE)
		thing_add(out, thing_make(THING_SUPER, cls, cls, 0));
}

static void elements_of(struct python *y, const struct things *from, struct things *out)
{
	for (u32 i = 0; i < from->n; i++)
		element_value(y, from->at[i], S(""), out);
}

static bool is_container_thing(struct thing t)
{
	return t.kind == THING_LIST || t.kind == THING_STORED || t.kind == THING_CELLS || t.kind == THING_TYPED || t.kind == THING_FACTORY;
}

/* d.get(k), l.pop(), d.values() of containers whose elements are known. */
static bool container_method(struct python *y, fn_id fn, const struct row *row, struct things *out)
{
	static const char *const takers[] = {"get", "pop", "setdefault", "popleft", "__getitem__"};
	static const char *const views[] = {"values", "copy", "items", "children", "named_children"};
	if (!(row->flags & RF_MEMBER))
		return false;
	struct str name = unit_text(unit_of(y, fn), row->name);
	bool takes = str_is_any(name, takers, COUNT(takers));
	if (!takes && !str_is_any(name, views, COUNT(views)))
		return false;
	struct things objects = {0}, containers = {0};
	python_values(y, fn, row->a, &objects);
	for (u32 i = 0; i < objects.n; i++)
		if (is_container_thing(objects.at[i]))
			thing_add(&containers, objects.at[i]);
	if (!containers.n)
		return false;
	if (takes)
		elements_of(y, &containers, out);
	else
		things_add(out, &containers);
	return true;
}

static void getattr_value(struct python *y, fn_id fn, const struct row *row, struct things *out)
{
	const struct unit *u = unit_of(y, fn);
	operand key = arg_of(u, row, 1);
	struct things objects = {0};
	python_values(y, fn, arg_of(u, row, 0), &objects);
	for (u32 i = 0; i < objects.n && operand_kind(key) == OPD_STRING; i++)
		attribute_value(y, objects.at[i], name_id(y, y->program->functions[fn].file, operand_index(key)), out);
	if (row->arg_count > 2)
		python_values(y, fn, arg_of(u, row, 2), out);
}

static void class_of_value(struct python *y, fn_id fn, operand o, struct things *out)
{
	struct things objects = {0};
	python_values(y, fn, o, &objects);
	for (u32 i = 0; i < objects.n; i++)
		if (objects.at[i].kind == THING_INSTANCE)
			thing_add(out, thing_make(THING_CLASS, objects.at[i].at, 0, 0));
}

/* A class outside whose lower-case function gives it. */
static struct str result_class(struct str name)
{
	static const struct {
		const char *name, *cls;
	} known[] = {
		{"torch.cuda.current_stream", "torch.cuda.Stream"}, {"torch.cuda.default_stream", "torch.cuda.Stream"},
		{"torch.cuda.stream", "torch.cuda.StreamContext"}, {"torch.cuda.graph", "torch.cuda.graph"},
		{"torch.cuda.Event", "torch.cuda.Event"}, {"torch.cuda.get_device_properties", "torch.cuda._CudaDeviceProperties"},
		{"torch.Tensor.numpy", "numpy.ndarray"}, {"torch.Tensor.tolist", "list"}, {"torch.Tensor.size", "torch.Size"},
		{"torch.Tensor.item", "float"}, {"torch.Tensor.dim", "int"}, {"torch.Tensor.numel", "int"}, {"torch.Tensor.data_ptr", "int"},
		{"torch.Tensor.stride", "tuple"}, {"len", "int"}, {"range", "range"}, {"str", "str"}, {"open", "file"}, {"repr", "str"},
		{"logging.getLogger", "logging.Logger"}, {"os.environ.get", "str"}, {"os.getenv", "str"}, {"id", "int"}, {"hash", "int"},
		{"isinstance", "bool"}, {"hasattr", "bool"}, {"callable", "bool"}, {"any", "bool"}, {"all", "bool"}, {"round", "float"},
		{"time.time", "float"}, {"time.perf_counter", "float"}, {"numpy.array", "numpy.ndarray"}, {"numpy.asarray", "numpy.ndarray"},
		{"numpy.zeros", "numpy.ndarray"}, {"numpy.ones", "numpy.ndarray"}, {"numpy.empty", "numpy.ndarray"}, {"numpy.arange", "numpy.ndarray"},
		{"torch.get_default_dtype", "torch.dtype"}, {"torch.finfo", "torch.finfo"}, {"torch.iinfo", "torch.iinfo"},
		{"functools.reduce", ""}, {"os.path.join", "str"},
	};
	for (u32 i = 0; i < COUNT(known); i++)
		if (str_is(name, known[i].name))
			return str_of(known[i].cls);
	return S("");
}

static void external_call(struct python *y, fn_id fn, const struct row *row, struct thing callee, struct things *out)
{
	struct str name = text_of(y, callee.at), cls = result_class(name);
	u32 traits = external_traits(y, callee.at);
	const struct unit *u = unit_of(y, fn);
	operand first = arg_of(u, row, 0);
	if (str_is(name, "super")) {
		super_value(y, fn, out);
	} else if (str_is(name, "getattr")) {
		getattr_value(y, fn, row, out);
	} else if (str_is(name, "type") && row->arg_count == 1) {
		class_of_value(y, fn, first, out);
	} else if (str_is(name, "torch.get_device_module")) {
		/* torch.cuda, or what takes its place on another device: the same names. */
		thing_add(out, thing_make(THING_EXTERNAL, text_id(y, S("torch.cuda")), 0, 0));
	} else if (str_is(name, "vars") || str_is(name, "globals")) {
		return;
	} else if (str_is(name, "typing.cast") && row->arg_count > 1) {
		python_values(y, fn, arg_of(u, row, 1), out);
	} else if (str_is(name, "next") || str_is(name, "max") || str_is(name, "min")) {
		struct things from = {0};
		python_values(y, fn, first, &from);
		elements_of(y, &from, out);
	} else if (str_is(name, "collections.defaultdict")) {
		struct things makers = {0}, from = {0};
		python_values(y, fn, first, &makers);
		python_values(y, fn, arg_of(u, row, 1), &from);
		for (u32 i = 0; i < makers.n; i++)
			if (makers.at[i].kind == THING_FUNCTION)
				thing_add(out, thing_make(THING_FACTORY, makers.at[i].at, 0, 0));
		things_add(out, &from);
		thing_add(out, thing_make(THING_OBJECT, callee.at, 0, 0));
	} else if (traits & EXTERNAL_CONTAINER) {
		struct things from = {0};
		for (u32 i = 0; i < row->arg_count && i < PYTHON_THINGS; i++)
			python_values(y, fn, arg_of(u, row, i), &from);
		bool is_any = false;
		for (u32 i = 0; i < from.n; i++)
			is_any |= is_container_thing(from.at[i]);
		things_add(out, &from); /* of modules, those too: Sequential(a, b) */
		if (!is_any)
			thing_add(out, thing_make(THING_OBJECT, callee.at, 0, 0));
	} else if (traits & EXTERNAL_HANDS_ON && row->arg_count && (!u->arg_names[row->first_arg] || str_is(unit_text(u, u->arg_names[row->first_arg]), "model"))) {
		/* Given options alone, as in @triton.jit(debug=True), it makes what hands on: another object. */
		struct things from = {0};
		python_values(y, fn, first, &from);
		bool is_partial = str_ends(name, "partial") || str_ends(name, "partialmethod");
		for (u32 i = 0; i < from.n; i++) {
			from.at[i].flags |= is_partial ? THING_PARTIAL : 0;
			thing_add(out, from.at[i]);
		}
	} else if (traits & EXTERNAL_TENSOR) {
		thing_add(out, thing_make(THING_OBJECT, text_id(y, S("torch.Tensor")), 0, 0));
	} else if (cls.n) {
		thing_add(out, thing_make(THING_OBJECT, text_id(y, cls), 0, 0));
	} else if (!(callee.flags & THING_METHOD) && traits & EXTERNAL_CLASS) {
		thing_add(out, thing_make(THING_OBJECT, callee.at, 0, THING_EXACT));
	} else {
		struct strbuf text = {0};
		strbuf_addf(&text, "%.*s()", (int)name.n, name.p);
		if (text.n < 300)
			thing_add(out, thing_make(THING_OBJECT, text_id(y, strbuf_str(&text)), 0, 0));
		strbuf_release(&text);
	}
}

/* torch.ops.space.name: what was registered under the name, else the only function so called. */
static void operator_functions(struct python *y, struct str name, struct things *out)
{
	if (!str_starts(name, "torch.ops."))
		return;
	struct str last = str_behind(name, '.');
	if (str_is(last, "default"))
		last = str_behind((struct str){name.p, name.n - 8}, '.');
	u32 id = intern_find(&y->program->names, last);
	if (id == NONE)
		return;
	u32 before = out->n;
	for (u32 i = chain_first(&y->registered, id); i != NONE; i = chain_next(&y->registered, i))
		thing_add(out, thing_make(THING_FUNCTION, y->registered.links.at[i].value, 0, 0));
	u32 only = chain_first(&y->plain, id);
	if (out->n == before && only != NONE && chain_next(&y->plain, only) == NONE)
		thing_add(out, thing_make(THING_FUNCTION, y->plain.links.at[only].value, 0, THING_BY_NAME));
}

static void result_of(struct python *y, fn_id fn, const struct row *row, struct thing callee, struct things *out)
{
	switch ((enum thing_kind)callee.kind) {
	case THING_FUNCTION: function_result(y, callee.at, out); break;
	case THING_CLASS: thing_add(out, thing_make(THING_INSTANCE, callee.at, 0, THING_EXACT)); break;
	case THING_INSTANCE: {
		struct things called = {0};
		object_call(y, callee, &called);
		for (u32 i = 0; i < called.n; i++)
			if (called.at[i].kind == THING_FUNCTION)
				function_result(y, called.at[i].at, out);
		break;
	}
	case THING_EXTERNAL: {
		struct things functions = {0};
		operator_functions(y, text_of(y, callee.at), &functions);
		for (u32 i = 0; i < functions.n; i++)
			function_result(y, functions.at[i].at, out);
		if (!functions.n)
			external_call(y, fn, row, callee, out);
		break;
	}
	case THING_OBJECT:
		if (str_starts(text_of(y, callee.at), "torch.nn."))
			thing_add(out, thing_make(THING_OBJECT, text_id(y, S("torch.Tensor")), 0, 0));
		break;
	case THING_MODULE: case THING_LIST: case THING_STORED: case THING_CELLS: case THING_TYPED: case THING_FACTORY: case THING_SUPER: break;
	}
}

void called_value(struct python *y, fn_id fn, const struct row *row, struct things *out)
{
	struct things callees = {0};
	if (container_method(y, fn, row, out))
		return;
	callees_of(y, fn, row, &callees);
	for (u32 i = 0; i < callees.n; i++)
		result_of(y, fn, row, callees.at[i], out);
	out->is_cut |= callees.is_cut;
}

/* A decorator at work. Whatever it returns of its own: the function it was given is known to run anyway. */
void applied_value(struct python *y, struct thing callee, const struct things *argument, struct things *out)
{
	if (callee.kind == THING_CLASS) {
		thing_add(out, thing_make(THING_INSTANCE, callee.at, 0, THING_EXACT));
		return;
	}
	if (callee.kind != THING_FUNCTION)
		return;
	const struct function *f = y->program->functions[callee.at].f;
	const struct unit *u = unit_of(y, callee.at);
	for (u32 r = f->first_row; r < f->first_row + f->row_count; r++) {
		operand o = u->rows[r].op == ROW_RETURN ? u->rows[r].a : 0;
		if (operand_kind(o) == OPD_VAR && operand_index(o) < f->param_count)
			things_add(out, argument);
		else if (operand_kind(o) == OPD_VAR || operand_kind(o) == OPD_FUNCTION)
			python_values(y, callee.at, o, out);
	}
}

/* How many arguments a callee's parameters are ahead of those written. */
bool is_meant(struct python *y, struct thing callee, fn_id fn, bool *is_bound)
{
	if (callee.kind == THING_FUNCTION) {
		*is_bound = callee.flags & THING_BOUND;
		return callee.at == fn;
	}
	if (callee.kind != THING_CLASS && callee.kind != THING_INSTANCE)
		return false;
	struct things runs = {0};
	struct thing object = thing_make(THING_INSTANCE, callee.at, 0, THING_EXACT);
	if (callee.kind == THING_CLASS)
		class_member(y, callee.at, text_id(y, S("__init__")), object, &runs);
	else
		object_call(y, callee, &runs);
	*is_bound = true;
	for (u32 i = 0; i < runs.n; i++)
		if (runs.at[i].kind == THING_FUNCTION && runs.at[i].at == fn)
			return true;
	return false;
}

static operand argument_of(const struct unit *u, const struct row *row, u32 param, u32 shift)
{
	for (u32 i = 0; i < row->arg_count; i++) {
		struct str keyword = unit_text(u, u->arg_names[row->first_arg + i]);
		if (keyword.n && str_is(keyword, "*"))
			return 0;
		if (!keyword.n && i + shift == param)
			return u->args[row->first_arg + i];
	}
	return 0;
}

static operand keyword_of(const struct unit *u, const struct row *row, struct str name)
{
	for (u32 i = 0; i < row->arg_count; i++)
		if (str_eq(unit_text(u, u->arg_names[row->first_arg + i]), name))
			return u->args[row->first_arg + i];
	return 0;
}

static void site_value(struct python *y, const struct site *s, fn_id fn, u32 param, struct things *out)
{
	const struct unit *u = unit_of(y, s->fn);
	const struct row *row = &u->rows[s->row];
	const struct fn *f = &y->program->functions[fn];
	struct things callees = {0};
	if (s->decorator != NONE)
		python_values(y, s->fn, arg_of(u, row, s->decorator), &callees);
	else
		callees_of(y, s->fn, row, &callees);
	for (u32 i = 0; i < callees.n; i++) {
		bool is_bound = false;
		if (!is_meant(y, callees.at[i], fn, &is_bound))
			continue;
		if (s->decorator != NONE) {
			if (param == (is_bound ? 1u : 0u))
				python_values(y, s->fn, row->a, out);
			continue;
		}
		operand o = keyword_of(u, row, unit_text(f->unit, f->unit->vars[f->f->first_var + param].name));
		if (!o)
			o = argument_of(u, row, param, is_bound);
		struct things given = {0};
		if (o)
			python_values(y, s->fn, o, &given);
		/* One caller's int or None is not every caller's; a tensor, a module, a function, an object is worth following. */
		for (u32 k = 0; k < given.n; k++) {
			struct str cls = given.at[k].kind == THING_OBJECT ? text_of(y, given.at[k].at) : S("");
			if (given.at[k].kind != THING_OBJECT || str_is(cls, "torch.Tensor") || is_module_class(cls))
				thing_add(out, given.at[k]);
		}
	}
}

void param_value(struct python *y, fn_id fn, u32 param, struct things *out)
{
	const struct program *p = y->program;
	u32 names[4 + HOLDERS], n = 0;
	const struct fn *f = &p->functions[fn];
	struct str own = text_of(y, f->name);
	u32 holders = n = f->f->kind == FN_METHOD ? object_names(y, fn, names) : 0;
	if (f->f->kind == FN_METHOD && (str_is(own, "__init__") || str_is(own, "__call__") || str_is(own, "forward"))) {
		u32 cls = idmap_get(&y->class_of, (u64)f->file << 32 | f->f->cls);
		names[n++] = cls != NONE && str_is(own, "__init__") ? y->classes.at[cls].name : f->name;
	}
	names[n++] = f->name;
	for (const struct fn *at = f; at->f->parent != NONE && n < COUNT(names);) {
		at = &p->functions[program_fn(p, at->file, at->f->parent)];
		names[n++] = at->name;
	}
	u32 seen = 0;
	struct things decorated = {0};
	for (u32 k = 0; k < n; k++) {
		if (k && names[k] == names[k - 1])
			continue;
		if (k >= holders && (f->f->kind != FN_METHOD || !is_common_method(y, names[k])))
			python_miss(y, MISS_CALLERS, names[k], 0);
		for (u32 i = chain_first(&y->sites, names[k]); i != NONE; i = chain_next(&y->sites, i)) {
			if (seen++ >= SITES) {
				out->is_cut = true;
				return;
			}
			const struct site *s = &y->all_sites.at[y->sites.links.at[i].value];
			site_value(y, s, fn, param, s->decorator != NONE ? &decorated : out);
		}
	}
	/* What many functions are decorated with may run any of them, and whoever calls one is known to run that one. */
	if (decorated.n <= SAME_NAME)
		things_add(out, &decorated);
	out->is_cut |= decorated.n > SAME_NAME;
}

/* ---- the questions of python.h ---- */

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

static void put_thing(struct python *y, struct answer *a, struct thing t)
{
	struct things more = {0};
	switch ((enum thing_kind)t.kind) {
	case THING_FUNCTION: put_target(a, t.at, how_of(t)); break;
	case THING_CLASS: put_constructor(y, a, t); break;
	case THING_INSTANCE:
		object_call(y, t, &more);
		a->is_cut |= more.is_cut;
		for (u32 i = 0; i < more.n; i++)
			if (more.at[i].kind == THING_FUNCTION)
				put_target(a, more.at[i].at, how_of(more.at[i]) | (how_of(t) & HOW_PARTIAL));
			else if (more.at[i].kind == THING_EXTERNAL)
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

static bool is_device_decorator(struct str name)
{
	static const char *const names[] = {
		"triton.jit", "triton.autotune", "triton.heuristics", "triton.runtime.jit.jit", "triton.experimental.gluon.jit", "numba.cuda.jit",
		"warp.kernel", "warp.func", "cupyx.jit.rawkernel", "cutlass.cute.kernel", "cuda.tile.kernel", "helion.kernel", "tilelang.jit",
	};
	return str_is_any(name, names, COUNT(names)) || (str_starts(name, "triton.") && str_ends(name, ".jit"));
}

static bool is_decorated_for_device(struct python *y, fn_id fn)
{
	const struct unit *u = unit_of(y, fn);
	const struct row *row = y->define_row[fn] ? &u->rows[y->define_row[fn] - 1] : NULL;
	for (u32 i = 0; row && i < row->arg_count; i++) {
		struct things values = {0};
		python_values(y, y->define_in[fn], arg_of(u, row, i), &values);
		for (u32 k = 0; k < values.n; k++) {
			struct str name = values.at[k].kind == THING_EXTERNAL || values.at[k].kind == THING_OBJECT ? text_of(y, values.at[k].at) : S("");
			name.n -= str_ends(name, "()") ? 2 : 0; /* @triton.autotune(...) */
			if (is_device_decorator(name))
				return true;
		}
	}
	return false;
}

bool python_is_device(struct program *p, fn_id fn)
{
	struct python *y = p->link->python;
	u32 known = idmap_get(&y->devices, fn);
	if (known == NONE) {
		const struct fn *f = &p->functions[fn];
		y->depth = y->steps = 0;
		known = is_decorated_for_device(y, fn) || (f->f->parent != NONE && python_is_device(p, program_fn(p, f->file, f->f->parent)));
		idmap_put(y->arena, &y->devices, fn, known);
	}
	return known;
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

enum python_receiver python_object(struct program *p, fn_id in, operand o, struct str *cls)
{
	struct python *y = p->link->python;
	struct things values = {0};
	enum python_receiver best = RECEIVER_UNKNOWN;
	*cls = S("");
	y->depth = y->steps = 0;
	python_values(y, in, o, &values);
	for (u32 i = 0; i < values.n; i++) {
		struct thing t = values.at[i];
		struct str name = t.kind == THING_INSTANCE ? text_of(y, y->classes.at[t.at].qualified)
		                  : t.kind == THING_OBJECT ? text_of(y, t.at)
		                  : t.kind == THING_LIST || t.kind == THING_TYPED || t.kind == THING_FACTORY ? S("list")
		                                           : S("");
		if (t.kind == THING_EXTERNAL || t.kind == THING_STORED || t.kind == THING_CELLS || str_ends(name, "()"))
			continue;
		if (str_is(name, "torch.Tensor")) {
			*cls = name;
			return RECEIVER_TENSOR;
		}
		if (!cls->n)
			*cls = name;
		best = RECEIVER_OTHER;
	}
	return best;
}

struct str python_name(struct program *p, fn_id in, operand o)
{
	struct python *y = p->link->python;
	struct things values = {0};
	y->depth = y->steps = 0;
	python_values(y, in, o, &values);
	for (u32 i = 0; i < values.n; i++)
		if (values.at[i].kind == THING_EXTERNAL)
			return text_of(y, values.at[i].at);
	return S("");
}

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

static struct python_call find_getters(struct program *p, fn_id in, const struct place *place)
{
	struct python *y = p->link->python;
	struct answer a = {0};
	struct things now = {0};
	y->depth = y->steps = 0;
	python_values(y, in, place->base, &now);
	for (u32 s = 0; s < PLACE_STEPS && place->kinds[s] == STEP_FIELD; s++) {
		struct things next = {0};
		u32 name = name_id(y, y->program->functions[in].file, place->names[s]);
		for (u32 i = 0; i < now.n; i++) {
			struct things getters = {0};
			if (now.at[i].kind == THING_INSTANCE)
				class_properties(y, now.at[i], name, &getters);
			for (u32 k = 0; k < getters.n; k++)
				put_target(&a, getters.at[k].at, HOW_PROPERTY | HOW_BOUND);
			attribute_value(y, now.at[i], name, &next);
		}
		now = next;
	}
	return finish(y, &a);
}

u32 python_holder(struct program *p, fn_id in, operand o, struct python_class out[PYTHON_HOLDERS])
{
	struct python *y = p->link->python;
	const struct place *place = operand_kind(o) == OPD_PLACE ? &unit_of(y, in)->places[operand_index(o)] : NULL;
	struct things now = {0};
	u32 n = 0;
	y->depth = y->steps = 0;
	if (place)
		python_values(y, in, place->base, &now);
	for (u32 s = 0; place && s + 1 < PLACE_STEPS && place->kinds[s + 1] != STEP_END; s++) {
		struct things next = {0};
		for (u32 i = 0; i < now.n && place->kinds[s] == STEP_FIELD; i++)
			attribute_value(y, now.at[i], name_id(y, p->functions[in].file, place->names[s]), &next);
		for (u32 i = 0; i < now.n && place->kinds[s] == STEP_ELEMENT; i++)
			element_value(y, now.at[i], S(""), &next);
		now = next;
	}
	for (u32 i = 0; i < now.n && n < PYTHON_HOLDERS; i++)
		if (now.at[i].kind == THING_INSTANCE)
			out[n++] = (struct python_class){y->classes.at[now.at[i].at].file, y->classes.at[now.at[i].at].qualified};
	return n;
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
	struct python_call c = find_getters(p, in, &unit_of(y, in)->places[operand_index(o)]);
	vec_push(y->arena, &y->calls, c);
	idmap_put(y->arena, &y->getters_of, key, y->calls.n - 1);
	return c;
}

operand python_argument(const struct program *p, fn_id in, const struct row *row, const struct python_target *target, u32 param)
{
	const struct fn *f = &p->functions[target->fn];
	const struct unit *u = p->functions[in].unit;
	if (param >= f->f->param_count || target->how & (HOW_CALLBACK | HOW_PARTIAL | HOW_PROPERTY))
		return 0;
	operand o = keyword_of(u, row, unit_text(f->unit, f->unit->vars[f->f->first_var + param].name));
	if (o)
		return o;
	if (target->how & HOW_BOUND && !param)
		return row->flags & RF_MEMBER && !(target->how & HOW_CONSTRUCT) ? row->a : 0;
	return argument_of(u, row, param, target->how & HOW_BOUND ? 1 : 0);
}
