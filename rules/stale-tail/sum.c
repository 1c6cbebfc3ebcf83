/* `starts[n:].fill_(0)`: behind the live rows a running sum has to stay what it was at the last one. */
#include "tail.h"

/* The number that the row fills all that is behind something with; OPD_NONE. */
static operand constant_behind(const struct rule_run *run, const struct body *b, u32 row, u32 *to)
{
	const struct body_row *r = &b->rows[row];
	const struct unit *u = run->program->functions[r->fn].unit;
	struct str name = r->op == ROW_CALL && r->flags & RF_MEMBER ? body_row_name(run->program, r) : S("");
	bool is_fill = (str_is(name, "fill_") || str_is(name, "fill")) && r->arg_count == 1, is_move = r->op == ROW_MOVE && r->flags & RF_INPLACE && r->sub == OP_NONE;
	*to = is_fill || str_is(name, "zero_") ? r->a : is_move ? r->dst : NONE;
	if (*to == NONE || !slice_of(run->program, b, *to).from.n)
		return OPERAND(OPD_NONE, 0);
	return is_fill ? u->args[r->row->first_arg] : is_move ? r->row->a : OPERAND(OPD_INT, 0);
}

/* `n = starts.shape[0]; x[:n].copy_(starts)`: all that there is is written, and nothing shows that rows are padded behind it. */
static bool is_whole_source(const struct rule_run *run, const struct body *b, const struct filled *f)
{
	const struct body_row *r = &b->rows[f->row];
	u32 source = r->op == ROW_CALL ? (r->arg_count ? b->args[r->first_arg] : NONE) : r->a;
	struct str name = body_cell_name(run->program, b, source), rest = str_behind(f->bound, '(');
	if (name.n && str_starts(f->bound, "len(") && rest.n == name.n + 1 && str_eq(name, (struct str){rest.p, name.n}))
		return true;
	struct value v = value_of(capture_values(run->capture, b), f->row, tail_bound_variable(run, b, f->bound));
	const struct body_row *made = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
	u32 of = !made ? v.kind == VALUE_PLACE ? v.cell : NONE : made->flags & RF_MEMBER ? made->a : made->arg_count ? b->args[made->first_arg] : NONE;
	while (of != NONE && of != source && b->cells[of].parent != NONE)
		of = b->cells[of].parent;
	return of != NONE && of == source;
}

void tail_at_sum(struct rule_run *run, const struct body *b, const struct fills *fills, u32 row)
{
	u32 to, buffer;
	bool is_zero = b->rows[row].op == ROW_CALL && str_is(body_row_name(run->program, &b->rows[row]), "zero_");
	operand value = constant_behind(run, b, row, &to);
	if (operand_kind(value) != OPD_INT || (!is_zero && run->program->functions[b->rows[row].fn].unit->ints[operand_index(value)] > 0))
		return;
	struct slice s = slice_of(run->program, b, to);
	buffer = attribute_of(run->capture, b, row, s.object);
	struct str name = buffer == NONE ? S("") : tail_buffer(run, b, buffer);
	if (!tail_is_running_sum(name) || tail_is_foreign(run, b->fn))
		return;
	for (u32 i = 0; i < fills->n; i++) {
		if (fills->at[i].buffer != buffer)
			continue;
		struct site site = site_in(run->program, b, row), front = site_in(run->program, b, fills->at[i].row);
		struct finding *f = rule_report(run, is_whole_source(run, b, &fills->at[i]) ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is a running sum, and behind '%.*s' it is filled with a constant: padded rows begin behind their end; fill it with its last value",
		                                             (int)name.n, name.p, (int)s.from.n, s.from.p));
		rule_step(run, f, &front, "the live rows are filled here");
		finding_param(run->findings, f, "buffer", name);
		finding_param(run->findings, f, "form", S("places"));
		return;
	}
}
