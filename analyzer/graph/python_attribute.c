/* What an attribute of a thing is, and an element. */
#include "graph/python_link.h"

#include <string.h>

enum { LONGEST = 400 };

/* The id of `a.b`, NONE if it is too long to be a name. The two are put together once. */
static u32 dotted_id(struct python *y, u32 a, u32 b)
{
	u64 key = (u64)a << 32 | b;
	u32 id = idmap_get(&y->dotted, key);
	struct str before = text_of(y, a), last = text_of(y, b);
	if (id != NONE || before.n + 1 + last.n >= LONGEST)
		return id;
	char text[LONGEST];
	memcpy(text, before.p, before.n);
	text[before.n] = '.';
	memcpy(text + before.n + 1, last.p, last.n);
	id = text_id(y, (struct str){text, before.n + 1 + last.n});
	idmap_put(y->arena, &y->dotted, key, id);
	return id;
}

static void external_member(struct python *y, u32 of, u32 name, u32 flags, struct things *out)
{
	u32 id = dotted_id(y, of, name);
	if (id != NONE)
		thing_add(out, thing_make(THING_EXTERNAL, id, 0, flags));
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
		external_member(y, of.at, name, THING_METHOD, out);
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
		python_want(y, file);
		external_member(y, text_id(y, module_name(y, module)), name, 0, out);
	}
}

void attribute_value(struct python *y, struct thing of, u32 name, struct things *out)
{
	switch ((enum thing_kind)of.kind) {
	case THING_MODULE: module_attribute(y, of.at, name, out); break;
	case THING_CLASS:
	case THING_INSTANCE: class_member(y, of.at, name, of, out); break;
	case THING_EXTERNAL: external_member(y, of.at, name, of.flags & THING_METHOD ? THING_METHOD | THING_DEEP : 0, out); break;
	case THING_OBJECT: object_attribute(y, of, name, out); break;
	case THING_SUPER: super_member(y, of, name, out); break;
	case THING_MADE: {
		struct things made = {0};
		made_value(y, of, &made);
		for (u32 i = 0; i < made.n; i++)
			attribute_value(y, made.at[i], name, out);
		break;
	}
	case THING_FUNCTION: external_member(y, text_id(y, S("function")), name, THING_METHOD, out); break;
	case THING_STORED:
	case THING_CELLS: break;
	case THING_LIST:
	case THING_FACTORY:
	case THING_TYPED: external_member(y, text_id(y, S("list")), name, THING_METHOD, out); break;
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
	if (y->depth >= PYTHON_DEPTH || y->steps++ >= PYTHON_STEPS)
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
	case THING_TYPED: element_type_value(y, of, key, out); break;
	case THING_FACTORY: function_result(y, of.at, out); break;
	case THING_MADE: thing_add(out, of); break;
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
