/* Which row of torch.tsv an operation is: the first of its name whose conditions hold. */
#include "capture/tensor_local.h"

#include "capture/generator.h"

static bool is_true(struct str text) { return str_is(text, "True"); }

static bool names_device(struct str text, bool cpu)
{
	return cpu ? str_starts(text, "cpu") : str_starts(text, "cuda") || str_has(text, "device") || str_has(text, "dev");
}

/* An option of an optimizer is given where that is made: Adam(p, capturable=True). True as well if that is out of sight and `is_harmless`. */
static bool is_option_of_object(struct question q, u32 row, const struct torch_when *when, struct str name, bool is_harmless)
{
	const struct body_row *r = &q.b->rows[row];
	struct str text;
	if (!str_starts(name, "torch.optim.") || !(r->flags & RF_MEMBER) || r->a == NONE)
		return false;
	struct value made = value_of(capture_values(q.c, q.b), row, r->a);
	if (made.kind != VALUE_RESULT)
		return is_harmless;
	return torch_argument(q.c, q.b, made.row, when->argument, &text) != NONE && is_true(text);
}

/* `is_harmless`: the row says that nothing happens, so what is not known may be what it asks for. */
static bool holds(struct question q, u32 row, const struct torch_when *when, struct str name, bool is_harmless)
{
	struct str text = S("");
	struct tensor t = {0};
	u32 cell = NONE;
	bool is_index = str_ends(name, "item__"), is_branch = (str_ends(name, "__bool__") || str_ends(name, "__format__")) && q.b->rows[row].op != ROW_CALL;
	if (is_index) {
		t = tensor_index_argument(q, row, (u32)max_u32((u32)(u8)when->argument.position, 0), str_is(name, "Tensor.__setitem__"));
		cell = 0;
	} else if (is_branch) {
		cell = q.b->rows[row].a;
		t = tensor_ask(q, row, cell);
	} else {
		cell = torch_argument(q.c, q.b, row, when->argument, &text);
		if (cell != NONE)
			t = tensor_ask(q, row, cell);
	}
	bool is_given = cell != NONE;
	switch ((enum torch_test)when->test) {
	case WHEN_GIVEN:
		return is_given && !str_is(text, "None");
	case WHEN_MISSING:
		return !is_given || str_is(text, "None");
	case WHEN_TRUE:
		return is_given ? is_true(text) : is_option_of_object(q, row, when, name, is_harmless);
	case WHEN_FALSE:
		return !is_given || str_is(text, "False");
	case WHEN_CPU:
		return is_given && names_device(text, true);
	case WHEN_CUDA:
		return is_given && !names_device(text, true) && names_device(text, false);
	case WHEN_DEVICE:
		return t.home == HOME_DEVICE;
	case WHEN_HOST:
		return t.home == HOME_HOST || t.home == HOME_PINNED;
	case WHEN_PINNED:
		return t.home == HOME_PINNED;
	case WHEN_DATA:
		return t.home == HOME_DATA;
	case WHEN_NUMBER: case WHEN_ELEMENT: /* of how many dimensions isn't known: an integer is taken to be enough of them */
		return t.is_number || (is_harmless && is_given && t.home == HOME_UNKNOWN && !t.is_tensor);
	case WHEN_LIST:
		return t.is_list;
	case WHEN_MASK:
		return t.is_mask && (t.home == HOME_DEVICE || (q.read && t.home == HOME_UNKNOWN));
	case WHEN_INDEX:
		return t.is_tensor && !t.is_mask && t.home == HOME_DEVICE;
	case WHEN_OWN:
		return is_given && is_unregistered_generator(q.c, q.b, row, cell);
	case WHEN_SCALAR:
		return false;
	}
	return false;
}

static const struct torch_op *find_row(struct question q, u32 row)
{
	struct str name = q.read ? S("Tensor.__getitem__") : torch_name(q.c, q.b, row);
	const struct torch_op *op = name.n ? models_torch(q.c->program->models, name) : NULL;
	for (; op; op = op->has_more ? op + 1 : NULL) {
		bool all = true;
		for (u32 i = 0; i < op->whens && all; i++)
			all = holds(q, row, &op->when[i], name, op->capture == TORCH_OK);
		if (all)
			return op;
	}
	return NULL;
}

const struct torch_op *torch_chosen(struct question q, u32 row)
{
	struct ops *o = torch_ops(q.c, q.b);
	if (q.at != q.c->of[q.b->fn] || q.depth > 1)
		return o->known[row] & OP_IS_KNOWN ? o->at[row] : find_row(q, row);
	if (!(o->known[row] & OP_IS_KNOWN)) {
		o->at[row] = find_row(q, row);
		o->known[row] |= OP_IS_KNOWN;
	}
	return o->at[row];
}

const struct torch_op *torch_at(const struct capture *c, const struct body *b, u32 at, u32 row)
{
	u32 left = STEPS;
	struct question q = {.c = c, .b = b, .at = at, .left = &left};
	return torch_chosen(q, row);
}

const struct torch_op *torch_read_at(const struct capture *c, const struct body *b, u32 at, u32 row, operand o, u32 cell)
{
	u32 left = STEPS;
	const struct fn *fn = &c->program->functions[b->rows[row].fn];
	const struct place *p = torch_place(fn, o);
	if (!p || operand_kind(p->key) == OPD_NONE || cell == NONE || b->cells[cell].parent == NONE)
		return NULL;
	struct question q = {c, b, at, 0, &left, o, cell};
	struct tensor whole = tensor_ask(q, row, b->cells[cell].parent);
	/* What is handed to code that is captured is most likely on the device. */
	return whole.is_tensor && (whole.home == HOME_DEVICE || whole.home == HOME_UNKNOWN) ? find_row(q, row) : NULL;
}
