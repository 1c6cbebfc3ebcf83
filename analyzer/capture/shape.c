#include "capture/shape.h"

#include "capture/local.h"

bool is_replay(const struct capture *c, const struct body *b, u32 row)
{
	return b->rows[row].op == ROW_CALL && region_at(c, b, row, REGION_REPLAY);
}

static bool says(struct str name, const char *small, const char *capital)
{
	return str_has(name, small) || str_has(name, capital);
}

/* Replaying is more than a part of the name: a function that captures and replays at once is none of the two. */
enum part capture_part(const struct capture *c, fn_id fn)
{
	const struct fn *f = &c->program->functions[fn];
	struct str name = unit_text(f->unit, f->f->name);
	if (says(name, "graph", "Graph") && says(name, "replay", "Replay"))
		return PART_REPLAY;
	if (says(name, "graph", "Graph") && says(name, "capture", "Capture"))
		return PART_CAPTURE;
	const struct body *b = NULL;
	for (u32 i = 0; i < f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[f->f->first_row + i];
		struct str called = row->op == ROW_CALL ? unit_text(f->unit, row->name) : S("");
		if (!str_is(called, "replay") && !str_has(called, "GraphLaunch") && !str_is(called, "capture_launch"))
			continue;
		b = b ? b : capture_body(c, fn);
		for (u32 k = 0; k < b->n; k++)
			if (is_replay(c, b, k))
				return c->is_candidate[fn] && row_effects(c, b) ? PART_NONE : PART_REPLAY;
		break;
	}
	return PART_NONE;
}
