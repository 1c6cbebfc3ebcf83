/* Python's bodies, made ready for the flow: which calls are the runtime's, which cells hold their codes. Bodies that the flow changes are its
 * own; the capture stage makes them anew. */
#include "flow/slot_local.h"
#include "graph/python.h"

/* `(code, pointer)`, `code.value`: what is there of the code is the code. */
static u32 code_of(const struct program *p, const struct body *b, u32 cell)
{
	while (cell != NONE && b->cells[cell].parent != NONE) {
		struct str name = body_cell_name(p, b, cell);
		if (!(b->cells[cell].is_element ? str_is(name, "0") : str_is(name, "value")))
			break;
		cell = b->cells[cell].parent;
	}
	return cell;
}

/* An enumerator, by whatever object it is reached: cudart.cudaError_t.cudaSuccess; or by itself, imported or C's. */
static void know_constants(const struct program *p, struct body *b)
{
	for (u32 i = 0; i < b->cell_count; i++) {
		struct cell *c = &b->cells[i];
		struct str name = body_cell_name(p, b, i);
		bool is_bare = c->parent == NONE;
		if (c->kind != CELL_OUTER || c->is_element || (is_bare && !str_starts(name, "cuda") && !str_starts(name, "hip") && !str_starts(name, "CUDA_")))
			continue;
		if (str_ends(name, "Success") || str_is(name, "success") || str_ends(name, "SUCCESS"))
			c->kind = CELL_ZERO;
		else if (str_ends(name, "InProgress") || str_ends(name, "IN_PROGRESS"))
			c->kind = CELL_NONZERO;
		else if (str_starts(name, "cudaError") || str_starts(name, "hipError") || str_starts(name, "CUDA_ERROR"))
			c->kind = str_ends(name, "_t") ? CELL_OUTER : CELL_NONZERO;
	}
}

/* int(code), cudaError_t(0): the same code. */
static bool is_conversion(const struct body_row *r, struct str name)
{
	static const char *const names[] = {"int", "bool", "cudaError_t", "cudaError", "hipError_t"};
	return r->arg_count == 1 && str_is_any(name, names, COUNT(names));
}

/* raise RuntimeError if the code is none of success; the slot stays as it is. */
static const struct model_check check_error = {.name = {"torch.cuda.check_error", 22}, .reads = READS_CODE, .fails = FAILS_THROW};

/* clear_cuda_error(): runs something of torch that trips over what is in the slot, as a rule, since torch's cudart has no cudaGetLastError. */
static const struct model_call clears = {.name = {"a helper that clears the slot", 29}, .returns = RETURNS_ERROR, .role = ROLE_DRAIN};

static bool sounds_like_clear(struct str name)
{
	static const char *const acts[] = {"clear", "discard", "drain", "reset", "swallow", "consume", "flush", "pop"};
	return str_has(name, "err") && name_has(name, acts, COUNT(acts));
}

bool is_python_log(struct str name)
{
	static const char *const names[] = {"debug", "info", "warning", "warn", "error", "exception", "critical", "log", "print"};
	return str_is_any(name, names, COUNT(names));
}

/* Where a block that takes exceptions drains, an exception on the way to the drain is not told of: who wrote it has thought of the slot. */
static void trust_drains(struct body *b)
{
	for (u32 i = 0; i < b->n; i++) {
		u32 pad = b->rows[i].unwind;
		if (pad == NONE || !b->rows[i].callee.call || b->rows[i].callee.call->role != ROLE_DRAIN)
			continue;
		for (u32 k = 0; k < b->n; k++)
			if (b->rows[k].unwind == pad)
				b->rows[k].unwind = NONE;
	}
}

/* Arguments in the order of the callee's parameters, `self` among them, as summaries count them. What fits no parameter stands behind. */
static u32 put_arguments(struct program *p, const struct body *b, struct body_row *r, u32 *to)
{
	const struct unit *u = p->functions[r->fn].unit;
	struct python_call call = python_resolve(p, r->fn, r->row);
	const struct python_target *target = NULL;
	for (u32 i = 0; i < call.n && !target; i++)
		target = call.at[i].fn == r->callee.at[0] ? &call.at[i] : NULL;
	u32 params = target ? p->functions[target->fn].f->param_count : 0, n = 0;
	bool is_put[PARAMS] = {0};
	for (u32 param = 0; param < params; param++) {
		operand given = python_argument(p, r->fn, r->row, target, param);
		to[n] = NONE;
		for (u32 i = 0; given && i < r->arg_count && i < r->row->arg_count && i < PARAMS; i++)
			if (!is_put[i] && u->args[r->row->first_arg + i] == given) {
				is_put[i] = true;
				to[n] = b->args[r->first_arg + i];
				break;
			}
		n++;
	}
	for (u32 i = 0; i < r->arg_count; i++)
		if (i >= PARAMS || !is_put[i])
			to[n++] = b->args[r->first_arg + i];
	return n;
}

static void order_arguments(struct program *p, struct arena *a, struct body *b)
{
	u32 most = 0, n = 0;
	for (u32 i = 0; i < b->n; i++) {
		const struct body_row *r = &b->rows[i];
		most += r->arg_count + (r->callee.n ? p->functions[r->callee.at[0]].f->param_count : 0);
	}
	u32 *args = arena_array(a, u32, most + 1);
	for (u32 i = 0; i < b->n; i++) {
		struct body_row *r = &b->rows[i];
		u32 first = n;
		if (r->op == ROW_CALL && r->callee.n) {
			n += put_arguments(p, b, r, args + n);
		} else {
			for (u32 k = 0; k < r->arg_count; k++)
				args[n++] = b->args[r->first_arg + k];
		}
		r->first_arg = first;
		r->arg_count = n - first;
	}
	b->args = args;
}

void python_prepare(struct program *p, struct arena *a, struct body *b)
{
	know_constants(p, b);
	for (u32 i = 0; i < b->n; i++) {
		struct body_row *r = &b->rows[i];
		r->a = code_of(p, b, r->a);
		r->b = code_of(p, b, r->b);
		r->dst = code_of(p, b, r->dst);
		for (u32 k = 0; k < r->arg_count; k++)
			b->args[r->first_arg + k] = code_of(p, b, b->args[r->first_arg + k]);
		struct str name = body_row_name(p, r);
		if (r->op == ROW_CALL && sounds_like_clear(name))
			r->callee = (struct call_target){.call = &clears};
		if (r->op != ROW_CALL || r->callee.n || r->callee.call)
			continue;
		r->callee.call = python_runtime(p, r->fn, r->row);
		if (r->callee.call)
			continue;
		if (str_is(name, "check_error") && str_is(python_callee(p, r->fn, r->row), "torch.cuda.check_error")) {
			r->callee.check = &check_error;
		} else if (is_conversion(r, name) && r->dst != NONE) {
			r->op = ROW_MOVE;
			r->sub = OP_NONE;
			r->a = b->args[r->first_arg];
		}
	}
	order_arguments(p, a, b);
	trust_drains(b);
}
