/* Generators of random numbers that a program makes for itself. */
#include "capture/generator.h"

#include "capture/attribute.h"
#include "capture/tensor.h"

static bool is_made(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	struct value v = value_of(capture_values(c, b), row, cell);
	struct str device;
	if (v.kind != VALUE_RESULT || b->rows[v.row].op != ROW_CALL || !str_is(torch_name(c, b, v.row), "torch.Generator"))
		return false;
	/* Without a device it is the host's. */
	return torch_argument(c, b, v.row, (struct model_arg){S("device"), 0}, &device) != NONE && !str_starts(device, "cpu");
}

/* Every method that binds the attribute makes one, or has none. */
static bool is_made_for_attribute(const struct capture *c, const struct body *b, u32 cell)
{
	const struct attribute_write *writes;
	u32 n = cell_is_own(b, cell) ? attribute_writes(c, b, cell, &writes) : 0, made = 0;
	for (u32 i = 0; i < n; i++) {
		const struct body *w = writes[i].row == NONE ? NULL : capture_body(c, writes[i].fn);
		const struct body_row *r = w ? &w->rows[writes[i].row] : NULL;
		if (!r || r->op != ROW_MOVE || r->a == NONE)
			return false;
		if (is_made(c, w, writes[i].row, r->a))
			made++;
		else if (w->cells[r->a].kind != CELL_ZERO)
			return false;
	}
	return made;
}

static bool anybody_registers(const struct program *p)
{
	for (u32 file = 0; file < p->file_count; file++)
		if (p->files[file].language == LANG_PYTHON && unit_holds(&p->units[file], S("register_generator_state")))
			return true;
	return false;
}

bool is_unregistered_generator(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	if (cell == NONE || b->cells[cell].kind == CELL_ZERO || (!is_made(c, b, row, cell) && !is_made_for_attribute(c, b, cell)))
		return false;
	return !anybody_registers(c->program);
}
