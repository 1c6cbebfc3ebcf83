/* Operations of tensors that C++ calls: `x.item<int>()`, `at::nonzero(x)`. The names and what they do are torch.tsv's. */
#include "capture/local.h"
#include "capture/native_place.h"
#include "capture/tensor.h"

/* What holds of the operation whatever it is given. */
static const struct torch_op *op_named(const struct capture *c, const struct body_row *r)
{
	struct str name = body_row_name(c->program, r), last = native_last_part(name);
	if (r->op != ROW_CALL || r->callee.n || !last.n || !(r->flags & RF_MEMBER || native_is_library(name)))
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
	bool is_own = str_is_any(native_last_part(name), own, COUNT(own)) && !r->arg_count;
	return (is_own || native_is_library(name)) && op_named(c, r);
}

static u32 object_of(const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	return r->flags & RF_MEMBER ? r->a : r->arg_count ? b->args[r->first_arg] : NONE;
}

/* The row of the table that says what becomes of the host's data, which the graph would read at each replay. */
static const struct torch_op *upload_named(const struct capture *c, struct str name)
{
	const struct torch_op *found = NULL;
	for (const struct torch_op *op = models_torch(c->program->models, name); op; op = op->has_more ? op + 1 : NULL)
		found = op->capture == TORCH_COPY && op->traits & TRAIT_SOURCE ? op : found;
	return found;
}

/* torch::tensor(numbers, options of the device), torch::tensor(numbers).to(device), x.copy_(what was made on the host) */
static const struct torch_op *upload_at(const struct capture *c, const struct reached *of, u32 row)
{
	const struct body *b = of->body;
	const struct body_row *r = &b->rows[row];
	struct str name = r->op == ROW_CALL && !r->callee.n ? body_row_name(c->program, r) : S(""), last = native_last_part(name);
	if (r->flags & RF_MEMBER) {
		if (str_is(last, "copy_") && r->arg_count)
			return native_is_of_host(c, b, row, b->args[r->first_arg]) ? upload_named(c, S("Tensor.copy_")) : NULL;
		bool is_move = str_is(last, "cuda") || (str_is(last, "to") && native_moves_to_device(c, b, row));
		return is_move && native_is_of_host(c, b, row, r->a) ? upload_named(c, S("Tensor.to")) : NULL;
	}
	if (!native_is_library(name) || !str_is(last, "tensor"))
		return NULL;
	for (u32 i = 1; i < r->arg_count; i++)
		if (native_is_on_device(c, b, row, b->args[r->first_arg + i]) ||
		    (reached_is_code(c, of) && native_is_kept_for_graph(c, (u32)(of - c->reached.at), row, b->args[r->first_arg + i])))
			return upload_named(c, S("torch.tensor"));
	return NULL;
}

/* torch::cuda::synchronize() */
static const struct torch_op *wait_at(const struct capture *c, const struct body_row *r)
{
	struct str name = r->op == ROW_CALL && !r->callee.n && !(r->flags & RF_MEMBER) ? body_row_name(c->program, r) : S("");
	const struct torch_op *op = str_is(name, "torch::cuda::synchronize") || str_is(name, "::torch::cuda::synchronize") ? models_torch(c->program->models, S("torch.cuda.synchronize")) : NULL;
	return op && op->capture == TORCH_SYNC ? op : NULL;
}

const struct torch_op *native_op_at(const struct capture *c, const struct reached *r, u32 row, bool *is_likely)
{
	const struct body *b = r->body;
	const struct torch_op *op = op_named(c, &b->rows[row]);
	*is_likely = false;
	if (op && native_is_on_device(c, b, row, object_of(b, row)))
		return op;
	*is_likely = op && reached_is_code(c, r) && native_is_kept_for_graph(c, (u32)(r - c->reached.at), row, object_of(b, row));
	if (!*is_likely)
		op = wait_at(c, &b->rows[row]);
	return op ? op : upload_at(c, r, row);
}
