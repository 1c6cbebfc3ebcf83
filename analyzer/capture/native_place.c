#include "capture/native_place.h"

#include "capture/local.h"
#include "capture/stream.h"

enum { STEPS = 8, WAY = 8 };

struct str native_last_part(struct str name)
{
	size_t i = name.n;
	while (i > 0 && name.p[i - 1] != '.' && name.p[i - 1] != ':' && name.p[i - 1] != '>')
		i--;
	return (struct str){name.p + i, name.n - i};
}

bool native_is_library(struct str name)
{
	return str_starts(name, "at::") || str_starts(name, "torch::") || str_starts(name, "::at::") || str_starts(name, "::torch::");
}

static bool is_data(struct str method)
{
	static const char *const names[] = {"data_ptr", "mutable_data_ptr", "const_data_ptr", "packed_accessor32", "packed_accessor64", "data"};
	return str_is_any(method, names, COUNT(names));
}

/* The call is given a stream: rms_norm(out, in, n, stream). */
static bool is_given_stream(const struct capture *c, struct values *v, u32 row)
{
	const struct body *b = v->body;
	const struct body_row *r = &b->rows[row];
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 arg = b->args[r->first_arg + i];
		if (arg != NONE && stream_is_type(intern_get(&c->program->names, b->cells[arg].type), body_cell_name(c->program, b, arg)))
			return true;
		struct value given = arg == NONE ? (struct value){0} : value_of(v, row, arg);
		if (given.kind == VALUE_RESULT && str_starts(native_last_part(body_row_name(c->program, &b->rows[given.row])), "getCurrent"))
			return true;
	}
	return false;
}

/* On a way with the row a kernel, or a function beside a stream, is given the tensor's memory, or a check says that it lies on the device. */
static bool is_used_on_device(const struct capture *c, const struct body *b, u32 at, u32 cell)
{
	struct values *v = capture_values(c, b);
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		bool is_check = r->op == ROW_CALL && (str_has(body_row_name(c->program, r), "CHECK") || str_has(body_row_name(c->program, r), "ASSERT"));
		bool is_work = r->op == ROW_LAUNCH || (r->op == ROW_CALL && !is_check && !(r->flags & RF_MEMBER) && is_given_stream(c, v, row));
		for (u32 i = 0; i < r->arg_count && (is_work || is_check); i++) {
			u32 arg = b->args[r->first_arg + i];
			struct value given = value_of(v, row, arg);
			if (given.kind != VALUE_RESULT || !(b->rows[given.row].flags & RF_MEMBER) || b->rows[given.row].a != cell)
				continue;
			struct str method = native_last_part(body_row_name(c->program, &b->rows[given.row]));
			if ((is_check ? str_is(method, "is_cuda") : is_data(method)) && (body_reaches(b, row, at) || body_reaches(b, at, row)))
				return true;
		}
	}
	return false;
}

/* What it gives is on the host, or no tensor and no options. */
static bool leaves_device(const struct capture *c, const struct body *b, const struct body_row *r)
{
	static const char *const names[] = {"to", "cpu", "item", "pinned_memory", "pin_memory", "size", "sizes", "numel", "dim", "stride", "strides", "scalar_type"};
	struct str method = native_last_part(body_row_name(c->program, r));
	if ((str_is(method, "dtype") && r->flags & RF_MEMBER && !r->arg_count) || str_is_any(method, names, COUNT(names)))
		return true;
	for (u32 i = 0; i < r->arg_count; i++)
		if (str_ends(body_cell_name(c->program, b, b->args[r->first_arg + i]), "kCPU"))
			return true;
	return false;
}

/* A tensor, or options that take their place from one or name the device: x.options(), at::device(at::kCUDA). */
static bool on_device(const struct capture *c, const struct body *b, u32 row, u32 cell, u32 left)
{
	if (cell == NONE || !left)
		return false;
	struct value v = value_of(capture_values(c, b), row, cell);
	const struct body_row *made = v.kind == VALUE_RESULT && v.row != row ? &b->rows[v.row] : NULL;
	if (made && leaves_device(c, b, made))
		return false;
	if (str_ends(body_cell_name(c->program, b, cell), "kCUDA") || is_used_on_device(c, b, row, cell))
		return true;
	if (!made)
		return v.kind == VALUE_OPERATION && on_device(c, b, v.row, b->rows[v.row].a, left - 1);
	if (made->flags & RF_MEMBER && on_device(c, b, v.row, made->a, left - 1))
		return true;
	for (u32 i = 0; i < made->arg_count; i++)
		if (on_device(c, b, v.row, b->args[made->first_arg + i], left - 1))
			return true;
	return false;
}

bool native_is_on_device(const struct capture *c, const struct body *b, u32 row, u32 cell) { return on_device(c, b, row, cell, STEPS); }

/* ---- made on the host ---- */

static bool is_of_options(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	static const char *const words[] = {"ption", "evice", "kCUDA", "dev"};
	if (cell == NONE)
		return false;
	struct value v = value_of(capture_values(c, b), row, cell);
	struct str made = v.kind == VALUE_RESULT ? body_row_name(c->program, &b->rows[v.row]) : S("");
	return str_has_any(body_cell_name(c->program, b, cell), words, COUNT(words)) || str_has_any(made, words, COUNT(words)) ||
	       str_has_any(intern_get(&c->program->names, b->cells[cell].type), words, COUNT(words)) || on_device(c, b, row, cell, STEPS);
}

/* A factory that nobody tells of a device: torch::tensor(numbers), torch::from_blob(p, {n}). */
static bool is_host_factory(const struct capture *c, const struct body *b, u32 row)
{
	static const char *const names[] = {"tensor", "from_blob", "zeros", "ones", "full", "arange", "empty"};
	const struct body_row *r = &b->rows[row];
	struct str name = r->op == ROW_CALL && !r->callee.n && !(r->flags & RF_MEMBER) ? body_row_name(c->program, r) : S("");
	if (!native_is_library(name) || !str_is_any(native_last_part(name), names, COUNT(names)))
		return false;
	for (u32 i = 0; i < r->arg_count; i++)
		if (is_of_options(c, b, row, b->args[r->first_arg + i]))
			return false;
	return true;
}

bool native_is_of_host(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	struct value v = cell == NONE ? (struct value){0} : value_of(capture_values(c, b), row, cell);
	return v.kind == VALUE_RESULT && v.row != row && is_host_factory(c, b, v.row);
}

bool native_moves_to_device(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 cell = b->args[r->first_arg + i];
		struct value v = cell == NONE ? (struct value){0} : value_of(capture_values(c, b), row, cell);
		const struct body_row *made = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
		bool is_asked = made && made->flags & RF_MEMBER && str_is(native_last_part(body_row_name(c->program, made)), "device") && !native_is_of_host(c, b, v.row, made->a);
		if (is_asked || str_ends(body_cell_name(c->program, b, cell), "kCUDA"))
			return true;
	}
	return false;
}

/* ---- kept for the graph ---- */

static bool sounds_host(struct str name) { return str_has(name, "host") || str_has(name, "cpu") || str_has(name, "pinned") || str_has(name, "staging"); }

/* this->active_, slots[i].lengths */
static bool is_kept_tensor(const struct capture *c, const struct body *b, u32 cell)
{
	const struct cell *of = &b->cells[cell];
	return of->parent != NONE && !sounds_host(body_cell_name(c->program, b, cell)) && str_ends(intern_get(&c->program->names, body_cell_type(c->program, b, cell)), "Tensor");
}

static bool kept_for_graph(const struct capture *c, u32 at, u32 row, u32 cell, u32 left, u32 up)
{
	const struct reached *r = &c->reached.at[at];
	const struct body *b = r->body;
	if (cell == NONE || !left || sounds_host(body_cell_name(c->program, b, cell)))
		return false;
	struct value v = value_of(capture_values(c, b), row, cell);
	if (v.kind == VALUE_PARAM && r->from != NONE && up) {
		const struct reached *from = &c->reached.at[r->from];
		u32 given = from->body->rows[r->from_row].op == ROW_CALL && from->body->rows[r->from_row].callee.n == 1 ? call_argument(c, from->body, r->from_row, r->fn, b->cells[v.cell].param) : NONE;
		return given != NONE && (on_device(c, from->body, r->from_row, given, STEPS) || kept_for_graph(c, r->from, r->from_row, given, STEPS, up - 1));
	}
	if (v.kind == VALUE_OPERATION)
		return kept_for_graph(c, at, v.row, b->rows[v.row].a, left - 1, up);
	if (v.kind != VALUE_RESULT)
		return is_kept_tensor(c, b, cell);
	const struct body_row *made = &b->rows[v.row];
	if (v.row == row || made->callee.n || leaves_device(c, b, made))
		return false;
	if (made->flags & RF_MEMBER)
		return kept_for_graph(c, at, v.row, made->a, left - 1, up);
	for (u32 i = 0; i < made->arg_count && native_is_library(body_row_name(c->program, made)); i++)
		if (kept_for_graph(c, at, v.row, b->args[made->first_arg + i], left - 1, up))
			return true;
	return false;
}

bool native_is_kept_for_graph(const struct capture *c, u32 at, u32 row, u32 cell) { return kept_for_graph(c, at, row, cell, STEPS, WAY); }
