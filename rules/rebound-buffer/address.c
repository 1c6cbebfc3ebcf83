/* Python: an address is taken for captured work, and its name is bound to a new tensor in the same capture. */
#include "rebound.h"

/* `p = self.x.data_ptr(); launch(p); self.x = new`, all captured, and nobody takes the new address: who was given the old one goes on with it. */
void rebound_address(struct rule_run *run, u32 at)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	const struct body *b = r->body;
	for (u32 row = 0; row < b->n && reached_is_code(c, r); row++) {
		struct field_write w;
		if (!capture_has(r, row) || !field_write_at(b, row, &w) || b->cells[w.holder].param != 0)
			continue;
		u32 cell = b->rows[row].dst, taken = NONE, again = NONE;
		for (u32 i = 0; i < b->n; i++) {
			bool is_taken = b->rows[i].op == ROW_CALL && b->rows[i].flags & RF_MEMBER && b->rows[i].a == cell && str_is(body_row_name(run->program, &b->rows[i]), "data_ptr");
			if (is_taken && i < row)
				taken = i;
			if (is_taken && i > row)
				again = i;
		}
		if (taken == NONE || again != NONE || !capture_has(r, taken) || tensor_fresh(c, b, at, row, b->rows[row].a) != FRESH_YES || !body_reaches(b, taken, row))
			continue;
		struct site site = site_in(run->program, b, row), use = site_in(run->program, b, taken);
		struct str field = intern_get(&run->program->names, w.name);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is pointed at a new tensor while captured, after its address was taken for work of the same capture: that goes on with the old one",
		                                             (int)field.n, field.p));
		rule_step(run, f, &use, "the address is taken here");
		rule_way(run, f, at);
		finding_param(run->findings, f, "field", field);
	}
}
