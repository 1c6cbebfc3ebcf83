/* Operations by their canonical names, and their arguments by position or keyword. */
#include "capture/tensor_local.h"

static bool is_method(struct str name) { return str_starts(name, "Tensor."); }

/* The text of an operand that is a literal or a name. */
static struct str text_of(const struct unit *u, const struct function *f, operand o)
{
	u32 i = operand_index(o);
	switch (operand_kind(o)) {
	case OPD_STRING: case OPD_GLOBAL: case OPD_CAPTURED:
		return unit_text(u, i);
	case OPD_VAR:
		return unit_text(u, u->vars[f->first_var + i].name);
	case OPD_INT:
		return u->ints[i] ? S("True") : S("False");
	case OPD_NULL:
		return S("None");
	default:
		return S("");
	}
}

/* torch.device("cpu", 0) as an argument: the device is written all the same. */
static struct str device_text(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	struct value made = value_of(capture_values(c, b), row, cell);
	const struct body_row *r = made.kind == VALUE_RESULT ? &b->rows[made.row] : NULL;
	if (!r || r->op != ROW_CALL || !r->arg_count || !str_is(call_name(c, b, made.row), "torch.device"))
		return S("");
	const struct fn *fn = &c->program->functions[r->fn];
	return text_of(fn->unit, fn->f, fn->unit->args[r->row->first_arg]);
}

u32 torch_argument(const struct capture *c, const struct body *b, u32 row, struct model_arg which, struct str *text)
{
	const struct body_row *r = &b->rows[row];
	const struct fn *fn = &c->program->functions[r->fn];
	u32 shift = is_method(torch_name(c, b, row)), positional = shift;
	*text = S("");
	if (r->op != ROW_CALL)
		return NONE;
	if (which.position == 0 && shift)
		return r->a;
	for (u32 i = 0; i < r->arg_count && i < r->row->arg_count; i++) {
		u32 at = r->row->first_arg + i;
		struct str name = unit_text(fn->unit, fn->unit->arg_names[at]);
		bool is_it = name.n ? which.keyword.n && str_eq(name, which.keyword) : which.position >= 0 && positional == (u32)(u8)which.position;
		positional += !name.n;
		if (!is_it)
			continue;
		*text = operand_kind(fn->unit->args[at]) == OPD_TEMP ? device_text(c, b, row, b->args[r->first_arg + i]) : text_of(fn->unit, fn->f, fn->unit->args[at]);
		return b->args[r->first_arg + i];
	}
	return NONE;
}

const struct place *torch_place(const struct fn *fn, operand o)
{
	return operand_kind(o) == OPD_PLACE ? &fn->unit->places[operand_index(o)] : NULL;
}

static bool ends_in_element(const struct place *p)
{
	u32 last = 0;
	while (last < PLACE_STEPS && p->kinds[last] != STEP_END)
		last++;
	return last && p->kinds[last - 1] == STEP_ELEMENT;
}

static struct str find_name(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	const struct fn *fn = &c->program->functions[r->fn];
	const struct place *read = torch_place(fn, r->row->a), *written = torch_place(fn, r->row->dst);
	switch ((enum row_op)r->op) {
	case ROW_CALL:
		return call_name(c, b, row);
	case ROW_MOVE:
		if (written && ends_in_element(written))
			return S("Tensor.__setitem__");
		return read && ends_in_element(read) ? S("Tensor.__getitem__") : S("");
	case ROW_BRANCH: case ROW_ASSERT:
		return S("Tensor.__bool__");
	case ROW_UNARY:
		return r->sub == OP_NOT ? S("Tensor.__bool__") : r->sub == OP_FORMAT ? S("Tensor.__format__") : S("");
	default:
		return S("");
	}
}

struct ops *torch_ops(const struct capture *c, const struct body *b)
{
	struct ops **o = &c->ops[b->fn];
	if (!*o) {
		*o = arena_new(c->arena, struct ops);
		**o = (struct ops){arena_array(c->arena, u8, b->n + 1), arena_array(c->arena, struct str, b->n + 1),
		                   (const struct torch_op **)arena_alloc(c->arena, sizeof(void *) * (b->n + 1))};
	}
	return *o;
}

struct str torch_name(const struct capture *c, const struct body *b, u32 row)
{
	struct ops *o = torch_ops(c, b);
	if (!(o->known[row] & NAME_IS_KNOWN)) {
		o->names[row] = find_name(c, b, row);
		o->known[row] |= NAME_IS_KNOWN;
	}
	return o->names[row];
}
