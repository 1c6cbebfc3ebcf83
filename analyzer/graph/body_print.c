/* Bodies in words: the names of cells and rows, and `--dump=program`. */
#include "graph/body.h"

struct str body_cell_name(const struct program *p, const struct body *b, u32 cell)
{
	return cell == NONE ? S("") : intern_get(&p->names, b->cells[cell].name);
}

struct str body_row_name(const struct program *p, const struct body_row *r)
{
	return unit_text(p->functions[r->fn].unit, r->row->name);
}

static void print_cell(const struct program *p, const struct body *b, u32 i, struct strbuf *out)
{
	if (i == NONE) {
		strbuf_puts(out, " -");
		return;
	}
	static const char *const kinds[] = {"%", "@", "0", "1", "fn", "?"};
	struct str name = intern_get(&p->names, b->cells[i].name);
	strbuf_addf(out, " %s%u%s%.*s", kinds[b->cells[i].kind], i, name.n ? ":" : "", (int)name.n, name.p);
}

void body_print(struct program *p, const struct body *b, struct strbuf *out)
{
	struct str name = fn_name(&p->functions[b->fn]);
	strbuf_addf(out, "body %.*s\n", (int)name.n, name.p);
	for (u32 i = 0; i < b->n; i++) {
		const struct body_row *r = &b->rows[i];
		struct str called = body_row_name(p, r);
		strbuf_addf(out, "  %4u %s %s %.*s", i, row_op_name((enum row_op)r->op), op_text((enum op)r->sub), (int)called.n, called.p);
		print_cell(p, b, r->dst, out);
		print_cell(p, b, r->a, out);
		print_cell(p, b, r->b, out);
		for (u32 k = 0; k < r->arg_count; k++)
			print_cell(p, b, b->args[r->first_arg + k], out);
		if (r->target != NONE)
			strbuf_addf(out, " ->%u", r->target);
		if (r->other != NONE)
			strbuf_addf(out, "/%u", r->other);
		if (r->unwind != NONE)
			strbuf_addf(out, " unwind %u", r->unwind);
		strbuf_putc(out, '\n');
	}
}
