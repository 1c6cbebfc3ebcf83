/* A check of a graph against eager code that can't fail: it compares a tensor with itself, or says that all is well when it compared
 * nothing. */
#include "rule.h"

static bool compares(struct str name)
{
	static const char *const names[] = {"allclose", "equal", "assert_close", "assert_allclose", "assert_equal", "array_equal", "isclose"};
	return str_is_any(name, names, COUNT(names));
}

/* Words of a check, in the name of a function or of its class. */
static bool sounds_like_check(struct str name)
{
	static const char *const words[] = {"compare", "verify", "check", "probe", "diff", "validate", "match"};
	return str_has_any(name, words, COUNT(words));
}

static bool is_about_graphs(const struct rule_run *run, const struct body *b)
{
	const struct fn *fn = &run->program->functions[b->fn];
	struct str name = fn_name(fn);
	if (str_has(name, "raph") || str_has(name, "eager") || str_has(name, "eplay"))
		return true;
	for (u32 i = 0; i < b->cell_count; i++) {
		struct str cell = body_cell_name(run->program, b, i);
		if (speaks_of_graphs(cell) || str_is(cell, "graph") || str_has(cell, "eager") || str_has(cell, "replay"))
			return true;
	}
	return has_replay(run->capture, b);
}

/* ---- with itself ---- */

/* x[labels[0]], x[f(i)], x[n + 1]: which entry is meant is not told by the text of its key, so two of them may be two. */
static bool has_unknown_key(const struct rule_run *run, const struct body *b, u32 cell)
{
	for (; cell != NONE; cell = b->cells[cell].parent) {
		struct str key = body_cell_name(run->program, b, cell);
		if (b->cells[cell].is_element && (!key.n || str_has(key, "[") || str_has(key, "(")))
			return true;
	}
	return false;
}

/* Both are one tensor: the same value, place or name, reached by plain moves and views alone. */
static bool is_same(const struct rule_run *run, const struct body *b, u32 row, u32 left, u32 right)
{
	struct value l = value_of(capture_values(run->capture, b), row, left), r = value_of(capture_values(run->capture, b), row, right);
	if (has_unknown_key(run, b, left) || has_unknown_key(run, b, right) || (l.kind == VALUE_PLACE && has_unknown_key(run, b, l.cell)))
		return false;
	if (left == right)
		return true;
	if (l.kind == VALUE_PLACE && r.kind == VALUE_PLACE)
		return l.cell == r.cell;
	if (l.kind == VALUE_PARAM && r.kind == VALUE_PARAM)
		return l.cell == r.cell;
	return l.kind == VALUE_RESULT && r.kind == VALUE_RESULT && l.row == r.row && l.cell == r.cell;
}

static void look_at_sides(struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_CALL || !compares(body_row_name(run->program, r)))
			continue;
		bool is_function = r->arg_count >= 2 && (str_starts(torch_name(run->capture, b, row), "torch.") || !(r->flags & RF_MEMBER));
		u32 left = is_function ? b->args[r->first_arg] : r->a, right = r->arg_count ? b->args[r->first_arg + is_function] : NONE;
		if (left == NONE || right == NONE || !is_same(run, b, row, left, right))
			continue;
		struct site site = site_in(run->program, b, row);
		struct str name = body_cell_name(run->program, b, right);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "both sides are one tensor, '%.*s': it is never different from itself; what is kept before a replay needs a clone()",
		                                             (int)name.n, name.p));
		rule_step(run, f, &site, "compared here");
	}
}

/* ---- of nothing ---- */

static bool is_constant(const struct body *b, u32 cell, u8 kind) { return cell != NONE && b->cells[cell].kind == kind; }

/* `return True`. */
static bool returns_true(const struct body *b, u32 row)
{
	return b->rows[row].op == ROW_RETURN && is_constant(b, b->rows[row].a, CELL_NONZERO);
}

/* Somebody looks whether there is anything: len(x), `if not x`, `assert x`, a counter. */
static bool asks_for_emptiness(const struct rule_run *run, const struct body *b, u32 iterated)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op == ROW_CALL && str_is(body_row_name(run->program, r), "len"))
			return true;
		if ((r->op == ROW_BRANCH || r->op == ROW_ASSERT) && r->a == iterated)
			return true;
		if (r->op == ROW_UNARY && r->sub == OP_NOT && r->a == iterated)
			return true;
		if (r->op == ROW_MOVE && r->sub == OP_ADD && body_reaches(b, row, row))
			return true;
	}
	return false;
}

/* A loop over what was kept, in which a difference ends the function, and behind it `return True`. */
static void look_at_nothing(struct rule_run *run, const struct body *b)
{
	for (u32 iter = 0; iter < b->n; iter++) {
		if (b->rows[iter].op != ROW_ITER || b->rows[iter].other == NONE || b->rows[iter].other >= b->n)
			continue;
		u32 over = b->rows[iter].a, end = b->rows[iter].other, compared = NONE;
		struct value from = value_of(capture_values(run->capture, b), iter, over);
		u32 object = from.kind == VALUE_RESULT && b->rows[from.row].op == ROW_CALL ? b->rows[from.row].a : over;
		bool is_kept = object != NONE && (b->cells[object].kind == CELL_OUTER || cell_is_own(b, object));
		for (u32 row = b->rows[iter].target; row < end && row < b->n && is_kept; row++)
			if (b->rows[row].op == ROW_CALL && compares(body_row_name(run->program, &b->rows[row])))
				compared = row;
		if (compared == NONE || !returns_true(b, end) || asks_for_emptiness(run, b, object))
			continue;
		struct site site = site_in(run->program, b, end), at = site_in(run->program, b, compared);
		struct str name = body_cell_name(run->program, b, object);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "if '%.*s' is empty nothing was compared, and the check passes: count what is compared", (int)name.n, name.p));
		rule_step(run, f, &at, "compared here, for each that was kept");
		rule_step(run, f, &site, "passes, however many there were");
	}
}

/* ---- what a capture keeps for a comparison ---- */

static bool sounds_kept_for_check(struct str name)
{
	static const char *const words[] = {"stash", "probe", "snapshot", "STASH", "PROBE", "SNAPSHOT"};
	return str_has_any(name, words, COUNT(words));
}

static bool has_comparison(const struct fn *fn);

static void look_at_stash(struct rule_run *run, u32 at)
{
	const struct reached *r = &run->capture->reached.at[at];
	for (u32 row = 0; row < r->body->n; row++) {
		const struct body_row *m = &r->body->rows[row];
		if (!capture_has(r, row) || m->op != ROW_MOVE || m->dst == NONE || m->a == NONE)
			continue;
		const struct cell *to = &r->body->cells[m->dst];
		u32 holder = to->is_element ? to->parent : m->dst;
		struct str name = body_cell_name(run->program, r->body, holder);
		bool is_outside = holder != NONE && (r->body->cells[holder].kind == CELL_OUTER || r->body->cells[holder].parent != NONE);
		struct value v = value_of(capture_values(run->capture, r->body), row, m->a);
		bool is_copy = v.kind == VALUE_RESULT && r->body->rows[v.row].op == ROW_CALL &&
		               (str_is(body_row_name(run->program, &r->body->rows[v.row]), "clone") || str_is(body_row_name(run->program, &r->body->rows[v.row]), "copy"));
		bool is_tensor = v.kind == VALUE_PARAM || v.kind == VALUE_RESULT;
		if (!is_outside || !is_tensor || slice_of(run->program, r->body, m->dst).kind != SLICE_NONE || !sounds_kept_for_check(name) || tensor_at(run->capture, r->body, at, row, m->a).home == HOME_DATA)
			continue;
		if ((is_copy && to->is_element) || !has_comparison(&run->program->functions[r->fn]))
			continue;
		struct site site = site_in(run->program, r->body, row);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, is_copy ? "'%.*s' is one place for all graphs that are captured through here: after the last capture it is that graph's, whichever is replayed"
		                                                                           : "'%.*s' keeps a tensor of the capture without a copy: later operations of the graph may use its memory before it is compared",
		                                             (int)name.n, name.p));
		rule_way(run, f, at);
		rule_step(run, f, &site, "kept here");
	}
}

static bool is_candidate(const struct fn *fn)
{
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		if (row->op == ROW_CALL && compares(unit_text(fn->unit, row->name)))
			return true;
	}
	return false;
}

/* The file compares something at all. */
static bool has_comparison(const struct fn *fn)
{
	for (u32 i = 0; i < fn->unit->n_rows; i++)
		if (fn->unit->rows[i].op == ROW_CALL && compares(unit_text(fn->unit, fn->unit->rows[i].name)))
			return true;
	return false;
}

void rule_vacuous_probe(struct rule_run *run)
{
	const struct capture *c = run->capture;
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct fn *f = &run->program->functions[fn];
		if (!run->shows[fn] || !rule_is_python(run, fn) || !is_candidate(f))
			continue;
		const struct body *b = capture_body(c, fn);
		if (!is_about_graphs(run, b))
			continue;
		look_at_sides(run, b);
		if (sounds_like_check(fn_name(f)))
			look_at_nothing(run, b);
	}
	for (u32 at = 0; at < c->reached.n; at++)
		if (run->shows[c->reached.at[at].fn] && rule_is_python(run, c->reached.at[at].fn) && reached_is_code(c, &c->reached.at[at]))
			look_at_stash(run, at);
}
