/* Each loaded copy of the runtime has its own slot: draining through a copy that was looked up by name drains that one. */
#include "rule.h"

static bool looks_up(struct str callee)
{
	static const char *const names[] = {"dlsym", "dlvsym", "GetProcAddress", "getattr"};
	for (u32 i = 0; i < COUNT(names); i++)
		if (str_is(callee, names[i]))
			return true;
	return false;
}

static bool is_slot_read(struct str name)
{
	return str_is(name, "cudaGetLastError") || str_is(name, "hipGetLastError") || str_is(name, "cudaPeekAtLastError") ||
	       str_is(name, "hipPeekAtLastError");
}

void rule_foreign_error_slot(struct rule_run *run)
{
	const struct program *p = run->program;
	for (fn_id id = 0; id < p->function_count; id++) {
		const struct fn *fn = &p->functions[id];
		for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
			const struct row *row = &fn->unit->rows[i];
			if (row->op != ROW_CALL || !looks_up(unit_text(fn->unit, row->name)))
				continue;
			for (u32 n = 0; n < row->arg_count; n++) {
				operand arg = fn->unit->args[row->first_arg + n];
				if (operand_kind(arg) != OPD_STRING || !is_slot_read(unit_text(fn->unit, operand_index(arg))))
					continue;
				struct site site = {.fn = id, .row = row, .body = id};
				rule_report(run, SEVERITY_WARNING, &site,
				            "this looks up the slot of one loaded runtime: errors of code that is linked with another copy are neither seen nor cleared");
			}
		}
	}
}
