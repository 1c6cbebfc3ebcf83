/* Operations of tensors that C++ calls: `x.item<int>()`, `at::nonzero(x)`. The names and what they do are torch.tsv's. */
#include "capture/local.h"
#include "capture/stream.h"
#include "capture/tensor.h"

enum { STEPS = 8 };

/* The last part of `at::nonzero`, `x.item`. */
static struct str last_part(struct str name)
{
	size_t i = name.n;
	while (i > 0 && name.p[i - 1] != '.' && name.p[i - 1] != ':' && name.p[i - 1] != '>')
		i--;
	return (struct str){name.p + i, name.n - i};
}

static bool is_library_function(struct str name)
{
	return str_starts(name, "at::") || str_starts(name, "torch::") || str_starts(name, "::at::") || str_starts(name, "::torch::");
}

/* What holds of the operation whatever it is given. */
static const struct torch_op *op_named(const struct capture *c, const struct body_row *r)
{
	struct str name = body_row_name(c->program, r), last = last_part(name);
	if (r->op != ROW_CALL || r->callee.n || !last.n || !(r->flags & RF_MEMBER || is_library_function(name)))
		return NULL;
	char text[64];
	static const char object[] = "Tensor.";
	if (last.n + sizeof object > sizeof text)
		return NULL;
	memcpy(text, object, sizeof object - 1);
	memcpy(text + sizeof object - 1, last.p, last.n);
	const struct torch_op *op = models_torch(c->program->models, (struct str){text, sizeof object - 1 + last.n});
	while (op && op->whens)
		op = op->has_more ? op + 1 : NULL;
	bool is_copy_back = op && op->capture == TORCH_COPY && (op->gives == GIVES_HOST || op->gives == GIVES_HOST_TENSOR);
	return op && (op->capture == TORCH_SYNC || is_copy_back) ? op : NULL;
}

bool native_op_waits(const struct capture *c, const struct body_row *r)
{
	static const char *const own[] = {"item", "nonzero", "cpu"};
	struct str name = body_row_name(c->program, r);
	bool is_own = str_is_any(last_part(name), own, COUNT(own)) && !r->arg_count;
	return (is_own || is_library_function(name)) && op_named(c, r);
}

static u32 object_of(const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	return r->flags & RF_MEMBER ? r->a : r->arg_count ? b->args[r->first_arg] : NONE;
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
		if (given.kind == VALUE_RESULT && str_starts(last_part(body_row_name(c->program, &b->rows[given.row])), "getCurrent"))
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
			struct str method = last_part(body_row_name(c->program, &b->rows[given.row]));
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
	struct str method = last_part(body_row_name(c->program, r));
	if ((str_is(method, "dtype") && r->flags & RF_MEMBER && !r->arg_count) || str_is_any(method, names, COUNT(names)))
		return true;
	for (u32 i = 0; i < r->arg_count; i++)
		if (str_ends(body_cell_name(c->program, b, b->args[r->first_arg + i]), "kCPU"))
			return true;
	return false;
}

/* A tensor, or options that take their place from one or name the device: x.options(), at::device(at::kCUDA). */
static bool is_on_device(const struct capture *c, const struct body *b, u32 row, u32 cell, u32 left)
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
		return v.kind == VALUE_OPERATION && is_on_device(c, b, v.row, b->rows[v.row].a, left - 1);
	if (made->flags & RF_MEMBER && is_on_device(c, b, v.row, made->a, left - 1))
		return true;
	for (u32 i = 0; i < made->arg_count; i++)
		if (is_on_device(c, b, v.row, b->args[made->first_arg + i], left - 1))
			return true;
	return false;
}

const struct torch_op *native_op_at(const struct capture *c, const struct body *b, u32 row)
{
	const struct torch_op *op = op_named(c, &b->rows[row]);
	return op && is_on_device(c, b, row, object_of(b, row), STEPS) ? op : NULL;
}
