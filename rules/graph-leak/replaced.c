/* A graph that another one is put in the place of: in one function, or in a member by what its class begins in one method and ends in another. */
#include "leak.h"

void leak_tell_replaced(struct rule_run *run, const struct site *made, const struct site *other, struct str name, enum severity severity)
{
	struct arena *a = run->findings->arena;
	struct str api = rule_callee(run, made), next = rule_callee(run, other);
	struct finding *f = rule_report(run, severity, made,
	                                arena_format(a, "what '%.*s' makes in '%.*s' is never destroyed: '%.*s' puts another one there", (int)api.n, api.p, (int)name.n,
	                                             name.p, (int)next.n, next.p));
	rule_step(run, f, made, "here it is made");
	rule_step(run, f, other, "here another one is put in its place");
	finding_param(run->findings, f, "call", str_has(api, "Instantiate") ? S("cudaGraphInstantiate") : S("cudaStreamEndCapture"));
}

/* Or what looks like a variable of the file where the class is not seen whole. */
static bool is_member(const struct body *b, u32 cell) { return cell != NONE && b->cells[cell].kind == CELL_OUTER; }

static u8 does_at(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct capture_api *api = capture_api_of(run->program, &b->rows[row]);
	return api ? api->does : DOES_NOTHING;
}

/* Behind the row a capture is begun, into a graph of its own, and nobody is given the one that was made. */
static bool is_followed_by_begin(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	bool begins = false;
	for (u32 other = 0; other < b->n; other++) {
		const struct capture_api *api = capture_api_of(run->program, &b->rows[other]);
		begins = begins || (api && api->does == DOES_BEGIN && api->at[CAPTURE_GRAPH] < 0 && body_reaches(b, row, other));
		for (u32 i = 0; i < b->rows[other].arg_count && other != row; i++) {
			u32 arg = b->args[b->rows[other].first_arg + i];
			if (arg != NONE && (arg == cell || b->cells[arg].address_of == cell))
				return false;
		}
	}
	return begins;
}

/* The row of another method that ends a capture into the same member and has not destroyed what stands there; NONE. */
static u32 end_into(const struct rule_run *run, const struct body *b, u32 name)
{
	for (u32 row = 0; row < b->n; row++) {
		u32 cell = does_at(run, b, row) == DOES_END ? leak_made(run, b, row) : NONE;
		if (!is_member(b, cell) || b->cells[cell].name != name)
			continue;
		bool is_emptied = false;
		for (u32 other = 0; other < b->n && !is_emptied; other++)
			is_emptied = leak_is_destroyed(run, b, other, cell) && body_reaches(b, other, row);
		if (!is_emptied)
			return row;
	}
	return NONE;
}

void leak_replaced(struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	u32 cls = run->program->functions[b->fn].cls;
	if (does_at(run, b, row) != DOES_GRAPH_CREATE || !is_member(b, cell) || !cls || !is_followed_by_begin(run, b, row, cell))
		return;
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct body *ends = &run->slot->bodies[fn];
		u32 at = fn == b->fn || run->program->functions[fn].cls != cls ? NONE : end_into(run, ends, b->cells[cell].name);
		if (at == NONE)
			continue;
		struct site made = site_in(run->program, b, row), other = site_in(run->program, ends, at);
		leak_tell_replaced(run, &made, &other, body_cell_name(run->program, b, cell), SEVERITY_WARNING);
		return;
	}
}
