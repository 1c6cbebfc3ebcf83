/* Where a value's memory is: what it was made by, what it is part of, what was given, what a name says. */
#include "capture/tensor_local.h"

#include "capture/words.h"

static const struct tensor unknown = {0};

/* The cell without its last step: x of x[i]. */
static u32 object_of_index(const struct body *b, u32 cell) { return cell == NONE ? NONE : b->cells[cell].parent; }

/* The last step of a place, as written: a literal or a name; empty for other expressions. */
static struct str index_text(const struct fn *fn, operand o)
{
	const struct place *p = torch_place(fn, o);
	struct str text = S("");
	for (u32 s = 0; p && s < PLACE_STEPS && p->kinds[s] != STEP_END; s++)
		text = unit_text(fn->unit, p->names[s]);
	return text;
}

/* The index of x[i]. */
static struct tensor index_of(struct question q, u32 row, operand o)
{
	const struct body_row *r = &q.b->rows[row];
	const struct fn *fn = &q.c->program->functions[r->fn];
	struct str text = index_text(fn, o);
	struct tensor t = {0};
	if (key_is_slice(text))
		return unknown;
	if (text.n && (text.p[0] == '-' || (text.p[0] >= '0' && text.p[0] <= '9'))) {
		t.home = HOME_DATA;
		t.is_number = true;
		return t;
	}
	u32 key = idmap_get(&q.b->keys, (u64)r->fn << 32 | o);
	return key == NONE ? unknown : tensor_ask(q, row, key);
}

struct tensor tensor_index_argument(struct question q, u32 row, u32 k, bool is_write)
{
	const struct body_row *r = &q.b->rows[row];
	operand place = q.read ? q.read : is_write ? r->row->dst : r->row->a;
	u32 cell = q.read ? q.read_cell : is_write ? r->dst : r->a;
	if (k == 0)
		return tensor_ask(q, row, object_of_index(q.b, cell));
	if (k == 1)
		return index_of(q, row, place);
	return is_write ? tensor_ask(q, row, r->a) : unknown;
}

static struct tensor of_operation(struct question q, u32 row)
{
	const struct body_row *r = &q.b->rows[row];
	struct tensor a = r->a == NONE ? unknown : tensor_ask(q, row, r->a), b = r->b == NONE ? unknown : tensor_ask(q, row, r->b), t = {0};
	if (r->op == ROW_MOVE) /* x += y */
		return tensor_ask(q, row, r->dst);
	if (r->sub == OP_IS || r->sub == OP_IS_NOT || r->sub == OP_IN || r->sub == OP_NOT_IN || r->sub == OP_NOT) {
		t.home = HOME_DATA;
		return t;
	}
	t.is_tensor = a.is_tensor || b.is_tensor;
	if (a.home == HOME_DEVICE || b.home == HOME_DEVICE)
		t.home = HOME_DEVICE;
	else if (t.is_tensor && (a.home == HOME_UNKNOWN || b.home == HOME_UNKNOWN))
		t.home = HOME_UNKNOWN;
	else if (a.home == b.home || b.home == HOME_DATA || r->b == NONE)
		t.home = a.home;
	else if (a.home == HOME_DATA)
		t.home = b.home;
	t.is_mask = t.is_tensor && (op_is_comparison(r->sub) || (r->sub == OP_COMPLEMENT && a.is_mask) || (r->sub == OP_BITAND && (a.is_mask || b.is_mask)) ||
	                            (r->sub == OP_BITOR && (a.is_mask || b.is_mask)));
	t.is_index = a.is_index && !t.is_mask;
	t.is_number = a.is_number && b.is_number;
	return t;
}

enum { DEFAULT_NOT_ASKED, DEFAULT_HOST, DEFAULT_SET };

/* torch.set_default_device("cuda") somewhere in the file. */
static bool sets_default(const struct capture *c, u32 file)
{
	const struct program *p = c->program;
	const struct unit *u = &p->units[file];
	u8 *known = &c->defaults[file];
	if (*known != DEFAULT_NOT_ASKED || intern_find(&p->names, S("set_default_device")) == NONE)
		return *known == DEFAULT_SET;
	*known = DEFAULT_HOST;
	for (u32 i = 0; i < u->n_rows && *known == DEFAULT_HOST; i++)
		if (u->rows[i].op == ROW_CALL && str_is(unit_text(u, u->rows[i].name), "set_default_device"))
			*known = DEFAULT_SET;
	return *known == DEFAULT_SET;
}

/* Here, or where the capture is begun; or `with torch.device("cuda"):` stands around the row: what names no device need not be on the host. */
static bool has_other_default(struct question q, u32 row)
{
	const struct program *p = q.c->program;
	if (sets_default(q.c, p->functions[q.b->fn].file))
		return true;
	if (q.at != NONE && sets_default(q.c, p->functions[q.c->regions.at[q.c->reached.at[q.at].region].fn].file))
		return true;
	for (u32 i = 0; i < row; i++) {
		u32 at = q.b->rows[i].op == ROW_ENTER ? context_row(q.c, q.b, i) : NONE;
		if (at != NONE && str_is(call_name(q.c, q.b, at), "torch.device"))
			return true;
	}
	return false;
}

/* Where a fresh tensor is put: `device=` decides; without it on the host. */
static u8 placed(struct question q, u32 row)
{
	struct str text;
	struct model_arg device = {S("device"), -1};
	u32 cell = torch_argument(q.c, q.b, row, device, &text);
	if (cell == NONE)
		return has_other_default(q, row) ? HOME_UNKNOWN : HOME_HOST;
	if (str_starts(text, "cpu") || str_is(text, "meta"))
		return HOME_HOST;
	return str_is(text, "None") ? HOME_UNKNOWN : HOME_DEVICE;
}

static bool makes_mask(struct str name)
{
	static const char *const names[] = {"eq", "ne", "lt", "le", "gt", "ge", "isnan", "isinf", "isfinite", "logical_and", "logical_or", "logical_not", "isin"};
	for (u32 i = 0; i < COUNT(names); i++)
		if (str_ends(name, names[i]) && name.n > str_of(names[i]).n && name.p[name.n - str_of(names[i]).n - 1] == '.')
			return true;
	return false;
}

/* Both ways: what they agree in. */
static struct tensor join(struct tensor a, struct tensor b)
{
	struct tensor t = {.home = a.home == b.home ? a.home : (u8)HOME_UNKNOWN, .is_tensor = a.is_tensor && b.is_tensor, .is_mask = a.is_mask && b.is_mask,
	                   .is_index = a.is_index && b.is_index, .is_number = a.is_number && b.is_number, .is_list = a.is_list && b.is_list};
	return t;
}

/* What the one function of the program that is called returns, in all its returns. */
static struct tensor of_function(struct question q, const struct call_target *callee)
{
	const struct body *b = callee->n == 1 && callee->is_complete && program_is_python(q.c->program, callee->at[0]) ? capture_body(q.c, callee->at[0]) : NULL;
	struct tensor t = {0};
	u32 seen = 0;
	for (u32 row = 0; b && row < b->n; row++) {
		if (b->rows[row].op == ROW_YIELD)
			return unknown;
		if (b->rows[row].op != ROW_RETURN || b->rows[row].a == NONE)
			continue;
		struct question there = {.c = q.c, .b = b, .at = NONE, .depth = q.depth + 1, .left = q.left};
		struct tensor one = tensor_ask(there, row, b->rows[row].a);
		t = seen++ ? join(t, one) : one;
	}
	return t;
}

static struct tensor of_result(struct question q, u32 row)
{
	if (q.b->rows[row].op == ROW_CALL && q.b->rows[row].callee.n && !(q.b->rows[row].flags & RF_CONSTRUCT))
		return of_function(q, &q.b->rows[row].callee);
	const struct torch_op *op = torch_chosen(q, row);
	struct tensor t = {0}, from = {0};
	struct str text, name = torch_name(q.c, q.b, row);
	struct model_arg first = {S(""), 0};
	/* np.cumsum(lens): its tolist() waits for nobody. */
	if (!op && str_starts(name, "numpy."))
		return (struct tensor){.home = HOME_HOST};
	if (!op)
		return unknown;
	u32 source = torch_argument(q.c, q.b, row, first, &text);
	t.is_tensor = true;
	t.is_mask = makes_mask(name);
	switch ((enum torch_gives)op->gives) {
	case GIVES_NEW: case GIVES_VIEW: case GIVES_MAYBE: case GIVES_SELF:
		from = source == NONE ? unknown : tensor_ask(q, row, source);
		t.is_mask = t.is_mask || (op->gives != GIVES_NEW && from.is_mask);
		t.is_index = from.is_index && op->gives != GIVES_NEW;
		/* An operation of host tensors makes a host tensor; what moves data makes one on the device. */
		bool stays = op->role != TORCH_MOVE && op->role != TORCH_CONVERT;
		t.home = op->role == TORCH_MOVE && op->gives == GIVES_NEW ? HOME_DEVICE : (from.home == HOME_HOST || from.home == HOME_PINNED) && stays ? HOME_HOST : from.home;
		if (t.home == HOME_DATA || t.home == HOME_OTHER)
			t.home = HOME_UNKNOWN;
		return t;
	case GIVES_PLACED:
		t.home = placed(q, row);
		return t;
	case GIVES_HOST_TENSOR:
		t.home = op->traits & TRAIT_PINNED ? HOME_PINNED : HOME_HOST;
		return t;
	case GIVES_HOST:
		t = (struct tensor){.home = HOME_DATA};
		return t;
	case GIVES_NONE: case GIVES_POINTER: case GIVES_OBJECT:
		break;
	}
	return (struct tensor){.home = HOME_OTHER};
}

/* Where nothing shows, what is on the host on purpose says so. */
static struct tensor with_name(struct question q, u32 cell, struct tensor t)
{
	if (t.home == HOME_UNKNOWN && says_host(body_cell_name(q.c->program, q.b, cell)))
		t.home = HOME_HOST;
	return t;
}

static struct tensor of_annotation(struct str type)
{
	struct tensor t = {0};
	if (str_has(type, "Tensor") && !str_has(type, "List") && !str_has(type, "list") && !str_has(type, "Dict") && !str_has(type, "dict") && !str_has(type, "Tuple") &&
	    !str_has(type, "tuple")) {
		t.is_tensor = true;
		return t;
	}
	bool is_number = str_is(type, "int") || str_is(type, "float") || str_is(type, "bool") || str_is(type, "str");
	bool is_list = str_starts(type, "List[") || str_starts(type, "list[") || str_is(type, "list") || str_is(type, "List") || str_starts(type, "Sequence[");
	if (is_number || (is_list && !str_has(type, "Tensor"))) {
		t.home = HOME_DATA;
		t.is_number = is_number;
		t.is_list = is_list;
	}
	return t;
}

/* What the way of the capture gives for a parameter. */
static struct tensor of_given(struct question q, u32 param)
{
	if (q.at == NONE)
		return unknown;
	const struct reached *r = &q.c->reached.at[q.at];
	if (r->from == NONE || r->body != q.b)
		return unknown;
	const struct reached *from = &q.c->reached.at[r->from];
	u32 cell = call_argument(q.c, from->body, r->from_row, r->fn, param);
	struct question above = {.c = q.c, .b = from->body, .at = r->from, .depth = q.depth + 1, .left = q.left};
	return cell == NONE ? unknown : tensor_ask(above, r->from_row, cell);
}

static struct tensor of_param(struct question q, u32 cell)
{
	const struct fn *fn = &q.c->program->functions[q.b->fn];
	u32 param = q.b->cells[cell].param;
	const struct var *v = &fn->unit->vars[fn->f->first_var + param];
	struct tensor t = of_annotation(unit_text(fn->unit, v->type)), given = of_given(q, param);
	return given.home != HOME_UNKNOWN || given.is_tensor ? given : t;
}

static struct tensor of_attribute(struct question q, u32 cell)
{
	struct tensor t = {0};
	const struct attribute_write *w;
	u32 n = attribute_writes(q.c, q.b, cell, &w), seen = 0;
	for (u32 i = 0; i < n && n <= 8; i++) {
		const struct body *b = capture_body(q.c, w[i].fn);
		u32 row = w[i].row;
		if (row >= b->n || b->rows[row].a == NONE || b->cells[b->rows[row].a].kind == CELL_ZERO)
			continue; /* None first */
		struct question there = {.c = q.c, .b = b, .at = NONE, .depth = q.depth + 1, .left = q.left};
		struct tensor one = tensor_ask(there, row, b->rows[row].a);
		t = seen++ ? join(t, one) : one;
	}
	return t;
}

/* A member or element of something outside: x[i] is part of x, wherever that is. */
static struct tensor of_place(struct question q, u32 row, u32 cell)
{
	struct tensor t = of_attribute(q, cell);
	const struct cell *of = &q.b->cells[cell];
	if (t.home == HOME_UNKNOWN && !t.is_tensor && of->is_element && of->parent != NONE) {
		struct tensor whole = tensor_ask(q, row, of->parent);
		if (whole.is_tensor || whole.home == HOME_HOST)
			return whole; /* else it is of a list or dict */
	}
	return t;
}

static struct tensor of_value(struct question q, u32 row, struct value v)
{
	struct tensor t = {0};
	switch ((enum value_kind)v.kind) {
	case VALUE_PARAM:
		return with_name(q, v.cell, of_param(q, v.cell));
	case VALUE_CONSTANT:
		t.home = q.b->cells[v.cell].kind == CELL_FUNCTION ? HOME_OTHER : HOME_DATA;
		t.is_number = t.home == HOME_DATA;
		return t;
	case VALUE_PLACE:
		return with_name(q, v.cell, of_place(q, row, v.cell));
	case VALUE_RESULT:
		return of_result(q, v.row);
	case VALUE_OPERATION:
		return of_operation(q, v.row);
	case VALUE_UNKNOWN: case VALUE_WRITTEN: case VALUE_ITEM:
		break;
	}
	return t;
}

struct tensor tensor_ask(struct question q, u32 row, u32 cell)
{
	struct value values[VALUES];
	if (++q.depth > DEPTH || cell == NONE || !*q.left)
		return unknown;
	q.read = 0; /* of the row at hand alone */
	--*q.left;
	u32 n = values_of(capture_values(q.c, q.b), row, cell, values);
	struct tensor t = {0};
	for (u32 i = 0; i < n; i++) {
		struct tensor one = of_value(q, row, values[i]);
		t = i ? join(t, one) : one;
	}
	return with_name(q, cell, t);
}

struct tensor tensor_at(const struct capture *c, const struct body *b, u32 at, u32 row, u32 cell)
{
	u32 left = STEPS;
	struct question q = {.c = c, .b = b, .at = at, .left = &left};
	return tensor_ask(q, row, cell);
}
