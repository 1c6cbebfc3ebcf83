/* A graph in a variable: the ways out of its function on which nobody destroys it. */
#include "leak.h"

struct life {
	struct rule_run *run;
	const struct body *body;
	u32 made, cell;        /* the row that makes it, the variable that holds it */
	const u32 *all_made;   /* by row: leak_made() */
	const bool *keeping;   /* by row: leak_keeps() */
	bool is_kept_anywhere; /* some row does */
	bool is_made_again;    /* a path comes back to the row */
	u32 other;             /* a row that makes another one in the same variable, or NONE */
	bool is_ever_kept;
};

/* Asked of every row once: floods from many branches come by the same rows. */
static void find_keeping(struct life *life, struct arena *a)
{
	bool *keeping = arena_array(a, bool, life->body->n + 1);
	for (u32 row = 0; row < life->body->n; row++) {
		keeping[row] = leak_keeps(life->run, life->body, row, life->cell, 0);
		life->is_kept_anywhere = life->is_kept_anywhere || keeping[row];
	}
	life->keeping = keeping;
}

static bool stops(void *context, u32 row)
{
	struct life *life = context;
	if (row == life->made) {
		life->is_made_again = true;
		return true;
	}
	bool kept = life->keeping[row];
	life->is_ever_kept = life->is_ever_kept || kept;
	if (!kept && life->all_made[row] == life->cell) {
		life->other = row;
		return true;
	}
	return kept;
}

/* An arm of a branch: what stands behind the branch is no part of it, nor is the next turn of a loop. */
struct arm {
	u32 made, other;
};

static enum flow_on in_arm(const void *context, const struct body *b, u32 row)
{
	(void)b;
	const struct arm *arm = context;
	return row == arm->made || row == arm->other ? FLOW_STOPS : FLOW_GOES_ON;
}

/* Some row of the arm that begins at `from` keeps the graph, and the arm comes to where the other one begins. */
static bool keeps_and_joins(const struct life *life, u32 from, u32 other)
{
	struct arena scratch = {0};
	struct arm arm = {life->made, other};
	const bool *in = rows_behind(&scratch, life->body, from, in_arm, &arm);
	bool found = false;
	for (u32 row = 0; row < life->body->n && in[other] && !found; row++)
		found = in[row] && row != other && row != life->made && life->keeping[row];
	arena_release(&scratch);
	return found;
}

/* `if (owned) destroy(graph);` says who owns it: only the arm that destroys is ours. */
static bool takes(void *context, u32 row, u32 to)
{
	const struct life *life = context;
	const struct body_row *r = &life->body->rows[row];
	u32 other = to == r->target ? r->other : r->target;
	return r->op != ROW_BRANCH || other == NONE || !life->is_kept_anywhere || !keeps_and_joins(life, other, to);
}

static bool is_main(const struct rule_run *run, fn_id fn) { return str_is(fn_name(&run->program->functions[fn]), "main"); }

static const char *how(const struct life *life, const struct leave *l, struct arena *a)
{
	struct site site = site_in(life->run->program, life->body, l->row);
	struct str name = unit_text(life->run->program->functions[site.use_fn].unit, site.use->name);
	if (l->kind == LEAVE_RETURN)
		return "this way out of the function";
	return name.n ? arena_format(a, "an exception of '%.*s'", (int)name.n, name.p) : "this exception";
}

static void report_overwritten(const struct life *life)
{
	struct site made = site_in(life->run->program, life->body, life->made), other = site_in(life->run->program, life->body, life->other);
	leak_tell_replaced(life->run, &made, &other, body_cell_name(life->run->program, life->body, life->cell), is_main(life->run, life->body->fn) ? SEVERITY_NOTE : SEVERITY_WARNING);
}

/* CHECK(make(&graph)), whose text names its argument once more where it has failed: that is the same call, and it has made nothing. */
static bool is_of_own_check(const struct life *life, const struct leave *l)
{
	struct site made = site_in(life->run->program, life->body, life->made), left = site_in(life->run->program, life->body, l->row);
	return l->kind != LEAVE_RETURN && made.row == made.use && left.row != left.use && left.use_fn == made.use_fn && left.use->begin <= made.use->begin && made.use->end <= left.use->end;
}

static void report_local(const struct life *life, const struct paths *p)
{
	struct rule_run *run = life->run;
	struct arena *a = run->findings->arena;
	const struct leave *first = NULL;
	for (u32 i = 0; i < p->leaves.n; i++) {
		const struct leave *l = &p->leaves.at[i];
		if (is_of_own_check(life, l))
			continue;
		bool is_better = !first || (l->kind == LEAVE_RETURN && first->kind != LEAVE_RETURN) || (l->kind == first->kind && l->row < first->row);
		first = is_better ? l : first;
	}
	if (!first && !life->is_made_again)
		return;
	struct site made = site_in(run->program, life->body, life->made), left = first ? site_in(run->program, life->body, first->row) : made;
	struct str api = rule_callee(run, &made), name = body_cell_name(run->program, life->body, life->cell);
	enum severity severity = is_main(run, life->body->fn) && !life->is_made_again ? SEVERITY_NOTE : SEVERITY_WARNING;
	struct finding *f;
	if (!life->is_ever_kept && (!first || first->kind == LEAVE_RETURN || life->is_made_again))
		f = rule_report(run, severity, &made, arena_format(a, "'%.*s', which '%.*s' makes here, is never destroyed nor handed on", (int)name.n,
		                                                   name.p, (int)api.n, api.p));
	else if (!first || (life->is_made_again && first->kind != LEAVE_RETURN))
		f = rule_report(run, severity, &made, arena_format(a, "'%.*s' is made again in the next turn while the one before is not destroyed on "
		                                                   "every way", (int)name.n, name.p));
	else
		f = rule_report(run, severity, &left, arena_format(a, "%s leaves '%.*s' behind, which '%.*s' has made and nobody destroys then",
		                                                   how(life, first, a), (int)name.n, name.p, (int)api.n, api.p));
	rule_step(run, f, &made, "here it is made");
	if (first)
		rule_step(run, f, &left, "here the function is left");
	finding_param(run->findings, f, "call", str_has(api, "Instantiate") ? S("cudaGraphInstantiate") : S("cudaStreamEndCapture"));
}

void leak_local(struct rule_run *run, const struct body *b, u32 row, const u32 *made)
{
	u32 cell = made[row];
	const struct cell *c = &b->cells[cell];
	bool is_variable = (c->kind == CELL_LOCAL || (c->is_reference && c->param != NONE)) && c->name && c->parent == NONE && !c->is_pointer && !c->is_array;
	bool is_own = c->param == NONE && !c->is_reference;
	if (!is_variable)
		return;
	struct life life = {.run = run, .body = b, .made = row, .cell = cell, .all_made = made, .other = NONE};
	struct path_asks asks = {.stops = stops, .takes = takes, .context = &life};
	struct known known[KNOWN + 2] = {{cell, false}, {b->rows[row].dst, true}};
	u32 n = b->rows[row].dst == NONE ? 1 : 2;
	struct paths p;
	paths_open(&p, run->capture->program, b, run->slot->bodies);
	find_keeping(&life, &p.scratch);
	/* What was asked on every way to the row is still so behind it: if (uses_graph) make(); ...; if (uses_graph) destroy(); */
	n += min_u32(paths_known_before(&p, row, known + n), KNOWN / 2); /* the rest is for what comes behind */
	paths_walk(&p, row, known, n, &asks);
	/* Of what the caller gave only what is put in its place is ours to see. */
	if (life.other != NONE)
		report_overwritten(&life);
	else if (is_own)
		report_local(&life, &p);
	paths_close(&p);
}
