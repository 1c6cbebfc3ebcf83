/* Python: what a function that torch.compile has made with CUDA graphs (mode="reduce-overhead", "max-autotune") gives, collected in a loop: the next call writes it again. */
#include "reused.h"

static bool is_graph_mode(const struct unit *u, const struct row *call)
{
	for (u32 i = 0; i < call->arg_count; i++) {
		operand given = u->args[call->first_arg + i];
		if (str_is(unit_text(u, u->arg_names[call->first_arg + i]), "mode") && operand_kind(given) == OPD_STRING) {
			struct str mode = unit_text(u, operand_index(given));
			return str_is(mode, "reduce-overhead") || str_is(mode, "max-autotune");
		}
	}
	return false;
}

/* What a row's result is bound to, by its last name, in the row behind it; as an attribute or as a variable. */
static struct str bound_name(const struct unit *u, const struct function *f, const struct row *row, bool *is_attribute)
{
	operand o = row->dst;
	if (operand_kind(o) == OPD_GLOBAL || operand_kind(o) == OPD_CAPTURED)
		return unit_text(u, operand_index(o));
	if (operand_kind(o) == OPD_VAR)
		return unit_text(u, u->vars[f->first_var + operand_index(o)].name);
	const struct place *place = operand_kind(o) == OPD_PLACE ? &u->places[operand_index(o)] : NULL;
	*is_attribute = place && place->kinds[0] == STEP_FIELD && place->kinds[1] == STEP_END;
	return *is_attribute ? unit_text(u, place->names[0]) : S("");
}

/* A function of the file binds `name` to what torch.compile makes with CUDA graphs, and to nothing else than that of this kind; variables of other functions are others. */
static bool is_compiled_in_file(const struct rule_run *run, fn_id user, struct str name, bool is_attribute)
{
	const struct fn *of = &run->program->functions[user];
	for (u32 i = 0; i < of->unit->n_functions; i++) {
		fn_id fn = program_fn(run->program, of->file, i);
		const struct fn *f = &run->program->functions[fn];
		for (u32 k = f->f->first_row; k + 1 < f->f->first_row + f->f->row_count; k++) {
			const struct row *call = &of->unit->rows[k], *move = call + 1;
			bool is_made = call->op == ROW_CALL && str_ends(unit_text(of->unit, call->name), "compile") && move->op == ROW_MOVE && move->a == call->dst && is_graph_mode(of->unit, call);
			bool is_kept = false;
			if (!is_made || !str_eq(bound_name(of->unit, f->f, move, &is_kept), name) || is_kept != is_attribute || (is_attribute && f->cls != of->cls))
				continue;
			bool is_seen = is_attribute || fn == user || operand_kind(move->dst) != OPD_VAR;
			if (is_seen && str_ends(python_callee(run->program, fn, call), "torch.compile"))
				return true;
		}
	}
	return false;
}

/* @torch.compile(mode="reduce-overhead") */
static bool is_decorated_so(const struct rule_run *run, fn_id fn)
{
	const struct fn *f = &run->program->functions[fn];
	for (u32 i = 1; i < f->unit->n_rows && python_is_decorated(run->program, fn, "compile"); i++) {
		const struct row *define = &f->unit->rows[i];
		if (define->op == ROW_DEFINE && operand_kind(define->a) == OPD_FUNCTION && program_fn(run->program, f->file, operand_index(define->a)) == fn)
			for (u32 back = i; back-- > 0 && i - back < 8;)
				if (f->unit->rows[back].op == ROW_CALL && f->unit->rows[back].dst == f->unit->args[define->first_arg] && is_graph_mode(f->unit, &f->unit->rows[back]))
					return true;
	}
	return false;
}

/* The call runs such a function: by an attribute of the object, or by a name. */
static bool calls_compiled(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	const struct unit *u = run->program->functions[r->fn].unit;
	if (r->callee.n == 1 && is_decorated_so(run, r->callee.at[0]))
		return true;
	if (r->flags & RF_MEMBER)
		return r->a != NONE && b->cells[r->a].param == 0 && b->cells[r->a].parent == NONE && is_compiled_in_file(run, b->fn, body_row_name(run->program, r), true);
	struct str name = operand_kind(r->row->a) == OPD_VAR && r->a != NONE ? body_cell_name(run->program, b, r->a) : unit_text(u, r->row->name);
	return name.n && is_compiled_in_file(run, b->fn, name, false);
}

/* It gives its own result, or that of a function that returns such a one as it is. */
static bool gives_static(const struct rule_run *run, const struct body *b, u32 row, u32 depth)
{
	if (calls_compiled(run, b, row))
		return true;
	const struct call_target *to = &b->rows[row].callee;
	const struct body *called = depth && to->n == 1 && rule_is_python(run, to->at[0]) ? capture_body(run->capture, to->at[0]) : NULL;
	for (u32 i = 0; called && i < called->n; i++) {
		u32 made = called->rows[i].op == ROW_RETURN ? reused_made_by(run, called, i, called->rows[i].a) : NONE;
		if (made != NONE && gives_static(run, called, made, depth - 1))
			return true;
	}
	return false;
}

void reused_compiled(struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		u32 given = reused_collected_at(run, b, row);
		u32 made = given != NONE ? reused_made_by(run, b, row, given) : NONE;
		if (made == NONE || !body_reaches(b, made, made) || !gives_static(run, b, made, 2))
			continue;
		struct site site = site_in(run->program, b, row), call = site_in(run->program, b, made);
		struct str name = body_row_name(run->program, &b->rows[made]);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is compiled with CUDA graphs, and its next call writes what is collected here again: PyTorch refuses to read it, or it holds a later result; clone it",
		                                             (int)name.n, name.p));
		rule_step(run, f, &call, "called here");
		finding_param(run->findings, f, "output", name);
		return;
	}
}

bool reused_may_collect(const struct unit *u)
{
	for (u32 i = 0; i < u->n_rows; i++)
		if (u->rows[i].op == ROW_CALL && str_ends(unit_text(u, u->rows[i].name), "compile") && is_graph_mode(u, &u->rows[i]))
			return true;
	return false;
}
