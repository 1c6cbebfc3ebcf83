/* Python: work goes to one side stream, and another one is waited for. */
#include "race.h"

void race_at_mixup(struct race *r, const struct fork_op *use)
{
	const struct fork_table *t = &r->table;
	const struct fork_stream *s = &t->streams.at[use->stream];
	if (s->source.kind != STREAM_MEMBER || s->cell == NONE || r->b->cells[s->cell].parent == NONE)
		return; /* what a call gives twice may be one */
	for (u32 i = 0; i < t->ops.n; i++)
		if (t->ops.at[i].stream == use->stream && t->ops.at[i].row > use->row && t->ops.at[i].kind != FORK_USE && t->ops.at[i].kind != FORK_WAIT)
			return;
	for (u32 i = 0; i < t->ops.n; i++) {
		const struct fork_op *record = &t->ops.at[i];
		if (record->kind != FORK_RECORD || record->row < use->row || record->stream == use->stream || t->streams.at[record->stream].cell == NONE ||
		    t->streams.at[record->stream].source.kind != s->source.kind)
			continue;
		u32 works = 0, wait = NONE;
		for (u32 k = 0; k < t->ops.n; k++) {
			works += t->ops.at[k].stream == record->stream && t->ops.at[k].kind != FORK_RECORD;
			if (t->ops.at[k].kind == FORK_WAIT && t->ops.at[k].event == record->event && t->streams.at[t->ops.at[k].stream].source.kind == STREAM_CURRENT)
				wait = t->ops.at[k].row;
		}
		if (works || wait == NONE)
			continue;
		struct str name = t->streams.at[record->stream].name;
		struct site site = site_in(r->run->program, r->b, use->row);
		struct finding *f = race_report(r, wait, "read", true, arena_format(r->run->findings->arena, "waits for '%.*s', to which this function gives nothing, while what it gives to '%.*s' is waited for by nobody",
		                           (int)name.n, name.p, (int)s->name.n, s->name.p));
		rule_step(r->run, f, &site, "work is given to the other stream here");
		return;
	}
}
