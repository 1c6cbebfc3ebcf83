#include "capture/shape.h"

#include "capture/local.h"
#include "capture/words.h"

bool is_replay(const struct capture *c, const struct body *b, u32 row)
{
	return b->rows[row].op == ROW_CALL && region_at(c, b, row, REGION_REPLAY);
}

bool has_replay(const struct capture *c, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++)
		if (is_replay(c, b, row))
			return true;
	return false;
}

u32 replay_behind(const struct capture *c, const struct body *b, u32 row)
{
	for (u32 replay = row + 1; replay < b->n; replay++)
		if (is_replay(c, b, replay) && body_reaches(b, row, replay))
			return replay;
	return NONE;
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
	if (says_graph(name) && says(name, "replay", "Replay"))
		return PART_REPLAY;
	if (says_graph(name) && says(name, "capture", "Capture"))
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

bool field_write_at(const struct body *b, u32 row, struct field_write *out)
{
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_MOVE || r->dst == NONE || r->sub != OP_NONE || r->flags & RF_INPLACE)
		return false;
	const struct cell *cell = &b->cells[r->dst];
	if (cell->parent == NONE || cell->is_element || !cell->name)
		return false;
	*out = (struct field_write){cell->parent, cell->name};
	return true;
}

bool is_kept_object(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	if (b->cells[cell].param == 0)
		return true; /* self */
	struct value v = value_of(capture_values(c, b), row, cell);
	return v.kind == VALUE_PLACE && b->cells[v.cell].parent != NONE;
}

struct captured_fields {
	bool is_made;
	struct idmap keys; /* file, class, name */
};

struct captured_fields *captured_fields_new(struct arena *a) { return arena_new(a, struct captured_fields); }

static void find_captured_fields(const struct capture *c, struct captured_fields *all)
{
	all->is_made = true;
	for (fn_id fn = 0; fn < c->program->function_count; fn++) {
		const struct fn *f = &c->program->functions[fn];
		if (!f->cls || !program_is_python(c->program, fn) || capture_part(c, fn) != PART_CAPTURE)
			continue;
		const struct body *b = capture_body(c, fn);
		struct field_write field;
		for (u32 row = 0; row < b->n; row++)
			if (field_write_at(b, row, &field))
				idmap_put(c->arena, &all->keys, fn_class_key(f, field.name), 1);
	}
}

bool is_set_for_capture(const struct capture *c, fn_id fn, u32 name)
{
	const struct fn *f = &c->program->functions[fn];
	if (!c->captured_fields->is_made)
		find_captured_fields(c, c->captured_fields);
	return f->cls && idmap_get(&c->captured_fields->keys, fn_class_key(f, name)) != NONE;
}
