/* `--dump=program`: what each call may run, in the order of files and rows. */
#include "graph/program.h"
#include "graph/python.h"

static void print_target(const struct program *p, const struct call_target *t, struct strbuf *out)
{
	for (u32 i = 0; i < t->n; i++) {
		struct str name = fn_name(&p->functions[t->at[i]]);
		struct str path = p->files[p->functions[t->at[i]].file].path;
		strbuf_addf(out, " %.*s(%.*s)", (int)name.n, name.p, (int)path.n, path.p);
	}
	if (t->call)
		strbuf_puts(out, " runtime");
	if (t->check)
		strbuf_puts(out, " model");
	if (!t->n && !t->call && !t->check)
		strbuf_puts(out, " unknown");
}

static void print_python(struct program *p, fn_id f, const struct row *row, struct strbuf *out)
{
	static const char *const ways[] = {"bound", "construct", "by-name", "callback", "partial", "property", "device"};
	struct python_call c = python_resolve(p, f, row);
	for (u32 i = 0; i < c.n; i++) {
		const struct fn *to = &p->functions[c.at[i].fn];
		struct str name = fn_name(to), path = p->files[to->file].path;
		strbuf_addf(out, " %.*s(%.*s)", (int)name.n, name.p, (int)path.n, path.p);
		for (u32 k = 0; k < COUNT(ways); k++)
			if (c.at[i].how >> k & 1)
				strbuf_addf(out, ",%s", ways[k]);
	}
	if (c.callee.n)
		strbuf_addf(out, " %.*s", (int)c.callee.n, c.callee.p);
	if (!c.n && !c.callee.n)
		strbuf_puts(out, " nothing");
	if (!c.is_complete)
		strbuf_puts(out, " ...");
}

void program_print(struct program *p, struct strbuf *out)
{
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		struct str name = fn_name(fn), path = p->files[fn->file].path;
		strbuf_addf(out, "%.*s: %.*s\n", (int)path.n, path.p, (int)name.n, name.p);
		for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
			const struct row *row = &fn->unit->rows[i];
			if (row->op != ROW_CALL && row->op != ROW_DESTROY)
				continue;
			struct str callee = unit_text(fn->unit, row->name);
			if (program_is_python(p, f)) {
				strbuf_addf(out, "  %.*s ->", (int)callee.n, callee.p);
				print_python(p, f, row, out);
				strbuf_putc(out, '\n');
				continue;
			}
			struct call_target t = program_resolve(p, f, row, callee);
			strbuf_addf(out, "  %.*s ->", (int)callee.n, callee.p);
			print_target(p, &t, out);
			strbuf_putc(out, '\n');
		}
	}
}
