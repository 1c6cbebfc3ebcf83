/* Python: a framework's default stream is handed to a call, where the current one is meant. */
#include "capture/legacy_local.h"

#include "capture/habit.h"

/* The result of a call goes into another one that does more than wait for it. */
static bool is_handed_on(const struct capture *c, const struct body *b, u32 made)
{
	struct arena scratch = {0};
	struct values v;
	bool found = false;
	values_open(&scratch, &v, b);
	for (u32 row = made + 1; row < b->n && !found; row++) {
		const struct body_row *r = &b->rows[row];
		struct str name = r->op == ROW_CALL ? body_row_name(c->program, r) : S("");
		/* Nor is what sets the current stream back to it given work. */
		if (!name.n || str_has(name, "wait") || str_has(name, "record") || str_has(name, "synchronize") || str_is(name, "set_stream"))
			continue;
		for (u32 i = 0; i < r->arg_count && !found; i++) {
			struct value value = value_of(&v, row, b->args[r->first_arg + i]);
			found = value.kind == VALUE_RESULT && value.row == made;
		}
	}
	arena_release(&scratch);
	return found;
}

/* `if __name__ == "__main__"`: a program with its own way of running. */
static bool is_python_program(const struct fn *fn)
{
	const struct function *file = &fn->unit->functions[0];
	for (u32 row = file->first_row; row < file->first_row + file->row_count; row++) {
		const struct row *r = &fn->unit->rows[row];
		if (r->op == ROW_BINARY && operand_kind(r->a) == OPD_GLOBAL && str_is(unit_text(fn->unit, operand_index(r->a)), "__name__"))
			return true;
	}
	return false;
}

void legacy_defaults(const struct capture *c, struct arena *a, use_list *out)
{
	const struct program *p = c->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		if (!program_is_python(p, f) || !capture_is_library(c, f))
			continue;
		bool asks = false;
		for (u32 row = fn->f->first_row; row < fn->f->first_row + fn->f->row_count && !asks; row++)
			asks = fn->unit->rows[row].op == ROW_CALL && str_ends(unit_text(fn->unit, fn->unit->rows[row].name), "default_stream");
		const struct body *b = asks && !is_python_program(fn) ? capture_body(c, f) : NULL;
		for (u32 row = 0; b && row < b->n; row++)
			if (b->rows[row].op == ROW_CALL && str_ends(call_name(c, b, row), ".default_stream") && is_handed_on(c, b, row))
				legacy_add(a, out, LEGACY_DEFAULT, f, row);
	}
}
