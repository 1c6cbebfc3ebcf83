#include "capture/number.h"

#include "capture/hazard.h"
#include "capture/local.h"
#include "capture/tensor.h"
#include "capture/words.h"
#include "graph/python.h"

enum { NUMBER_DEPTH = 6 };

/* ---- numbers ---- */

static bool is_number_type(struct str type)
{
	static const char *const types[] = {"int", "float", "bool", "int | float", "float | int", "Union[int, float]", "Union[float, int]"};
	return str_is_any(type, types, COUNT(types));
}

static bool gives_number(struct str callee)
{
	static const char *const names[] = {"int", "float", "bool", "len", "round", "abs", "Tensor.size", "Tensor.numel", "Tensor.dim"};
	return str_is_any(callee, names, COUNT(names)) || str_starts(callee, "math.");
}

/* x.shape[0] */
static bool is_size(const struct capture *c, const struct body *b, u32 cell)
{
	u32 parent = b->cells[cell].is_element ? b->cells[cell].parent : NONE;
	return parent != NONE && str_is(body_cell_name(c->program, b, parent), "shape");
}

static bool is_number(const struct capture *c, const struct body *b, u32 row, u32 cell, u32 depth)
{
	if (cell == NONE || depth > NUMBER_DEPTH)
		return false;
	struct value v = value_of(capture_values(c, b), row, cell);
	const struct fn *fn = &c->program->functions[b->fn];
	switch ((enum value_kind)v.kind) {
	case VALUE_CONSTANT:
		return (b->cells[v.cell].kind == CELL_ZERO || b->cells[v.cell].kind == CELL_NONZERO) && !b->cells[v.cell].name;
	case VALUE_PARAM:
		return is_number_type(unit_text(fn->unit, fn->unit->vars[fn->f->first_var + b->cells[v.cell].param].type));
	case VALUE_PLACE:
		return is_size(c, b, v.cell);
	case VALUE_RESULT:
		return gives_number(torch_name(c, b, v.row));
	case VALUE_OPERATION:
		return b->rows[v.row].op != ROW_MOVE && is_number(c, b, v.row, b->rows[v.row].a, depth + 1) &&
		       (b->rows[v.row].b == NONE || is_number(c, b, v.row, b->rows[v.row].b, depth + 1));
	case VALUE_UNKNOWN: case VALUE_WRITTEN: case VALUE_ITEM:
		break;
	}
	return false;
}

/* [0, n] as it stands in the call: each element is written by its number where the list is made. One that has a name may have been filled. */
static bool is_list_of_numbers(const struct capture *c, const struct body *b, u32 row, u32 list, u32 depth)
{
	u32 elements = 0;
	for (u32 i = 0; i < row && depth < NUMBER_DEPTH && !b->cells[list].name; i++) {
		const struct body_row *r = &b->rows[i];
		if (r->dst == NONE || b->cells[r->dst].parent != list)
			continue;
		bool is_element = r->op == ROW_MOVE && b->cells[r->dst].is_element && b->cells[r->dst].name;
		if (!is_element || (!is_number(c, b, i, r->a, 0) && (r->a == NONE || !is_list_of_numbers(c, b, i, r->a, depth + 1))))
			return false;
		elements++;
	}
	return elements > 0;
}

/* torch.cuda.IntTensor(rows, columns): sizes of a tensor whose memory is as it was. */
static bool is_made_of_sizes(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (!str_ends(torch_name(c, b, row), "Tensor") || !r->arg_count)
		return false;
	for (u32 i = 0; i < r->arg_count; i++)
		if (!is_number(c, b, row, b->args[r->first_arg + i], 0))
			return false;
	return true;
}

bool is_made_of_numbers(const struct capture *c, const struct body *b, u32 row)
{
	struct str text, name = torch_name(c, b, row);
	struct model_arg data = {S("data"), str_starts(name, "Tensor.") ? 1 : 0};
	u32 cell = torch_argument(c, b, row, data, &text);
	if (is_made_of_sizes(c, b, row))
		return false;
	/* What is trained begins with a number. */
	if (torch_argument(c, b, row, (struct model_arg){S("requires_grad"), -1}, &text) != NONE)
		return false;
	return cell != NONE && (is_number(c, b, row, cell, 0) || is_list_of_numbers(c, b, row, cell, 0));
}

/* ---- where ---- */

/* Made ready once, or beside what runs. */
static bool sounds_prepared(struct str name)
{
	static const char *const words[] = {"pack", "dequant", "convert", "shuffle", "preproc", "plan", "set_", "update", "_ref", "ref_", "refer",
	                                    "emulat", "init", "load", "alloc", "setup", "register", "warm", "reset", "parse", "codebook", "config", "get_loss", "tune", "tuning", "swizzle_w", "calib", "metric", "stats", "validate", "test", "build", "example", "naive", "communicat", "send", "recv", "encode", "descriptor", "loss", "Sync"};
	return str_has_any(name, words, COUNT(words)) || (str_has(name, "weight") && !str_has(name, "weighted"));
}

static bool is_beside_library(struct str path)
{
	static const char *const folders[] = {"debug", "trace", "prepare", "reference", "test", "tune", "tuning", "bench", "tools/", "example", "script", "metric", "profil", "onnx", "export", "train", "loss"};
	return str_has_any(path, folders, COUNT(folders));
}

static bool imports(const struct unit *u, const char *package)
{
	for (u32 i = 0; i < u->n_includes; i++)
		if (str_starts(unit_text(u, u->includes[i].path), package))
			return true;
	return false;
}

/* A name of the file speaks of what makes kernels, or of operators that are bound to some. O(names of the file). */
static bool file_makes_kernels(const struct capture *c, u32 file)
{
	const struct unit *u = &c->program->units[file];
	/* Not `torch._inductor.config.triton.x = ...`. */
	static const char *const words[] = {"triton_", "_triton", "cutlass", "tilelang", "tvm_ffi", "custom_op", "torch.ops", "cuda.bindings", "cpp_extension", "torch.library"};
	for (u32 i = 0; i < COUNT(words); i++)
		if (unit_holds(u, str_of(words[i])))
			return true;
	return imports(u, "triton");
}

/* torch.compile(f, ...) in the function's own file: a compiler makes f's numbers constants. */
static bool is_given_to_compiler(const struct capture *c, fn_id fn)
{
	const struct fn *f = &c->program->functions[fn];
	for (u32 k = 0; k < f->unit->n_functions; k++) {
		const struct function *in = &f->unit->functions[k];
		for (u32 i = in->first_row; i < in->first_row + in->row_count; i++) {
			const struct row *r = &f->unit->rows[i];
			fn_id user = program_fn(c->program, f->file, k);
			if (r->op != ROW_CALL || !r->arg_count || !str_ends(unit_text(f->unit, r->name), "compile") || !str_is(python_callee(c->program, user, r), "torch.compile"))
				continue;
			struct python_call given = python_functions(c->program, user, f->unit->args[r->first_arg]);
			for (u32 g = 0; g < given.n; g++)
				if (given.at[g].fn == fn)
					return true;
		}
	}
	return false;
}

static bool is_compiled(const struct capture *c, fn_id fn)
{
	static const char *const decorators[] = {"compile", "torch_compile", "maybe_compile", "conditional_torch_compile", "maybe_torch_compile", "support_torch_compile"};
	for (u32 i = 0; i < COUNT(decorators); i++)
		if (python_is_decorated(c->program, fn, decorators[i]))
			return true;
	return is_given_to_compiler(c, fn);
}

/* What the host has filled is uploaded here as well, at each call: nobody captures that. */
static bool uploads_data(const struct capture *c, const struct reached *r)
{
	for (u32 row = 0; row < r->body->n; row++) {
		struct hazard h = capture_has(r, row) && r->body->rows[row].op == ROW_CALL ? hazard_at(c, r, row) : (struct hazard){0};
		bool is_upload = h.kind == HAZARD_COPY && h.op && h.op->role == TORCH_FACTORY && h.op->traits & TRAIT_SOURCE;
		if (is_upload && stands_before(capture_dominators(c, r->body, false), row, r->body->exit) && !is_made_of_numbers(c, r->body, row) && !is_made_of_sizes(c, r->body, row))
			return true;
	}
	return false;
}

static bool speaks_of_capture(struct str name) { return says_capture(name) || says_graph(name); }

/* `if not is_graph_capturable:` stands before the row: whoever captures knows the flag. */
static bool is_left_to_flag(const struct capture *c, const struct body *b, u32 row)
{
	const struct dominators *d = capture_dominators(c, b, false);
	for (u32 to = d->branch[row]; to != NONE; to = next_branch(d, to)) {
		u32 branch = d->entry[to], cell = b->rows[branch].op == ROW_BRANCH ? b->rows[branch].a : NONE;
		if (cell == NONE)
			continue;
		struct value v = value_of(capture_values(c, b), branch, cell);
		u32 asked = v.kind == VALUE_OPERATION ? b->rows[v.row].a : v.cell;
		if (speaks_of_capture(body_cell_name(c->program, b, cell)) || (asked != NONE && speaks_of_capture(body_cell_name(c->program, b, asked))))
			return true;
	}
	return false;
}

static bool is_step_method(const struct capture *c, fn_id fn)
{
	const struct fn *f = &c->program->functions[fn];
	struct str name = unit_text(f->unit, f->f->name);
	return f->cls && (str_starts(name, "forward") || str_is(name, "backward") || str_is(name, "step"));
}

/* @lru_cache: what it has made is there at the next call. */
static bool is_kept(const struct capture *c, fn_id fn)
{
	static const char *const decorators[] = {"lru_cache", "cache", "cached", "tensor_cache"};
	for (u32 i = 0; i < COUNT(decorators); i++)
		if (python_is_decorated(c->program, fn, decorators[i]))
			return true;
	return false;
}

bool is_step_of_operator(const struct capture *c, u32 at, u32 row)
{
	const struct reached *r = &c->reached.at[at];
	const struct fn *fn = &c->program->functions[r->fn];
	if (c->regions.at[r->region].is_beside || speaks_of_capture(fn_name(fn)) || c->program->files[fn->file].is_test || is_beside_library(c->program->files[fn->file].path) || is_debug_only(c, r->body, row) || is_left_to_flag(c, r->body, row))
		return false;
	for (u32 up = at; up != NONE; up = c->reached.at[up].from)
		if (sounds_prepared(fn_name(&c->program->functions[c->reached.at[up].fn])) || is_compiled(c, c->reached.at[up].fn))
			return false;
	if (is_kept(c, r->fn) || uploads_data(c, r))
		return false;
	bool is_always = stands_before(capture_dominators(c, r->body, false), row, r->body->exit);
	return file_makes_kernels(c, fn->file) || (is_step_method(c, r->fn) && is_always);
}
