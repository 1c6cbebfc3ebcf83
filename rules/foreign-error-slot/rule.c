/* Each loaded copy of the runtime has its own slot: reading or draining through a copy that was looked up by name is about
 * that copy only. Reported where code that also calls the runtime directly calls such a pointer. */
#include "rule.h"

static bool looks_up(struct str callee)
{
	return str_is(callee, "dlsym") || str_is(callee, "dlvsym") || str_is(callee, "GetProcAddress");
}

static bool is_slot_read(const struct rule_run *run, struct str name)
{
	return call_reads_slot(models_call(run->program->models, name));
}

static bool has_slot_argument(const struct rule_run *run, const struct fn *fn, const struct row *row)
{
	for (u32 n = 0; n < row->arg_count; n++) {
		operand arg = fn->unit->args[row->first_arg + n];
		if (operand_kind(arg) == OPD_STRING && is_slot_read(run, unit_text(fn->unit, operand_index(arg))))
			return true;
	}
	return false;
}

/* The functions of this file that return such a pointer. */
static bool returns_pointer(const struct rule_run *run, const struct fn *fn)
{
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[i];
		if (row->op == ROW_CALL && looks_up(unit_text(fn->unit, row->name)) && has_slot_argument(run, fn, row))
			for (u32 k = i + 1; k < fn->f->first_row + fn->f->row_count && k <= i + 3; k++)
				if (fn->unit->rows[k].op == ROW_RETURN)
					return true;
	}
	return false;
}

/* The names of the functions of one file that return such a pointer: mostly none. */
struct makers {
	struct arena arena;
	VEC(struct str) names;
};

static void collect_makers(const struct rule_run *run, u32 file, struct makers *makers)
{
	const struct program *p = run->program;
	for (u32 i = 0; i < p->units[file].n_functions; i++) {
		const struct fn *fn = &p->functions[program_fn(p, file, i)];
		if (returns_pointer(run, fn))
			vec_push(&makers->arena, &makers->names, unit_text(fn->unit, fn->f->name));
	}
}

static bool makes_pointer(const struct rule_run *run, const struct makers *makers, const struct fn *fn, const struct row *row)
{
	struct str name = unit_text(fn->unit, row->name);
	if (looks_up(name))
		return has_slot_argument(run, fn, row);
	for (u32 i = 0; i < makers->names.n; i++)
		if (name.n && str_eq(makers->names.at[i], name))
			return true;
	return false;
}

static bool calls_runtime(const struct rule_run *run, const struct unit *u)
{
	for (u32 i = 0; i < u->n_rows; i++) {
		const struct row *row = &u->rows[i];
		bool is_launch = row->op == ROW_LAUNCH;
		const struct model_call *call = row->op == ROW_CALL && row->name ? models_call(run->program->models, unit_text(u, row->name)) : NULL;
		if (is_launch || (call && call->returns == RETURNS_ERROR))
			return true;
	}
	return false;
}

/* Follows the pointer from the look-up through moves to a call, in one function. */
static void check_function(struct rule_run *run, const struct makers *makers, fn_id id)
{
	const struct fn *fn = &run->program->functions[id];
	operand held = 0, also = 0;
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[i];
		if (row->op == ROW_CALL && row->a && !(row->flags & RF_MEMBER) && (row->a == held || row->a == also)) {
			struct site site = {.fn = id, .row = row, .body = id, .use_fn = id, .use = row};
			rule_report(run, SEVERITY_WARNING, &site,
			            "this reads the slot of one loaded runtime: errors of the runtime that this code is linked with are neither seen nor cleared");
		} else if (row->op == ROW_CALL && makes_pointer(run, makers, fn, row)) {
			held = row->dst;
		} else if (row->op == ROW_MOVE && held && row->a == held) {
			also = row->dst;
		}
	}
}

/* torch.cuda.cudart().cudaGetLastError(): PyTorch hands out a few functions of its runtime, and none that reads the slot. */
static void check_python(struct rule_run *run, fn_id id)
{
	const struct fn *fn = &run->program->functions[id];
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		if (row->op != ROW_CALL || !row->name || !is_slot_read(run, unit_text(fn->unit, row->name)))
			continue;
		struct str called = python_resolve(run->capture->program, id, row).callee, name = unit_text(fn->unit, row->name);
		if (!str_starts(called, "torch.cuda.cudart()") && !str_starts(called, "torch._C._cudart"))
			continue;
		struct site site = {.fn = id, .row = row, .body = id, .use_fn = id, .use = row};
		rule_report(run, SEVERITY_NOTE, &site,
		            arena_format(run->findings->arena, "PyTorch's cudart has no '%.*s': this raises AttributeError and clears nothing, unseen where exceptions are suppressed", (int)name.n, name.p));
	}
}

void rule_foreign_error_slot(struct rule_run *run)
{
	const struct program *p = run->program;
	for (fn_id fn = 0; fn < p->function_count; fn++)
		if (run->shows[fn] && rule_is_python(run, fn))
			check_python(run, fn);
	for (u32 file = 0; file < p->file_count; file++) {
		/* All of this file goes through the loaded copy: its errors are in that slot. */
		if (!p->files[file].is_reported || !p->units[file].n_functions || !calls_runtime(run, &p->units[file]))
			continue;
		struct makers makers = {0};
		collect_makers(run, file, &makers);
		for (u32 i = 0; i < p->units[file].n_functions; i++)
			check_function(run, &makers, program_fn(p, file, i));
		arena_release(&makers.arena);
	}
}
