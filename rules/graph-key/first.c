/* `if self.graph is None: capture(x)` and then `self.graph.replay()`: what only the first call's capture is given. */
#include "key.h"

/* The cell is the parameter itself or holds it; x.shape and the like tell nothing of its values. */
static bool is_value_of(const struct rule_run *run, const struct body *b, u32 cell, u32 param)
{
	static const char *const facts[] = {"device", "dtype", "shape", "ndim", "layout", "is_cuda"};
	for (; cell != NONE && cell != param; cell = b->cells[cell].parent)
		if (!b->cells[cell].is_element && str_is_any(body_cell_name(run->program, b, cell), facts, COUNT(facts)))
			return false;
	return cell == param;
}

/* The row uses the parameter's value: no question about its size, its type, or whether it is there. */
static bool uses_value(const struct rule_run *run, const struct body *b, u32 row, u32 param)
{
	static const char *const asks[] = {"len", "isinstance", "type", "size", "dim", "numel", "stride", "is_contiguous", "element_size", "print"};
	const struct body_row *r = &b->rows[row];
	if (r->op == ROW_NOP || (r->op == ROW_BINARY && (r->sub == OP_IS || r->sub == OP_IS_NOT)) || (r->op == ROW_CALL && str_is_any(body_row_name(run->program, r), asks, COUNT(asks))))
		return false;
	bool is_used = is_value_of(run, b, r->a, param) || is_value_of(run, b, r->b, param);
	for (u32 i = 0; i < r->arg_count && !is_used; i++)
		is_used = is_value_of(run, b, b->args[r->first_arg + i], param);
	return is_used;
}

/* The row makes the parameter a part of the graph: it is given to a captured call, or to what captures, or it is copied for that. */
static bool goes_in(const struct rule_run *run, struct below *below, const struct body *b, u32 row, u32 param)
{
	static const char *const copies[] = {"clone", "detach", "contiguous"};
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_CALL)
		return false;
	if (r->flags & RF_MEMBER && r->a == param && str_is_any(body_row_name(run->program, r), copies, COUNT(copies)))
		return true;
	below->left = 200;
	return row_is_given(b, r, param) && (capture_has_in_code(run->capture, b, row) || row_captures(below, r));
}

static bool replays_at(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct call_target *to = &b->rows[row].callee;
	bool is_own = b->rows[row].op == ROW_CALL && to->n == 1 && rule_is_python(run, to->at[0]);
	return is_replay(run->capture, b, row) || (is_own && has_replay(run->capture, capture_body(run->capture, to->at[0])));
}

/* The row of a replay that a call which does not capture comes to as well; NONE. */
static u32 replayed_anyway(const struct rule_run *run, const struct body *b, u32 branch, u32 arm, u32 away)
{
	const struct dominators *d = capture_dominators(run->capture, b, true);
	for (u32 row = 0; row < b->n; row++)
		if (replays_at(run, b, row) && !edge_stands_before(d, branch, arm, row) && (row == away || body_reaches(b, away, row)))
			return row;
	return NONE;
}

/* `graph = None` before a loop that captures in its first turn: it ends with the call, and so do the call's parameters. */
static bool lives_in_call(const struct rule_run *run, const struct body *b, u32 branch, u32 cell)
{
	if (cell == NONE || b->cells[cell].kind != CELL_LOCAL || b->cells[cell].parent != NONE || b->cells[cell].param != NONE || !b->cells[cell].name)
		return false;
	struct value v = value_of(capture_values(run->capture, b), branch, cell);
	return v.kind == VALUE_UNKNOWN || v.kind == VALUE_CONSTANT;
}

/* `entry = self.entries.get(key)`; `if entry is None:`, whatever the container is called: what the arm captures tells what is kept there. */
static bool is_looked_up(const struct rule_run *run, const struct body *b, struct value asked, const struct body_row *made)
{
	if (!made || (made->sub != OP_IS && made->sub != OP_IS_NOT) || made->a == NONE)
		return false;
	struct value from = value_of(capture_values(run->capture, b), asked.row, made->a);
	const struct body_row *r = from.kind == VALUE_RESULT ? &b->rows[from.row] : NULL;
	return r && r->op == ROW_CALL && r->flags & RF_MEMBER && r->arg_count && str_is(body_row_name(run->program, r), "get") && r->a != NONE && b->cells[r->a].kind == CELL_OUTER;
}

/* It looks for the graph: `self.graph is None`, `not self.captured`, `key not in self.graphs`. */
static bool asks_for_graph(const struct rule_run *run, const struct body *b, u32 branch, bool *is_keyed)
{
	struct value v = asked_value(run->capture, b, branch);
	const struct body_row *made = v.kind == VALUE_OPERATION ? &b->rows[v.row] : NULL;
	u32 cells[] = {v.cell, b->rows[branch].a, made ? made->a : NONE, made ? made->b : NONE};
	*is_keyed = made && made->op == ROW_BINARY && (made->sub == OP_IN || made->sub == OP_NOT_IN);
	if (is_looked_up(run, b, v, made))
		return true;
	for (u32 i = 0; i < COUNT(cells); i++) {
		struct str name = body_cell_name(run->program, b, cells[i]);
		if (lives_in_call(run, b, branch, cells[i]))
			continue;
		if (says_graph(name) || str_has(name, "captured"))
			return true;
		struct value from = value_of(capture_values(run->capture, b), branch, cells[i]);
		if (from.kind == VALUE_RESULT && b->rows[from.row].op == ROW_CALL && b->rows[from.row].a != NONE && says_graph(body_cell_name(run->program, b, b->rows[from.row].a)))
			return true; /* self.graphs.get(key) */
	}
	return false;
}

static bool opens_capture(const struct rule_run *run, const struct body *b, u32 row)
{
	for (u32 i = 0; i < run->capture->regions.n; i++)
		if (run->capture->regions.at[i].fn == b->fn && run->capture->regions.at[i].row == row && run->capture->regions.at[i].grade == GRADE_CODE)
			return true;
	return false;
}

void key_report_first(struct rule_run *run, const struct body *b, u32 given, u32 replay, struct str name, bool is_number)
{
	struct site site = site_in(run->program, b, given), at = site_in(run->program, b, replay);
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                arena_format(run->findings->arena, "'%.*s' goes into what the first call captures, and a call that finds the graph does nothing with it: its replay uses what the first one gave",
	                                             (int)name.n, name.p));
	rule_step(run, f, &at, "replayed here, by later calls as well");
	finding_param(run->findings, f, "value", name);
	finding_param(run->findings, f, "form", is_number ? S("number") : S("tensor"));
}

/* `rows` beside `rows_list`, `lens` beside `lens_cpu`: the same data in another form, which every call looks at. */
static bool has_other_form(const struct rule_run *run, const struct body *b, u32 i)
{
	const struct fn *fn = &run->program->functions[b->fn];
	struct str name = key_param_name(fn, i);
	for (u32 k = 0; k < fn->f->param_count; k++) {
		struct str other = key_param_name(fn, k);
		u32 n = 0;
		while (n < name.n && n < other.n && name.p[n] == other.p[n])
			n++;
		if (k != i && n >= 4 && n + 1 >= name.n)
			return true;
	}
	return false;
}

static void look_at_branch(struct rule_run *run, struct below *below, const struct body *b, u32 branch, u32 arm, u32 away, bool is_keyed)
{
	const struct fn *fn = &run->program->functions[b->fn];
	const struct dominators *d = capture_dominators(run->capture, b, true);
	u32 replay = replayed_anyway(run, b, branch, arm, away);
	for (u32 i = fn->cls ? 1 : 0; i < fn->f->param_count && replay != NONE; i++) {
		struct str type = key_param_type(fn, i);
		u32 param = key_param_cell(b, i), given = NONE;
		bool is_number = key_is_number_type(type), is_other = type.n && !is_number && !str_has(type, "Tensor");
		bool is_used = param == NONE || is_other || key_sounds_kept(key_param_name(fn, i)) || has_other_form(run, b, i), is_asked = false;
		for (u32 row = 0; row < b->n && !is_used; row++) {
			bool is_in = edge_stands_before(d, branch, arm, row);
			is_asked = is_asked || (!is_in && rule_reads(b, row, param));
			is_used = !is_in && (is_number ? rule_reads(b, row, param) : uses_value(run, b, row, param));
			given = given == NONE && is_in && goes_in(run, below, b, row, param) ? row : given;
		}
		bool is_elsewhere = is_keyed && type.n && !is_asked; /* rule.c tells it */
		if (!is_used && given != NONE && !is_elsewhere)
			key_report_first(run, b, given, replay, key_param_name(fn, i), is_number);
	}
}

void key_first_call(struct rule_run *run, struct below *below, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	const struct dominators *d = capture_dominators(run->capture, b, true);
	for (u32 branch = 0; branch < b->n; branch++) {
		u32 arm = NONE, away = NONE;
		bool is_keyed, decides = false;
		if (b->rows[branch].op != ROW_BRANCH || !asks_for_graph(run, b, branch, &is_keyed))
			continue;
		for (u32 row = branch + 1; row < b->n && !decides; row++) {
			below->left = 200;
			bool captures = (b->rows[row].op == ROW_CALL && row_captures(below, &b->rows[row])) || opens_capture(run, b, row);
			decides = captures && branch_decides(d, branch, row, &arm, &away);
		}
		if (decides)
			look_at_branch(run, below, b, branch, arm, away, is_keyed);
	}
}

/* ---- the replay has a parameter of the capture's, and ignores it ---- */

static bool is_read(const struct body *b, u32 param)
{
	for (u32 row = 0; row < b->n; row++)
		if (rule_reads(b, row, param))
			return true;
	return false;
}

/* A captured row of a method of the class that opens a capture is given the parameter of that name. */
static bool is_given_to_capture(const struct rule_run *run, fn_id replay, struct str name, struct site *site)
{
	const struct fn *of = &run->program->functions[replay];
	for (u32 i = 0; i < run->capture->regions.n; i++) {
		fn_id fn = run->capture->regions.at[i].fn;
		const struct fn *f = &run->program->functions[fn];
		u32 at = run->capture->of[fn];
		if (run->capture->regions.at[i].grade != GRADE_CODE || fn == replay || f->cls != of->cls || f->file != of->file || at == NONE)
			continue;
		const struct reached *r = &run->capture->reached.at[at];
		for (u32 p = 1; p < f->f->param_count; p++) {
			u32 cell = str_eq(key_param_name(f, p), name) ? key_param_cell(r->body, p) : NONE;
			for (u32 row = 0; row < r->body->n && cell != NONE; row++)
				if (r->body->rows[row].op == ROW_CALL && capture_has(r, row) && row_is_given(r->body, &r->body->rows[row], cell)) {
					*site = site_in(run->program, r->body, row);
					return true;
				}
		}
	}
	return false;
}

void key_ignored(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	const struct fn *f = &run->program->functions[fn];
	u32 replay = 0;
	while (replay < b->n && !is_replay(run->capture, b, replay))
		replay++;
	for (u32 i = 1; i < f->f->param_count && replay < b->n && f->cls; i++) {
		struct site given, site = site_in(run->program, b, replay);
		struct str name = key_param_name(f, i);
		u32 cell = key_param_cell(b, i);
		if ((cell != NONE && is_read(b, cell)) || str_starts(name, "_") || key_sounds_kept(name) || !is_given_to_capture(run, fn, name, &given))
			continue;
		struct finding *found = rule_report(run, SEVERITY_WARNING, &site,
		                                    arena_format(run->findings->arena, "'%.*s' goes into what is captured, and the function that replays takes it and ignores it: every replay uses that of the capture",
		                                                 (int)name.n, name.p));
		rule_step(run, found, &given, "given here, where it is captured");
		finding_param(run->findings, found, "value", name);
		finding_param(run->findings, found, "form", key_is_number_type(key_param_type(f, i)) ? S("number") : S("tensor"));
		return;
	}
}
