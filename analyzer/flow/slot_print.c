/* `--dump=flow`: the tables of slot.h, one row a line. */
#include "flow/slot.h"

static void print_site(const struct program *p, const struct site *s, struct strbuf *out)
{
	if (!s->row) {
		strbuf_puts(out, " -");
		return;
	}
	const struct fn *fn = &p->functions[s->fn];
	struct str path = p->files[fn->file].path, name = unit_text(fn->unit, s->row->name);
	u32 line, column;
	unit_position(fn->unit, s->row->begin, &line, &column);
	strbuf_addf(out, " %.*s:%u:%u:%.*s", (int)path.n, path.p, line, column, (int)name.n, name.p);
}

void slot_print(const struct program *p, const struct slot_flow *s, struct strbuf *out)
{
	static const char *const losses[] = {"discarded", "void-cast", "unread", "overwritten"};
	static const char *const survivals[] = {"degraded", "status", "code", "thrown", "main"};
	static const char *const reads[] = {"get", "peek", "check"};
	strbuf_addf(out, "functions %u\n", s->functions);
	for (u32 i = 0; i < s->losses.n; i++) {
		const struct code_loss *l = &s->losses.at[i];
		strbuf_addf(out, "loss %s%s%s%s", losses[l->how], l->is_picked_up ? " picked-up" : "",
		            l->is_drained_on_purpose ? " drained" : "", l->in_cleanup ? " cleanup" : l->in_failure ? " failure" : "");
		print_site(p, &l->producer.site, out);
		strbuf_putc(out, '\n');
	}
	for (u32 i = 0; i < s->survivors.n; i++) {
		const struct survivor *v = &s->survivors.at[i];
		strbuf_addf(out, "survivor %s victims=%u", survivals[v->how], v->victim_count);
		print_site(p, &v->producer.site, out);
		strbuf_puts(out, " decided");
		print_site(p, &v->decided, out);
		for (u32 k = 0; k < v->victims.n; k++) {
			strbuf_puts(out, " victim");
			print_site(p, &v->victims.at[k], out);
		}
		strbuf_putc(out, '\n');
	}
	for (u32 i = 0; i < s->reads.n; i++) {
		const struct slot_read *r = &s->reads.at[i];
		strbuf_addf(out, "read %s%s%s%s%s untested=%u failed=%u", reads[r->kind], r->is_discarded ? " discarded" : "",
		            r->after_launch ? " after-launch" : "", r->meets_entry ? " entry" : "", r->meets_empty ? " empty" : "",
		            r->untested.n, r->failed.n);
		print_site(p, &r->site, out);
		strbuf_putc(out, '\n');
	}
	for (u32 i = 0; i < s->launches.n; i++) {
		const struct launch *l = &s->launches.at[i];
		strbuf_addf(out, "launch%s%s%s", l->is_unchecked ? " unchecked" : "", l->is_checked ? " checked" : "", l->is_swallowed ? " swallowed" : "");
		print_site(p, &l->producer.origin, out);
		strbuf_putc(out, '\n');
	}
}
