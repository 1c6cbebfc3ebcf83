/* A code that nobody looks at, of the calls that decide whether a graph holds what it should: one that is refused in a capture
 * without breaking it, the end of a capture, the instantiation, the launch. */
#include "rule.h"

static const struct capture_api *api_of(const struct rule_run *run, const struct code_loss *loss)
{
	return loss->producer.call ? models_capture(run->program->models, rule_callee(run, &loss->producer.origin)) : NULL;
}

/* The reached function in which the row may run while a capture is open, or NONE. */
static u32 captured_at(const struct rule_run *run, const struct site *site)
{
	u32 at = run->capture->of[site->body];
	return at != NONE && capture_has(&run->capture->reached.at[at], site->body_row) ? at : NONE;
}

static const char *consequence(const struct capture_api *api)
{
	switch ((enum capture_does)api->does) {
	case DOES_END:
		return "a capture that was broken inside gives no graph, and what follows uses one";
	case DOES_INSTANTIATE:
		return "without an executable graph the launch that follows runs nothing, or an old one";
	case DOES_GRAPH_LAUNCH:
		return "a replay that is refused leaves the old results standing";
	default:
		return "";
	}
}

/* The graph that an end gives is used: it is not there to throw it away. */
static bool is_graph_used(const struct rule_run *run, const struct code_loss *loss, const struct capture_api *api)
{
	const struct body *b = &run->slot->bodies[loss->producer.origin.body];
	u32 end = loss->producer.origin.body_row;
	i8 at = api->at[CAPTURE_GRAPH];
	u32 given = end < b->n ? row_argument(b, &b->rows[end], at) : NONE;
	u32 graph = given == NONE ? NONE : b->cells[given].address_of;
	if (graph == NONE || b->cells[graph].kind != CELL_LOCAL)
		return true;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct capture_api *use = r->op == ROW_CALL ? models_capture(run->program->models, body_row_name(run->program, r)) : NULL;
		if (use && use->does == DOES_GRAPH_DESTROY)
			continue;
		if (row_is_given(b, r, graph) || ((r->op == ROW_MOVE || r->op == ROW_RETURN) && r->a == graph))
			return true;
	}
	return false;
}

/* NONE: nothing that dropped-error does not say as well. */
static u32 grade(const struct rule_run *run, const struct code_loss *loss, const struct capture_api *api, u32 at)
{
	if (loss->is_picked_up || loss->is_read_by_callers || loss->is_judged_otherwise || loss->is_drained_on_purpose || loss->in_cleanup || loss->is_in_alternatives)
		return NONE;
	bool decides = api->does == DOES_INSTANTIATE || api->does == DOES_GRAPH_LAUNCH || (api->does == DOES_END && is_graph_used(run, loss, api));
	if (!decides && (api->here[0] != OUTCOME_900_GOES_ON || at == NONE))
		return NONE;
	if (loss->how == LOSS_VOID_CAST)
		return SEVERITY_NOTE;
	if (api->here[0] == OUTCOME_900_GOES_ON) {
		bool is_code = reached_is_code(run->capture, &run->capture->reached.at[at]);
		return is_code && capture_certainty(run->capture, at, loss->producer.site.body_row) >= CERTAIN_SOMETIMES ? SEVERITY_ERROR : SEVERITY_WARNING;
	}
	return SEVERITY_WARNING;
}

static void report(struct rule_run *run, const struct code_loss *loss, const struct capture_api *api, enum severity severity, u32 at, u32 crowd)
{
	struct arena *a = run->findings->arena;
	struct site site = rule_written(&loss->producer.site);
	struct str name = rule_failing(run, &loss->producer);
	bool goes_on = api->here[0] == OUTCOME_900_GOES_ON;
	const char *what = goes_on ? arena_format(a, "a capture refuses it with cudaErrorStreamCaptureUnsupported and goes on without it, so the graph is "
	                                          "valid and lacks the copy (%s)", rule_capture(run, at))
	                           : consequence(api);
	const char *others = crowd > 1 ? arena_format(a, " (nor at those of %u more such calls in this function)", crowd - 1) : "";
	struct finding *f = rule_report(run, crowd ? severity : SEVERITY_NOTE, &site,
	                                arena_format(a, "nobody looks at the result of '%.*s'%s: %s", (int)name.n, name.p, others, what));
	if (goes_on)
		rule_way(run, f, at);
	rule_step(run, f, &site, "the code is lost here");
	finding_param(run->findings, f, "call", name);
}

struct lost {
	const struct code_loss *loss;
	const struct capture_api *api;
	u32 at, severity;
};

void rule_dropped_capture_error(struct rule_run *run)
{
	struct arena *a = run->findings->arena;
	struct site *sites = arena_array(a, struct site, run->slot->losses.n + 1);
	struct lost *lost = arena_array(a, struct lost, run->slot->losses.n + 1);
	u32 n = 0;
	for (u32 i = 0; i < run->slot->losses.n; i++) {
		const struct code_loss *loss = &run->slot->losses.at[i];
		struct lost l = {.loss = loss, .api = api_of(run, loss), .at = captured_at(run, &loss->producer.site)};
		l.severity = l.api ? grade(run, loss, l.api, l.at) : NONE;
		if (l.severity == NONE)
			continue;
		sites[n] = rule_written(&loss->producer.site);
		lost[n++] = l;
	}
	u32 *crowds = rule_crowds(run, sites, n);
	for (u32 i = 0; i < n; i++)
		report(run, lost[i].loss, lost[i].api, (enum severity)lost[i].severity, lost[i].at, crowds[i]);
}
