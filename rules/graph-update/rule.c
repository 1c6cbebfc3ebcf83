/* The update of an executable graph may be refused, as an answer of normal use: the old one then goes on running, unless
 * somebody looks and instantiates anew. */
#include "rule.h"

static bool is_update(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_CALL || !r->callee.call || r->flags & RF_MEMBER)
		return false;
	const struct capture_api *api = models_capture(run->program->models, body_row_name(run->program, r));
	return api && api->does == DOES_UPDATE;
}

static bool is_instantiation(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	const struct capture_api *api = r->op == ROW_CALL && r->callee.call ? models_capture(run->program->models, body_row_name(run->program, r)) : NULL;
	return api && api->does == DOES_INSTANTIATE;
}

/* The row looks at what the update wrote about its refusal: one of its out-parameters. */
static bool reads_answer(const struct body *b, u32 update, u32 row)
{
	const struct body_row *u = &b->rows[update], *r = &b->rows[row];
	if (row == update)
		return false;
	for (u32 i = 0; i < u->arg_count; i++) {
		u32 given = b->args[u->first_arg + i];
		u32 answer = given == NONE ? NONE : b->cells[given].address_of;
		if (answer == NONE)
			continue;
		if ((r->op == ROW_BINARY || r->op == ROW_BRANCH || r->op == ROW_RETURN || r->op == ROW_MOVE) &&
		    (cell_is_part(b, r->a, answer) || cell_is_part(b, r->b, answer)))
			return true;
		for (u32 k = 0; r->op == ROW_CALL && k < r->arg_count; k++)
			if (cell_is_part(b, b->args[r->first_arg + k], answer))
				return true;
	}
	return false;
}

static bool uses(const struct body *b, const struct body_row *r, u32 cell)
{
	return r->a == cell || r->b == cell || row_is_given(b, r, cell);
}

struct refusal {
	struct rule_run *run;
	const struct body *body;
	u32 update;
	u32 check; /* the check that ends the way of a refusal by its name, as far as was met; NONE */
};

/* A check whose text is not seen: one that is given the code is taken to end the way, by a throw, a return or the process. */
static bool stops(void *context, u32 row)
{
	struct refusal *u = context;
	const struct body_row *r = &u->body->rows[row];
	static const char *const words[] = {"CHECK", "Check", "check", "SAFE_CALL", "TRY", "ASSERT", "ENSURE", "VERIFY", "MUST", "throw_", "THROW"};
	if (r->op != ROW_CALL || r->callee.n || r->callee.check || !r->arg_count || u->body->args[r->first_arg] != u->body->rows[u->update].dst)
		return false;
	struct str name = body_row_name(u->run->program, r);
	for (u32 i = 0; i < COUNT(words); i++)
		if (str_has(name, words[i]) && !str_has(name, "WARN") && !str_has(name, "Warn") && !str_has(name, "LOG")) {
			u->check = row;
			return true;
		}
	return false;
}

/* The first row of what is reached that looks at the answer; *again: an instantiation that is reached. */
static u32 first_reader(const struct refusal *u, const struct paths *p, u32 *again)
{
	u32 reader = NONE;
	*again = NONE;
	for (u32 row = 0; row < u->body->n; row++) {
		if (!p->at[row].is_reached)
			continue;
		if (reader == NONE && reads_answer(u->body, u->update, row))
			reader = row;
		/* The first behind the look, if there is one. */
		if (is_instantiation(u->run, u->body, row) && (*again == NONE || (reader != NONE && *again < reader)))
			*again = row;
	}
	return reader;
}

static void report_dead(const struct refusal *u, u32 reader, u32 again)
{
	struct rule_run *run = u->run;
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, u->body, u->update), look = site_in(run->program, u->body, reader);
	struct str name = rule_callee(run, &site);
	const char *fallback = again == NONE ? "what looks at its answer below never sees a refusal" : "the instantiation below that is meant for it is never reached";
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                arena_format(a, "a refused '%.*s' returns an error, and the check around it ends the way: %s", (int)name.n, name.p,
	                                             fallback));
	rule_step(run, f, &site, "a change of topology is refused here (cudaErrorGraphExecUpdateFailure)");
	rule_step(run, f, &look, "here its answer is looked at, on the way of success only");
	if (again != NONE) {
		struct site fresh = site_in(run->program, u->body, again);
		rule_step(run, f, &fresh, "the fallback");
	}
	finding_param(run->findings, f, "call", name);
	finding_param(run->findings, f, "form", S("ended"));
}

static void report_ignored(const struct refusal *u)
{
	struct rule_run *run = u->run;
	struct site site = site_in(run->program, u->body, u->update);
	struct str name = rule_callee(run, &site);
	struct finding *f = rule_report(run, SEVERITY_ERROR, &site,
	                                arena_format(run->findings->arena, "nobody looks whether '%.*s' was refused: the executable graph then goes on "
	                                             "with what it held before", (int)name.n, name.p));
	finding_param(run->findings, f, "call", name);
	finding_param(run->findings, f, "form", S("ignored"));
}

/* A read of the slot right after it speaks of the update. */
static bool is_picked_up(const struct rule_run *run, const struct body *b, u32 update)
{
	for (u32 i = 0; i < run->slot->losses.n; i++) {
		const struct code_loss *loss = &run->slot->losses.at[i];
		if (loss->producer.origin.row == b->rows[update].row && loss->producer.origin.fn == b->rows[update].fn && loss->is_picked_up)
			return true;
	}
	return false;
}

static bool is_code_used(const struct body *b, u32 update)
{
	u32 code = b->rows[update].dst;
	for (u32 row = 0; row < b->n && code != NONE; row++)
		if (row != update && uses(b, &b->rows[row], code))
			return true;
	return false;
}

/* The way of a refusal comes to an end that the function's own text chose: its code was asked about. */
static bool is_answered(const struct refusal *u, const struct paths *p)
{
	for (u32 i = 0; i < p->leaves.n; i++) {
		struct site site = site_in(u->run->program, u->body, p->leaves.at[i].row);
		if (p->leaves.at[i].kind == LEAVE_RETURN && site.row == site.use)
			return true;
	}
	return false;
}

static void check(struct rule_run *run, const struct body *b, u32 update)
{
	struct refusal u = {.run = run, .body = b, .update = update, .check = NONE};
	struct path_asks asks = {.stops = stops, .context = &u};
	struct known refused = {b->rows[update].dst, false};
	struct paths p;
	u32 again, unused;
	paths_open(&p, run->capture->program, b, run->slot->bodies);
	paths_walk(&p, update, NULL, 0, NULL);
	u32 reader = first_reader(&u, &p, &again);
	if (reader == NONE && !is_code_used(b, update) && !is_picked_up(run, b, update)) {
		report_ignored(&u);
	} else if (reader != NONE && refused.cell != NONE) {
		paths_walk(&p, update, &refused, 1, &asks);
		/* Read back before the check counts as seen. */
		if (first_reader(&u, &p, &unused) == NONE && !is_answered(&u, &p))
			report_dead(&u, reader, again);
	}
	paths_close(&p);
}

void rule_graph_update(struct rule_run *run)
{
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct body *b = &run->slot->bodies[fn];
		if (run->program->functions[fn].f->kind == FN_MACRO || run->program->functions[fn].f->kind == FN_FILE)
			continue;
		for (u32 row = 0, asked = 0; row < b->n; row++)
			if (is_update(run, b, row)) {
				if (!rule_affords(run, b, asked++))
					break;
				check(run, b, row);
			}
	}
}
