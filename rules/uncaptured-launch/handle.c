/* Python: a library's handle that is made once and never told a stream. */
#include "uncaptured.h"

#include <string.h>

struct handle {
	const char *make, *set; /* canonical names (cuDNN's Python frontend, documentation of create_handle and set_stream) */
};

static const struct handle handles[] = {{"cudnn.create_handle", "set_stream"}};

static bool unit_calls(const struct unit *u, const char *name)
{
	for (u32 i = 0; i < u->n_rows; i++)
		if (u->rows[i].op == ROW_CALL && str_is(unit_text(u, u->rows[i].name), name))
			return true;
	return false;
}

/* The function is run once for all its callers, or keeps what it has made. */
static bool makes_once(const struct rule_run *run, fn_id fn, const struct body *b, u32 row)
{
	struct program *p = run->capture->program;
	if (python_is_decorated(p, fn, "lru_cache") || python_is_decorated(p, fn, "cache"))
		return true;
	for (u32 i = row; i < b->n && i < row + 2; i++) {
		u32 to = b->rows[i].op == ROW_CALL || b->rows[i].op == ROW_MOVE ? b->rows[i].dst : NONE;
		if (to != NONE && b->cells[to].kind == CELL_OUTER && (i == row || b->rows[i].a == b->rows[row].dst))
			return true;
	}
	return false;
}

void uncaptured_handles(struct rule_run *run, fn_id fn)
{
	const struct fn *f = &run->program->functions[fn];
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++)
		for (u32 k = 0; k < COUNT(handles) && f->unit->rows[i].op == ROW_CALL; k++) {
			struct str called = unit_text(f->unit, f->unit->rows[i].name);
			if (!str_ends(called, strrchr(handles[k].make, '.') + 1) || !str_is(python_callee(run->capture->program, fn, &f->unit->rows[i]), handles[k].make) ||
			    unit_calls(f->unit, handles[k].set))
				continue;
			const struct body *b = capture_body(run->capture, fn);
			u32 row = 0;
			while (row < b->n && b->rows[row].row != &f->unit->rows[i])
				row++;
			if (row == b->n || !makes_once(run, fn, b, row))
				continue;
			struct site site = site_in(run->program, b, row);
			struct finding *found = rule_report(run, SEVERITY_WARNING, &site,
			                                    arena_format(run->findings->arena, "the handle of '%s' is made once and never told a stream: what is run with it goes to the default stream, and no capture gets it",
			                                                 handles[k].make));
			finding_param(run->findings, found, "form", S("handle"));
		}
}
