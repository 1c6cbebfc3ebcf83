/* What an operand may be: values are followed from what is assigned, in no order of execution. */
#include "graph/python_link.h"

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
		thing_add(out, thing_make(is_class ? THING_CLASS : THING_INSTANCE, cls, 0, y->is_own ? THING_EXACT : 0));
}

/* list[nn.Module]: the modules are of classes of the program that are not named here. */
static bool is_of_modules(struct python *y, struct thing t)
{
	struct things elements = {0};
	if (t.kind != THING_TYPED)
		return false;
	element_type_value(y, t, S(""), &elements);
	for (u32 i = 0; i < elements.n; i++)
		if (elements.at[i].kind != THING_OBJECT || is_module_class(text_of(y, elements.at[i].at)))
			return elements.at[i].kind == THING_OBJECT;
	return false;
}

/* nn.Module and nothing else: some class of the program's that is not named. */
static bool is_some_module(struct python *y, const struct things *t)
{
	return t->n == 1 && t->at[0].kind == THING_OBJECT && is_module_class(text_of(y, t->at[0].at));
}

/* Objects of classes of the program, and of no others. */
static bool are_objects(const struct things *t)
{
	bool are = t->n && !t->is_cut;
	for (u32 i = 0; i < t->n; i++)
		are &= t->at[i].kind == THING_INSTANCE;
	return are;
}

/* What is known of the elements says more than the annotation of a container. */
static void things_filled(struct things *to, const struct things *typed, const struct things *filled)
{
	bool is_filled = false;
	for (u32 i = 0; i < filled->n; i++)
		is_filled |= is_container_thing(filled->at[i]) && filled->at[i].kind != THING_TYPED;
	for (u32 i = 0; i < typed->n; i++)
		if (!is_filled || typed->at[i].kind != THING_TYPED)
			thing_add(to, typed->at[i]);
	things_add(to, filled);
}

/* An annotation that only tells how the object is used: a protocol, a list of type variables. */
static bool is_protocol(struct python *y, const struct things *t)
{
	for (u32 i = 0; i < t->n; i++) {
		struct things elements = {0};
		if (t->at[i].kind == THING_TYPED)
			element_type_value(y, t->at[i], S(""), &elements);
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
	if (is_param && out->n == 1 && is_of_modules(y, out->at[0])) {
		struct things typed = *out, given = {0};
		param_value(y, fn, index, &given);
		*out = (struct things){0};
		things_filled(out, &typed, &given);
	} else if (is_param && is_some_module(y, out)) {
		struct things given = {0};
		if (v->value)
			python_values(y, fn, v->value, &given);
		param_value(y, fn, index, &given);
		if (are_objects(&given))
			*out = given;
	} else if (is_param && (!out->n || is_protocol(y, out))) {
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

/* [a] + blocks: elements of both. */
static bool add_containers(const struct things *from, struct things *out)
{
	bool is_any = false;
	for (u32 i = 0; i < from->n; i++)
		if (is_container_thing(from->at[i])) {
			thing_add(out, from->at[i]);
			is_any = true;
		}
	return is_any;
}

static void operation_value(struct python *y, fn_id fn, const struct row *row, struct things *out)
{
	struct things left = {0}, right = {0};
	python_values(y, fn, row->a, &left);
	if (row->op == ROW_UNARY && (row->sub == OP_AWAIT || row->sub == OP_NONE || row->sub == OP_FORMAT)) {
		things_add(out, &left);
		return;
	}
	if (row->op == ROW_BINARY)
		python_values(y, fn, row->b, &right);
	bool is_bool = row->sub == OP_NOT || row->sub == OP_IS || row->sub == OP_IS_NOT || row->sub == OP_IN || row->sub == OP_NOT_IN;
	if (is_bool)
		thing_add(out, thing_make(THING_OBJECT, text_id(y, S("bool")), 0, 0));
	else if (row->op == ROW_BINARY && row->sub == OP_ADD && (add_containers(&left, out) | add_containers(&right, out)))
		return;
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

/* A generator's calls give what it yields, at least to a with statement. False if nothing is known of some of it. */
static bool returned_value(struct python *y, fn_id fn, struct things *out)
{
	const struct function *f = y->program->functions[fn].f;
	const struct unit *u = unit_of(y, fn);
	bool is_all = true;
	for (u32 r = f->first_row, seen = 0; r < f->first_row + f->row_count && seen < PYTHON_THINGS; r++)
		if (u->rows[r].op == ROW_RETURN || u->rows[r].op == ROW_YIELD) {
			struct things one = {0};
			python_values(y, fn, u->rows[r].a, &one);
			is_all &= one.n > 0;
			things_add(out, &one);
			seen++;
		}
	return is_all;
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
	if (value.n == 1 && value.at[0].kind == THING_TYPED) {
		struct things typed = value, returned = {0};
		returned_value(y, fn, &returned);
		value = (struct things){0};
		things_filled(&value, &typed, &returned);
	} else if (is_some_module(y, &value)) {
		struct things returned = {0};
		if (returned_value(y, fn, &returned) && are_objects(&returned))
			value = returned;
	} else if (!value.n) {
		returned_value(y, fn, &value);
	}
	end_memo(y, &y->results_of, fn, mark, &value);
	things_add(out, &value);
}
