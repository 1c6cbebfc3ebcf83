/* Python: the parameters of a module that was captured are given other memory, and no graph is captured again: `self.net.load_state_dict(sd, assign=True)`;
 * `for p, q in zip(self.net.parameters(), other): p.data = q`. */
#include "rebound.h"

/* The row calls self.NAME, or a method of it, or hands it on. */
static bool uses_own(const struct rule_run *run, const struct body *b, u32 row, u32 name)
{
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_CALL)
		return false;
	if (r->flags & RF_MEMBER && r->a != NONE && b->cells[r->a].param == 0 && str_eq(body_row_name(run->program, r), intern_get(&run->program->names, name)))
		return true;
	if (cell_is_own(b, r->a) && b->cells[r->a].name == name)
		return true;
	for (u32 i = 0; i < r->arg_count; i++)
		if (cell_is_own(b, b->args[r->first_arg + i]) && b->cells[b->args[r->first_arg + i]].name == name)
			return true;
	return false;
}

/* Captured code of the function's class runs self.NAME. */
static bool is_run_in_capture(const struct rule_run *run, fn_id of, u32 name, struct site *site)
{
	for (u32 at = 0; at < run->capture->reached.n; at++) {
		const struct reached *r = &run->capture->reached.at[at];
		if (!reached_is_of_class(run->capture, r, of))
			continue;
		for (u32 row = 0; row < r->body->n; row++)
			if (capture_has(r, row) && uses_own(run, r->body, row, name)) {
				*site = site_in(run->program, r->body, row);
				return true;
			}
	}
	return false;
}

/* The function drops its graphs, captures, or is what makes the object: then the graph comes later. */
static bool renews(const struct rule_run *run, const struct body *b)
{
	struct str own = fn_short_name(&run->program->functions[b->fn]);
	if (str_is(own, "__init__") || capture_part(run->capture, b->fn) == PART_CAPTURE || capture_runs_in_code(run->capture, b->fn))
		return true;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		struct str name = r->op == ROW_CALL ? body_row_name(run->program, r) : S("");
		bool is_told = says_graph(name) || str_has(name, "capture") || (r->dst != NONE && b->cells[r->dst].parent != NONE && says_graph(body_cell_name(run->program, b, r->dst)));
		if (is_told && !str_is(name, "replay"))
			return true;
	}
	return false;
}

/* X of X.load_state_dict(sd, assign=True); NONE. */
static u32 assigned_to(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	const struct unit *u = run->program->functions[r->fn].unit;
	if (r->op != ROW_CALL || !(r->flags & RF_MEMBER) || !str_is(body_row_name(run->program, r), "load_state_dict"))
		return NONE;
	for (u32 i = 0; i < r->row->arg_count; i++) {
		operand given = u->args[r->row->first_arg + i];
		if (str_is(unit_text(u, u->arg_names[r->row->first_arg + i]), "assign") && operand_kind(given) == OPD_INT && u->ints[operand_index(given)])
			return r->a;
	}
	return NONE;
}

/* The value comes from the cell's own memory: `p.data = p.data.to(d)`. */
static bool is_of_itself(const struct rule_run *run, const struct body *b, u32 row, u32 from, u32 root)
{
	for (u32 depth = 0; depth < 8 && from != NONE; depth++) {
		if (cell_root(b, from) == root)
			return true;
		struct value v = value_of(capture_values(run->capture, b), row, from);
		if (v.kind != VALUE_RESULT || !(b->rows[v.row].flags & RF_MEMBER))
			return v.cell != NONE && cell_root(b, v.cell) == root;
		row = v.row;
		from = b->rows[row].a;
	}
	return false;
}

/* X of `for p, q in zip(X.parameters(), others): p.data = q`; NONE. */
static u32 data_bound_of(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	bool is_data = r->op == ROW_MOVE && r->sub == OP_NONE && !(r->flags & RF_INPLACE) && r->dst != NONE && r->a != NONE && str_is(body_cell_name(run->program, b, r->dst), "data") &&
	               b->cells[r->dst].parent != NONE && !b->cells[r->dst].is_element;
	u32 p = is_data ? b->cells[r->dst].parent : NONE;
	if (p == NONE || b->cells[p].kind != CELL_LOCAL || b->cells[p].parent != NONE || is_of_itself(run, b, row, r->a, p))
		return NONE;
	/* The nearest loop above over what some module's parameters() gives. */
	for (u32 i = row; i-- > 0;) {
		const struct body_row *call = &b->rows[i];
		struct str name = call->op == ROW_CALL && call->flags & RF_MEMBER ? body_row_name(run->program, call) : S("");
		if (str_is(name, "parameters") || str_is(name, "named_parameters")) {
			/* zip(a.parameters(), b.parameters()): the first of them goes with the first variable. */
			while (i > 0 && b->rows[i - 1].op == ROW_CALL && str_eq(body_row_name(run->program, &b->rows[i - 1]), name))
				i--;
			return b->rows[i].a;
		}
		if (call->op == ROW_ITER && i + 8 < row)
			return NONE;
	}
	return NONE;
}

static void tell(struct rule_run *run, const struct body *b, u32 row, struct str name, const struct site *captured, const char *how)
{
	struct site site = site_in(run->program, b, row);
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                arena_format(run->findings->arena, "the parameters of '%.*s' are %s here: a graph that has captured it goes on with the old ones; copy into them", (int)name.n, name.p, how));
	rule_step(run, f, captured, "captured here");
	finding_param(run->findings, f, "field", name);
}

/* The call gives for the parameter what torch.cuda.make_graphed_callables made; *site: where. */
static bool gives_graphed(const struct rule_run *run, const struct body *b, u32 row, u32 at, struct site *site)
{
	const struct body_row *r = &b->rows[row];
	struct value values[VALUES];
	u32 n = at < r->arg_count && b->args[r->first_arg + at] != NONE ? values_of(capture_values(run->capture, b), row, b->args[r->first_arg + at], values) : 0;
	for (u32 k = 0; k < n; k++)
		if (values[k].kind == VALUE_RESULT && b->rows[values[k].row].op == ROW_CALL && str_ends(body_row_name(run->program, &b->rows[values[k].row]), "make_graphed_callables")) {
			*site = site_in(run->program, b, values[k].row);
			return true;
		}
	return false;
}

static bool is_given_graphed(const struct rule_run *run, fn_id fn, u32 param, struct site *site)
{
	struct str name = fn_short_name(&run->program->functions[fn]);
	for (fn_id caller = 0; caller < run->program->function_count; caller++) {
		const struct fn *f = &run->program->functions[caller];
		if (!rule_is_python(run, caller) || program_is_test(run->program, caller) || !fn_calls_name(f, name) || !fn_calls_name(f, S("make_graphed_callables")))
			continue;
		const struct body *b = capture_body(run->capture, caller);
		for (u32 row = 0; row < b->n; row++) {
			const struct body_row *r = &b->rows[row];
			bool is_it = false;
			for (u32 i = 0; i < r->callee.n && r->op == ROW_CALL; i++)
				is_it = is_it || r->callee.at[i] == fn;
			u32 at = run->program->functions[fn].cls && r->flags & RF_MEMBER ? param - 1 : param;
			if (is_it && gives_graphed(run, b, row, at, site))
				return true;
		}
	}
	return false;
}

void rebound_assigned(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		u32 to = assigned_to(run, b, row);
		const char *how = to != NONE ? "replaced by those that are loaded (assign=True)" : "pointed at other memory";
		struct site captured;
		if (to == NONE)
			to = data_bound_of(run, b, row);
		if (to == NONE)
			continue;
		bool is_own = cell_is_own(b, to) && is_run_in_capture(run, fn, b->cells[to].name, &captured) && !renews(run, b);
		u32 param = b->cells[to].parent == NONE ? b->cells[to].param : NONE;
		if (!is_own && (param == NONE || !is_given_graphed(run, fn, param, &captured)))
			continue;
		tell(run, b, row, body_cell_name(run->program, b, to), &captured, how);
		return;
	}
}
