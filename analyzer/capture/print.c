/* `--dump=capture`: one region a line, then one reached function a line with the way and how many of its rows are captured. */
#include "capture/capture.h"

static void print_place(const struct capture *c, fn_id fn, const struct row *row, struct strbuf *out)
{
	const struct fn *f = &c->program->functions[fn];
	struct str path = c->program->files[f->file].path, name = fn_name(f);
	u32 line, column;
	unit_position(f->unit, row ? row->begin : f->f->at, &line, &column);
	strbuf_addf(out, " %.*s:%u:%u %.*s", (int)path.n, path.p, line, column, (int)name.n, name.p);
}

void capture_print(const struct capture *c, struct strbuf *out)
{
	static const char *const grades[] = {"code", "claim", "profile"};
	static const char *const modes[] = {"", " global", " thread-local", " relaxed"};
	for (u32 i = 0; i < c->regions.n; i++) {
		const struct capture_region *r = &c->regions.at[i];
		strbuf_addf(out, "region %u %s%s", i, grades[r->grade], modes[r->mode]);
		const struct body *b = c->slot->bodies[r->fn].n ? &c->slot->bodies[r->fn] : &c->own[r->fn];
		print_place(c, r->fn, r->row == NONE ? NULL : b->rows[r->row].row, out);
		strbuf_addf(out, ": %.*s\n", (int)r->why.n, r->why.p);
	}
	for (u32 i = 0; i < c->reached.n; i++) {
		const struct reached *r = &c->reached.at[i];
		u32 captured = 0;
		for (u32 row = 0; row < r->body->n; row++)
			captured += capture_has(r, row);
		strbuf_addf(out, "reached %u region %u depth %u rows %u/%u%s", i, r->region, r->depth, captured, r->body->n, r->by_name ? " by-name" : "");
		if (r->from != NONE)
			strbuf_addf(out, " from %u", r->from);
		print_place(c, r->fn, NULL, out);
		strbuf_putc(out, '\n');
	}
}
