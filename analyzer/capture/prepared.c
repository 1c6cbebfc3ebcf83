#include "capture/prepared.h"

#include "capture/local.h"
#include "capture/tensor.h"
#include "graph/dominate.h"
#include "index/index.h"

bool speaks_of_graphs(struct str name) { return index_speaks_of_graphs(name); }

/* What is on the host on purpose says so. */
static bool sounds_host(struct str name)
{
	static const char *const words[] = {"cpu", "CPU", "host", "pin", "numpy", "_np", "np_"};
	return str_has_any(name, words, COUNT(words));
}

static struct str name_of(const struct capture *c, const struct body *b, u32 cell)
{
	return body_cell_name(c->program, b, cell);
}

static struct str last_part(struct str name)
{
	for (size_t i = name.n; i-- > 0;)
		if (name.p[i] == '.' || name.p[i] == ':')
			return (struct str){name.p + i + 1, name.n - i - 1};
	return name;
}

static bool has_keyword(const struct fn *fn, const struct row *row, const char *keyword)
{
	for (u32 i = 0; i < row->arg_count; i++)
		if (str_is(unit_text(fn->unit, fn->unit->arg_names[row->first_arg + i]), keyword))
			return true;
	return false;
}

/* ---- x[3] = number ---- */

static bool is_integer_key(struct str key)
{
	if (key.n && key.p[0] == '-')
		key = (struct str){key.p + 1, key.n - 1};
	for (size_t i = 0; i < key.n; i++)
		if (key.p[i] < '0' || key.p[i] > '9')
			return false;
	return key.n;
}

/* Some operation of tensors of this function is given the array, or a slice of it is written. */
static bool is_used_as_tensor(const struct capture *c, const struct body *b, u32 array)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		bool is_torch = r->op == ROW_CALL && str_starts(torch_name(c, b, row), "torch.");
		for (u32 i = 0; is_torch && i < r->arg_count; i++) {
			u32 arg = b->args[r->first_arg + i];
			if (arg != NONE && (arg == array || b->cells[arg].parent == array))
				return true;
		}
	}
	return false;
}

/* The name of a condition that must hold for the row to run and speaks of graphs. */
static struct str graph_condition(const struct capture *c, const struct body *b, u32 row)
{
	struct str found = S("");
	for (u32 i = row; i-- > 0 && !found.n;) {
		struct str name = b->rows[i].op == ROW_BRANCH ? name_of(c, b, b->rows[i].a) : S("");
		if (speaks_of_graphs(name) && edge_stands_before(capture_dominators(c, b, true), i, b->rows[i].target, row))
			found = name;
	}
	return found;
}

static void look_at_write(const struct capture *c, const struct body *b, u32 row, struct arena *a, prepared_list *out)
{
	const struct body_row *r = &b->rows[row];
	bool is_write = r->op == ROW_MOVE && r->flags & RF_INPLACE && r->sub == OP_NONE && r->dst != NONE && b->cells[r->dst].is_element;
	bool is_number = is_write && r->a != NONE && (b->cells[r->a].kind == CELL_ZERO || b->cells[r->a].kind == CELL_NONZERO);
	if (!is_number || !is_integer_key(name_of(c, b, r->dst)))
		return;
	u32 array = b->cells[r->dst].parent;
	struct str name = name_of(c, b, array), fn = unit_text(c->program->functions[b->fn].unit, c->program->functions[b->fn].f->name);
	struct tensor t = tensor_at(c, b, NONE, row, array);
	bool is_tensor = (t.is_tensor && t.home == HOME_DEVICE) || (t.home == HOME_UNKNOWN && !sounds_host(name) && is_used_as_tensor(c, b, array));
	struct str why = is_tensor ? graph_condition(c, b, row) : S("");
	if (is_tensor && !why.n && speaks_of_graphs(fn))
		why = fn;
	/* Beside a capture of its own the function prepares it, once. */
	u32 at = c->of[b->fn];
	bool is_beside = at != NONE && c->regions.at[c->reached.at[at].region].fn == b->fn && c->regions.at[c->reached.at[at].region].row != NONE;
	if (is_beside && !capture_has(&c->reached.at[at], row))
		return;
	struct prepared p = {.kind = PREPARED_SCALAR, .fn = b->fn, .body = b, .row = row, .what = name, .why = why};
	if (why.n)
		vec_push(a, out, p);
}

/* ---- buffers and uploads ---- */

static bool is_factory(struct str name)
{
	static const char *const names[] = {"zeros", "empty", "ones", "full", "arange"};
	return str_is_any(name, names, COUNT(names));
}

/* A `with torch.device(...)` or the like is open, or the default is set: where things are made is not said at the call. */
static bool has_default_device(const struct capture *c, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		struct str name = r->op == ROW_ENTER || r->op == ROW_CALL ? unit_text(c->program->functions[r->fn].unit, r->row->name) : S("");
		if (r->op == ROW_ENTER ? str_has(name, "evice") || !name.n : str_has(name, "default_device") || str_has(name, "default_tensor_type"))
			return true;
	}
	return false;
}

static void look_at_buffer(const struct capture *c, const struct body *b, u32 row, struct arena *a, prepared_list *out)
{
	const struct body_row *r = &b->rows[row];
	const struct fn *fn = &c->program->functions[b->fn];
	struct str cls = last_part(unit_text(fn->unit, fn->f->cls));
	if (!str_starts(torch_name(c, b, row), "torch.") || has_default_device(c, b))
		return;
	for (u32 i = row + 1; i < b->n && i < row + 3; i++) {
		const struct body_row *stored = &b->rows[i];
		bool is_stored = stored->op == ROW_MOVE && stored->a == r->dst && stored->dst != NONE && b->cells[stored->dst].parent != NONE &&
		                 str_is(name_of(c, b, b->cells[stored->dst].parent), "self") && !b->cells[stored->dst].is_element;
		struct prepared p = {.kind = PREPARED_BUFFER, .fn = b->fn, .body = b, .row = row, .why = cls};
		if (!is_stored || sounds_host(name_of(c, b, stored->dst)))
			continue;
		p.what = name_of(c, b, stored->dst);
		vec_push(a, out, p);
		return;
	}
}

static void look_at_upload(const struct capture *c, const struct body *b, u32 row, struct arena *a, prepared_list *out)
{
	const struct torch_op *op = torch_at(c, b, NONE, row);
	struct prepared p = {.kind = PREPARED_UPLOAD, .fn = b->fn, .body = b, .row = row, .what = torch_name(c, b, row)};
	if (op && op->capture == TORCH_COPY && op->waits && op->traits & TRAIT_SOURCE)
		vec_push(a, out, p);
}

/* ---- candidates ---- */

struct candidates {
	bool has_write, has_buffer, has_upload;
};

static bool is_upload_call(const struct fn *fn, const struct row *row)
{
	struct str name = last_part(unit_text(fn->unit, row->name));
	return (str_is(name, "tensor") || str_is(name, "as_tensor")) && has_keyword(fn, row, "device");
}

static bool is_buffer_call(const struct fn *fn, const struct row *row)
{
	return is_factory(last_part(unit_text(fn->unit, row->name))) && !has_keyword(fn, row, "device") && !has_keyword(fn, row, "pin_memory") &&
	       !has_keyword(fn, row, "out");
}

static struct candidates candidates_of(const struct fn *fn)
{
	struct candidates found = {0};
	bool is_of_graphs = speaks_of_graphs(last_part(unit_text(fn->unit, fn->f->cls)));
	/* What runs once costs once. */
	static const char *const once[] = {"__init__", "load_", "_load", "warmup", "warm_up", "bench", "test", "main", "setup", "process_weights"};
	struct str own = unit_text(fn->unit, fn->f->name);
	bool is_once = str_has_any(own, once, COUNT(once)) || str_is(own, "load");
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[i];
		if (row->op == ROW_MOVE && row->flags & RF_INPLACE && operand_kind(row->dst) == OPD_PLACE && row->sub == OP_NONE)
			found.has_write = found.has_write || (operand_kind(row->a) == OPD_INT && !str_has(own, "test"));
		if (row->op != ROW_CALL || !row->name)
			continue;
		found.has_buffer = found.has_buffer || (is_of_graphs && is_buffer_call(fn, row));
		found.has_upload = found.has_upload || (!is_once && is_upload_call(fn, row));
	}
	return found;
}

void find_prepared(const struct capture *c, struct arena *a, prepared_list *out)
{
	const struct program *p = c->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		const struct source *s = &p->files[fn->file];
		if (!program_is_python(p, f) || !s->is_reported || s->is_test || s->is_vendored || fn->f->kind == FN_FILE)
			continue;
		struct candidates has = candidates_of(fn);
		if (!has.has_write && !has.has_buffer && !has.has_upload)
			continue;
		const struct body *b = capture_body(c, f);
		for (u32 row = 0; row < b->n; row++) {
			const struct body_row *r = &b->rows[row];
			if (has.has_write && r->op == ROW_MOVE)
				look_at_write(c, b, row, a, out);
			if (r->op != ROW_CALL || !r->row->name)
				continue;
			if (has.has_buffer && is_buffer_call(fn, r->row))
				look_at_buffer(c, b, row, a, out);
			if (has.has_upload && is_upload_call(fn, r->row))
				look_at_upload(c, b, row, a, out);
		}
	}
}
