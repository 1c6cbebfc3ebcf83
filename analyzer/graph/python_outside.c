/* Calls of what is outside the program, and what they give: builtins, containers and their methods, torch. */
#include "graph/python_link.h"

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

/* d.get(k), l.pop(), d.values() of containers whose elements are known. */
bool container_method(struct python *y, fn_id fn, const struct row *row, struct things *out)
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

/* model.eval(), model.to(device): torch.nn.Module gives itself. */
static bool gives_itself(struct thing callee, struct str name)
{
	static const char *const names[] = {"eval", "train", "to", "cuda", "cpu", "half", "float", "double", "bfloat16", "type", "requires_grad_", "apply", "to_empty", "share_memory"};
	struct str last = str_behind(name, '.');
	return callee.flags & THING_METHOD && is_module_class((struct str){name.p, name.n - last.n - (last.n < name.n)}) && str_is_any(last, names, COUNT(names));
}

/* map(make_block, sizes), make_layers(n, lambda i: Block(i)) of another library: the function that makes objects of the program, or 0. */
static operand maker_of(struct python *y, fn_id fn, const struct row *row)
{
	const struct unit *u = unit_of(y, fn);
	for (u32 i = 0; i < row->arg_count; i++) {
		operand o = arg_of(u, row, i);
		struct things makers = {0}, made = {0};
		if (operand_kind(o) != OPD_FUNCTION && operand_kind(o) != OPD_GLOBAL && operand_kind(o) != OPD_VAR)
			continue;
		python_values(y, fn, o, &makers);
		if (makers.n != 1 || makers.at[0].kind != THING_FUNCTION)
			continue;
		function_result(y, makers.at[0].at, &made);
		for (u32 k = 0; k < made.n; k++)
			if (made.at[k].kind == THING_INSTANCE)
				return o;
	}
	return 0;
}

void external_call(struct python *y, fn_id fn, const struct row *row, struct thing callee, struct things *out)
{
	struct str name = text_of(y, callee.at), cls = result_class(name);
	u32 traits = external_traits(y, callee.at);
	const struct unit *u = unit_of(y, fn);
	operand first = arg_of(u, row, 0);
	if (str_is(name, "super")) {
		super_value(y, fn, out);
	} else if (gives_itself(callee, name)) {
		python_values(y, fn, row->a, out);
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
		operand maker = callee.flags & THING_METHOD ? 0 : maker_of(y, fn, row);
		if (maker) {
			thing_add(out, thing_make(THING_MADE, fn, maker, 0));
			return;
		}
		strbuf_addf(&text, "%.*s()", (int)name.n, name.p);
		if (text.n < 300)
			thing_add(out, thing_make(THING_OBJECT, text_id(y, strbuf_str(&text)), 0, 0));
		strbuf_release(&text);
	}
}
