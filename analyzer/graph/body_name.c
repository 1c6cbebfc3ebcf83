/* The names of cells and rows, as they are written. */
#include "graph/body.h"

struct str body_cell_name(const struct program *p, const struct body *b, u32 cell)
{
	return cell == NONE ? S("") : intern_get(&p->names, b->cells[cell].name);
}

struct str body_row_name(const struct program *p, const struct body_row *r)
{
	return unit_text(p->functions[r->fn].unit, r->row->name);
}
