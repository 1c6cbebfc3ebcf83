/* What a loop gives at each turn goes into a capture, and a turn that finds the graph does nothing with it: neither copies it nor keys by it. So does a number
 * without an annotation in a function that only gives back what it keeps by a key; where the function replays by itself, first.c tells of its parameters. */
#include "key.h"

/* A question whether the graph is there: `key in graphs`, `graph is None`, of self.graph or of what graphs.get(key) gave. */
struct question {
	u32 asked, branch;
	u32 key;          /* the cell, or NONE: a graph that is kept alone */
	struct str cache; /* where the graph is kept */
};

static struct str name_of(const struct rule_run *run, const struct body *b, u32 cell) { return body_cell_name(run->program, b, cell); }

/* entry = self.graphs.get(key), or self.graphs[key]: what is asked about, and where it was looked up. */
static bool looks_up(const struct rule_run *run, const struct body *b, u32 row, u32 cell, struct question *q)
{
	struct value v = value_of(capture_values(run->capture, b), row, cell);
	const struct cell *of = &b->cells[cell];
	if (v.kind == VALUE_UNKNOWN && of->kind == CELL_LOCAL && of->parent == NONE && says_graph(name_of(run, b, cell))) { /* graph = None before the loop */
		q->cache = name_of(run, b, cell);
		return true;
	}
	if (v.kind == VALUE_RESULT) {
		const struct body_row *r = &b->rows[v.row];
		if (r->op != ROW_CALL || !(r->flags & RF_MEMBER) || !r->arg_count || r->a == NONE || !str_is(body_row_name(run->program, r), "get") || !says_graph(name_of(run, b, r->a)))
			return false;
		q->key = b->args[r->first_arg];
		q->cache = name_of(run, b, r->a);
		return q->key != NONE;
	}
	if (v.kind != VALUE_PLACE || !cell_is_own(b, v.cell) || !says_graph(name_of(run, b, v.cell)))
		return false;
	q->cache = name_of(run, b, v.cell);
	return true;
}

static bool is_question(const struct rule_run *run, const struct body *b, u32 branch, struct question *q)
{
	const struct body_row *r = &b->rows[branch];
	if (r->op != ROW_BRANCH || r->a == NONE || r->target == NONE || r->other == NONE)
		return false;
	u32 asked = branch;
	while (asked-- > 0 && b->rows[asked].dst != r->a)
		;
	if (asked == NONE || b->rows[asked].op != ROW_BINARY)
		return false;
	const struct body_row *ask = &b->rows[asked];
	*q = (struct question){.asked = asked, .branch = branch, .key = NONE};
	if ((ask->sub == OP_IN || ask->sub == OP_NOT_IN) && ask->b != NONE && says_graph(name_of(run, b, ask->b))) {
		q->key = ask->a;
		q->cache = name_of(run, b, ask->b);
		return q->key != NONE;
	}
	bool is_null = ask->b == NONE || b->cells[ask->b].kind == CELL_ZERO;
	return (ask->sub == OP_IS || ask->sub == OP_IS_NOT) && is_null && ask->a != NONE && looks_up(run, b, asked, ask->a, q);
}

/* Rows of the arm capture: a call does, or a capture is opened there. */
static bool arm_captures(const struct rule_run *run, struct below *below, const struct body *b, u32 branch, u32 to)
{
	const struct dominators *d = capture_dominators(run->capture, b, true);
	for (u32 row = branch + 1; row < b->n; row++) {
		if (!edge_stands_before(d, branch, to, row))
			continue;
		below->left = 200;
		if (b->rows[row].op == ROW_CALL ? row_captures(below, &b->rows[row]) : b->rows[row].op == ROW_ENTER && capture_has_in_code(run->capture, b, row + 1))
			return true;
	}
	return false;
}

/* Behind the question a graph is replayed, whatever the answer was; or, with `given`, what is kept under the key is given back to somebody who does so. */
static bool is_used(const struct rule_run *run, const struct body *b, const struct question *q, u32 to, bool given)
{
	const struct dominators *d = capture_dominators(run->capture, b, true);
	for (u32 row = q->branch + 1; row < b->n; row++) {
		bool is_it = given ? q->key != NONE && b->rows[row].op == ROW_RETURN && b->rows[row].a != NONE : is_replay(run->capture, b, row);
		if (is_it && !edge_stands_before(d, q->branch, to, row) && body_reaches(b, q->branch, row))
			return true;
	}
	return false;
}

/* The call of the arm that is given the variable, where nothing else reads it; NONE. */
static u32 given_alone(const struct rule_run *run, const struct body *b, u32 branch, u32 to, u32 cell)
{
	const struct dominators *d = capture_dominators(run->capture, b, true);
	u32 given = NONE;
	for (u32 row = 0; row < b->n; row++) {
		if (!rule_reads(b, row, cell))
			continue;
		const struct body_row *r = &b->rows[row];
		if (!edge_stands_before(d, branch, to, row) || r->dst == cell)
			return NONE;
		given = given == NONE && r->op == ROW_CALL && row_is_given(b, r, cell) ? row : given;
	}
	return given;
}

/* Each turn of the loop begins without a graph: `graph = None` stands in it. */
static bool is_dropped(const struct rule_run *run, const struct body *b, const struct question *q, u32 iter)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		bool is_none = r->op == ROW_MOVE && r->dst != NONE && r->a != NONE && b->cells[r->a].kind == CELL_ZERO && str_eq(name_of(run, b, r->dst), q->cache);
		bool is_cleared = r->op == ROW_CALL && r->flags & RF_MEMBER && r->a != NONE && str_eq(name_of(run, b, r->a), q->cache) && str_is(body_row_name(run->program, r), "clear");
		if ((is_none || is_cleared) && body_reaches(b, iter, row) && body_reaches(b, row, iter))
			return true;
	}
	return false;
}

static void report(struct rule_run *run, const struct body *b, const struct question *q, u32 cell, u32 given, const char *origin)
{
	struct str name = name_of(run, b, cell);
	struct site site = site_in(run->program, b, q->asked), use = site_in(run->program, b, given);
	const char *key = q->key == NONE ? "" : " it is no part of the key, and";
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                arena_format(run->findings->arena, "'%.*s' %s, and is given to what captures '%.*s' alone:%s each later step replays with the value of the first",
	                                             (int)name.n, name.p, origin, (int)q->cache.n, q->cache.p, key));
	rule_step(run, f, &site, "looked up here");
	rule_step(run, f, &use, "given here, where it is captured");
	finding_param(run->findings, f, "value", name);
	finding_param(run->findings, f, "form", S("number"));
}

static void look_at_question(struct rule_run *run, const struct body *b, const struct question *q, u32 to)
{
	const struct fn *fn = &run->program->functions[b->fn];
	bool replays = is_used(run, b, q, to, false), gives = !replays && is_used(run, b, q, to, true);
	for (u32 cell = 0; cell < b->cell_count && (replays || gives); cell++) {
		const struct cell *of = &b->cells[cell];
		if (of->kind != CELL_LOCAL || of->parent != NONE || !of->name)
			continue;
		u32 given = given_alone(run, b, q->branch, to, cell);
		if (given == NONE || (q->key != NONE && key_is_from(run, b, q->asked, q->key, of->param, cell, 0)))
			continue;
		u32 turn = replays && of->param == NONE ? given_by_loop(run->capture, b, q->branch, cell) : NONE;
		const struct var *var = of->param == NONE || of->param >= fn->f->param_count ? NULL : &fn->unit->vars[fn->f->first_var + of->param];
		if (var && gives && !var->type && is_number_of_call(run->capture, b->fn, of->param))
			report(run, b, q, cell, given, "comes with each call");
		else if (!var && turn != NONE && !is_dropped(run, b, q, turn))
			report(run, b, q, cell, given, "changes with each turn");
		else
			continue;
		return;
	}
}

void key_of_step(struct rule_run *run, struct below *below, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		struct question q;
		if (!is_question(run, b, row, &q))
			continue;
		const u32 arms[] = {b->rows[row].target, b->rows[row].other};
		for (u32 i = 0; i < COUNT(arms); i++)
			if (arm_captures(run, below, b, row, arms[i]))
				look_at_question(run, b, &q, arms[i]);
	}
}
