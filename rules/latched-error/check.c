/* Check macros and functions that leave the slot full: told once, where they do so, for all calls that go through them. */
#include "latched.h"

bool latched_goes_through(const struct rule_run *run, const struct survivor *v)
{
	return v->tolerated_by != NONE && v->answer == ANSWER_NOTHING && latched_grade(run, v) == SEVERITY_WARNING && !rule_hands_back(run, v);
}

u32 latched_uses(const struct rule_run *run, u32 at, bool *is_first)
{
	const struct slot_flow *slot = run->slot;
	u32 uses = 0;
	*is_first = true;
	for (u32 i = 0; i < slot->survivors.n; i++) {
		const struct survivor *v = &slot->survivors.at[i];
		if (!latched_goes_through(run, v) || v->tolerated_by != slot->survivors.at[at].tolerated_by)
			continue;
		if (i < at)
			*is_first = false;
		uses++;
	}
	return uses;
}

void latched_tolerant_check(struct rule_run *run, const struct survivor *v, u32 uses)
{
	struct arena *a = run->findings->arena;
	struct str check = fn_name(&run->program->functions[v->tolerated_by]);
	struct site at = rule_written(v->decided.row && v->decided.fn == v->tolerated_by ? &v->decided : &v->producer.site);
	const char *how = v->is_made_exception || v->caught.row ? "throws of a failed call, and the path goes on behind a handler" : "finds a failed call and goes on";
	struct finding *f = rule_report(run, SEVERITY_WARNING, &at,
	                                arena_format(a, "'%.*s' %s without draining the last-error slot "
	                                             "(%u calls go through it)", (int)check.n, check.p, how, uses));
	finding_related(run->findings, f, rule_span(run, &v->producer.site), "a call whose failure stays behind");
	finding_param(run->findings, f, "call", rule_failing(run, &v->producer));
	rule_victims(run, f, v);
}

/* A check function or macro that throws and leaves the slot full, where somebody catches: one warning in its text for all calls that go through it, if some of
 * them are refused in normal use. */
static bool leaves_by_check(const struct rule_run *run, const struct survivor *v)
{
	return v->how == SURVIVES_THROWN && v->tolerated_by != NONE && v->is_made_exception && v->is_survived && !program_is_test(run->program, v->producer.site.fn);
}

static bool is_caught_by_callers(const struct survivor *v) { return v->producer.call && (v->producer.call->design.n || v->producer.call->role == ROLE_ALLOC); }

static bool names_success(const struct unit *u, operand o)
{
	struct str name = operand_kind(o) == OPD_GLOBAL ? unit_text(u, operand_index(o)) : S("");
	return is_success_name(name);
}

/* It is given a code, and could drain: an assertion of any condition is not made for that. */
static bool is_code_check(const struct rule_run *run, fn_id id)
{
	const struct fn *fn = &run->program->functions[id];
	const struct unit *u = fn->unit;
	for (u32 i = 0; fn->f->kind != FN_MACRO && i < fn->f->param_count; i++) {
		struct str type = unit_text(u, u->vars[fn->f->first_var + i].type);
		if (str_has(type, "cudaError") || str_has(type, "hipError"))
			return true;
	}
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *r = &u->rows[fn->f->first_row + i];
		struct str name = r->op == ROW_CALL ? unit_text(u, r->name) : S("");
		bool tells = str_has(name, "GetErrorString") || str_has(name, "GetErrorName") || str_has(name, "GetErrorEnum");
		if (tells || (r->op == ROW_BINARY && (names_success(u, r->a) || names_success(u, r->b))))
			return true;
	}
	return false;
}

static struct site throw_in(const struct rule_run *run, const struct survivor *v)
{
	const struct fn *fn = &run->program->functions[v->tolerated_by];
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *r = &fn->unit->rows[fn->f->first_row + i];
		if (r->op == ROW_THROW)
			return (struct site){.fn = v->tolerated_by, .row = r, .body = v->tolerated_by, .use_fn = v->tolerated_by, .use = r};
	}
	return (struct site){0};
}

void latched_throwing_checks(struct rule_run *run)
{
	const struct slot_flow *slot = run->slot;
	struct arena *a = run->findings->arena;
	u32 *calls = arena_array(a, u32, run->program->function_count + 1);
	const struct survivor **telling = arena_array(a, const struct survivor *, run->program->function_count + 1);
	for (u32 i = 0; i < slot->survivors.n && slot->is_read; i++) {
		const struct survivor *v = &slot->survivors.at[i];
		if (!leaves_by_check(run, v) || !is_code_check(run, v->tolerated_by))
			continue;
		calls[v->tolerated_by]++;
		if (!telling[v->tolerated_by] && is_caught_by_callers(v))
			telling[v->tolerated_by] = v;
	}
	for (fn_id f = 0; f < run->program->function_count; f++) {
		const struct survivor *v = telling[f];
		struct site at = v ? throw_in(run, v) : (struct site){0};
		if (!at.row || !run->shows[f])
			continue;
		struct str check = fn_name(&run->program->functions[f]);
		struct finding *found = rule_report(run, SEVERITY_WARNING, &at,
		                                    arena_format(a, "'%.*s' throws and leaves the code of the failed call in the last-error slot (%u call%s through it): who catches the exception meets it "
		                                                 "again at the next launch check", (int)check.n, check.p, calls[f], calls[f] == 1 ? " goes" : "s go"));
		finding_related(run->findings, found, rule_span(run, &v->producer.site), "a call that callers may go on without");
		finding_param(run->findings, found, "call", rule_failing(run, &v->producer));
	}
}
