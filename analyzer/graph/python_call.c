/* Calls: what is called, and what it gives. */
#include "graph/python_link.h"

/* The methods of that name, if so few classes have one that the name is as good as a type; of more, those that take what is given, by its names. */
static void by_name(struct python *y, fn_id fn, const struct row *row, u32 name, struct things *out)
{
	enum { LOOKED_AT = 64 };
	if (is_common_method(y, name))
		return;
	python_miss(y, MISS_METHOD, name, 0);
	u32 n = 0, fitting = 0, first = chain_first(&y->methods, name);
	for (u32 i = first; i != NONE && n <= LOOKED_AT; i = chain_next(&y->methods, i))
		n++;
	bool is_few = n <= SAME_NAME;
	for (u32 i = first; i != NONE && !is_few && n <= LOOKED_AT; i = chain_next(&y->methods, i))
		fitting += call_fits(y, fn, row, y->methods.links.at[i].value);
	if (!is_few && (!fitting || fitting > SAME_NAME)) {
		out->is_cut = true;
		return;
	}
	for (u32 i = first; i != NONE; i = chain_next(&y->methods, i))
		if (is_few || call_fits(y, fn, row, y->methods.links.at[i].value))
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
		/* Function.apply of torch.autograd runs the class's forward, and hands it a context first. */
		bool is_apply = object.kind == THING_CLASS && str_is(text_of(y, name), "apply") && is_function_class(y, object.at);
		struct things found = {0};
		if (is_apply)
			method = text_id(y, S("forward"));
		attribute_value(y, object, method, &found);
		for (u32 k = 0; k < found.n; k++)
			found.at[k].flags |= is_apply && found.at[k].kind == THING_FUNCTION ? THING_BOUND : 0;
		things_add(out, &found);
	}
	out->is_cut |= objects.is_cut;
	if (!is_known)
		by_name(y, fn, row, name, out);
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
void object_call(struct python *y, struct thing object, struct things *out)
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

/* torch.ops.space.name: what was registered under the name, else the only function so called. */
void operator_functions(struct python *y, struct str name, struct things *out)
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

/* The parameter that the function calls itself, or NONE: make_layers(n, make_one). */
static u32 called_param(const struct python *y, fn_id fn)
{
	const struct function *f = y->program->functions[fn].f;
	const struct unit *u = unit_of(y, fn);
	for (u32 r = f->first_row; r < f->first_row + f->row_count; r++)
		if (u->rows[r].op == ROW_CALL && !(u->rows[r].flags & RF_MEMBER) && operand_kind(u->rows[r].a) == OPD_VAR && operand_index(u->rows[r].a) < f->param_count)
			return operand_index(u->rows[r].a);
	return NONE;
}

/* The function gives containers, and calls what it is handed: here they are filled with what this call hands over, whatever others do. */
static void filled_result(struct python *y, fn_id fn, const struct row *row, struct thing callee, struct things *out)
{
	struct things given = {0}, makers = {0};
	function_result(y, callee.at, &given);
	bool has_container = false, is_maker = false;
	for (u32 i = 0; i < given.n; i++)
		has_container |= is_container_thing(given.at[i]);
	u32 param = has_container ? called_param(y, callee.at) : NONE;
	struct python_target target = {callee.at, callee.flags & THING_BOUND ? HOW_BOUND : 0};
	operand maker = param == NONE ? 0 : python_argument(y->program, fn, row, &target, param);
	if (maker)
		python_values(y, fn, maker, &makers);
	for (u32 i = 0; i < makers.n; i++)
		is_maker |= makers.at[i].kind == THING_FUNCTION || makers.at[i].kind == THING_CLASS;
	for (u32 i = 0; i < given.n; i++)
		if (!is_maker || !is_container_thing(given.at[i]))
			thing_add(out, given.at[i]);
	if (is_maker)
		thing_add(out, thing_make(THING_MADE, fn, maker, 0));
	out->is_cut |= given.is_cut && !is_maker;
}

void made_value(struct python *y, struct thing made, struct things *out)
{
	struct things makers = {0};
	if (y->depth >= PYTHON_DEPTH || y->steps++ >= PYTHON_STEPS)
		return;
	y->depth++;
	python_values(y, made.at, made.with, &makers);
	for (u32 i = 0; i < makers.n; i++)
		if (makers.at[i].kind == THING_FUNCTION)
			function_result(y, makers.at[i].at, out);
		else if (makers.at[i].kind == THING_CLASS)
			thing_add(out, thing_make(THING_INSTANCE, makers.at[i].at, 0, THING_EXACT));
	y->depth--;
}

/* An object of the class, or of those that its __new__ chooses among. */
static void constructed_value(struct python *y, struct thing cls, struct things *out)
{
	struct thing object = thing_make(THING_INSTANCE, cls.at, 0, cls.flags & THING_DERIVED ? 0 : THING_EXACT);
	struct things makers = {0}, made = {0};
	bool is_own = true;
	u32 list[ANCESTORS], outside, name = text_id(y, S("__new__")), n = class_ancestors(y, cls.at, list, &outside);
	for (u32 i = 0; i < n; i++)
		if (idmap_get(&y->scopes, SCOPE_KEY(SCOPE_CLASS, list[i], name)) != NONE) {
			class_member(y, cls.at, name, thing_make(THING_CLASS, cls.at, 0, 0), &makers);
			break;
		}
	for (u32 i = 0; i < makers.n; i++)
		if (makers.at[i].kind == THING_FUNCTION)
			function_result(y, makers.at[i].at, &made);
	for (u32 i = 0; i < made.n; i++)
		if (made.at[i].kind == THING_INSTANCE && made.at[i].at != cls.at && !class_is(y, made.at[i].at, cls.at)) {
			thing_add(out, made.at[i]);
			is_own = false;
		}
	if (is_own)
		thing_add(out, object);
}

static void result_of(struct python *y, fn_id fn, const struct row *row, struct thing callee, struct things *out)
{
	switch ((enum thing_kind)callee.kind) {
	case THING_FUNCTION: filled_result(y, fn, row, callee, out); break;
	case THING_CLASS: constructed_value(y, callee, out); break;
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
	case THING_MADE: {
		struct things made = {0};
		made_value(y, callee, &made);
		for (u32 i = 0; i < made.n; i++)
			if (made.at[i].kind != THING_MADE)
				result_of(y, fn, row, made.at[i], out);
		break;
	}
	case THING_MODULE: case THING_LIST: case THING_STORED: case THING_CELLS: case THING_TYPED: case THING_FACTORY: case THING_SUPER: break;
	}
}

/* Where a subclass or a caller says what comes, the annotation of an abstract method, or of a protocol, does not count. */
static bool only_promises(struct python *y, struct thing callee)
{
	struct things called = {0};
	if (callee.kind == THING_INSTANCE)
		object_call(y, callee, &called);
	else
		thing_add(&called, callee);
	bool is_any = false;
	for (u32 i = 0; i < called.n; i++) {
		if (!is_abstract(y, called.at[i]))
			return false;
		is_any = true;
	}
	return is_any;
}

void called_value(struct python *y, fn_id fn, const struct row *row, struct things *out)
{
	struct things callees = {0};
	if (container_method(y, fn, row, out))
		return;
	callees_of(y, fn, row, &callees);
	bool has_other = false;
	for (u32 i = 0; i < callees.n && callees.n > 1; i++)
		has_other |= callees.at[i].kind == THING_FUNCTION && !is_abstract(y, callees.at[i]);
	for (u32 i = 0; i < callees.n; i++)
		if (!has_other || !only_promises(y, callees.at[i]))
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
