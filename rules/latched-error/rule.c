/* A failure that somebody found, and that stays in the slot. Severity: an error where refusal is an expected answer,
 * since then it happens in normal use; a note where the failure is told to callers that nobody sees. */
#include "rule.h"

static const char *ending(const struct survivor *v)
{
	if (v->how == SURVIVES_THROWN)
		return "an exception leaves with the slot full";
	if (v->is_thrown || v->caught.row)
		return "the exception that tells of it is caught and the path goes on without a drain";
	switch (v->answer) {
	case ANSWER_NOTHING:
		break;
	case ANSWER_ZERO:
		return "it is answered by false, null or zero, and nobody drains the slot";
	case ANSWER_NUMBER:
		return "it is answered by a plain value, and nobody drains the slot";
	case ANSWER_STATUS:
		return "it is returned as a status, and nobody drains the slot";
	case ANSWER_CODE:
		return "its code is returned to callers that are not seen, and the slot is not drained";
	}
	return v->is_told ? "it is logged and the path goes on without a drain" : "it is tolerated and the path goes on without a drain";
}

static bool is_destructor(const struct rule_run *run, const struct site *s)
{
	return s->row && run->program->functions[s->fn].f->flags & NF_DTOR;
}

/* In a destructor there is nobody to tell, and what fails there fails since something worse has happened. */
static bool is_last_act(const struct rule_run *run, const struct survivor *v)
{
	return is_destructor(run, &v->producer.site) || is_destructor(run, &v->decided) || is_destructor(run, &v->caught);
}

/* The macro made a status of it for its user, and somebody above lost that: whether it was told is not known. */
static bool is_handed_back(const struct rule_run *run, const struct survivor *v)
{
	return v->answer == ANSWER_NOTHING && !(v->producer.call && v->producer.call->design.n) && rule_hands_back(run, v);
}

/* EXPECT_EQ(cudaX(), cudaSuccess): the test has failed. */
static bool is_test(const struct rule_run *run, const struct survivor *v)
{
	struct str check = v->tolerated_by == NONE && v->decided.row ? rule_callee(run, &v->decided) : S("");
	if (v->tolerated_by != NONE)
		check = fn_name(&run->program->functions[v->tolerated_by]);
	return str_starts(check, "EXPECT_") || str_starts(check, "ASSERT_");
}

static enum severity grade(const struct survivor *v)
{
	/* The answer that is expected by name is drained: others are left. */
	bool is_expected = v->producer.call && v->producer.call->design.n && !v->is_named_drained;
	/* No device, no driver: nothing is launched after that. */
	if (v->producer.call && (v->producer.call->role == ROLE_VERSION || v->producer.call->role == ROLE_DEVICE))
		return SEVERITY_NOTE;
	/* It hardly fails: who reckons with it, by the code's name, or reads it behind a launch, is a reason to tell. */
	if (v->producer.call && v->producer.call->is_hardly && !v->names_code && !v->victims.n)
		return SEVERITY_NOTE;
	/* Memory that is not there is what callers catch, and they can't be asked to drain for the allocator. */
	if (v->how == SURVIVES_THROWN)
		return v->producer.call && v->producer.call->role == ROLE_ALLOC && v->is_made_exception && v->tolerated_by == NONE ? SEVERITY_WARNING : SEVERITY_NOTE;
	/* What a wait reports is a fault of the device, mostly, which no drain takes away. So is what giving back reports: only what was
	 * taken with success is given back, unless the code says that it knows better. */
	bool is_undone = v->producer.call && v->producer.call->role == ROLE_CLEANUP && !(is_expected && v->names_code);
	if (is_undone || (v->producer.call && v->producer.call->role == ROLE_SYNC))
		return SEVERITY_NOTE;
	if (v->how == SURVIVES_STATUS || v->how == SURVIVES_CODE)
		return SEVERITY_NOTE;
	/* Told as a failure, to callers that hand it on: the drain is missing, but nobody takes it for a success. */
	if (v->answer == ANSWER_STATUS)
		return is_expected ? SEVERITY_WARNING : SEVERITY_NOTE;
	/* The handler may stand far from the call, and know what it catches. */
	if (v->is_thrown)
		return is_expected ? SEVERITY_WARNING : SEVERITY_NOTE;
	return is_expected ? SEVERITY_ERROR : SEVERITY_WARNING;
}

/* The process ends with it, and what runs until then returns codes of its own: no read of the slot comes behind it. */
static bool is_met_by_nobody(const struct survivor *v) { return v->how == SURVIVES_MAIN && !v->victims.n; }

/* What every device can answer: it fails where nothing else works. A newer attribute is asked whether it is known. */
static bool is_question(const struct rule_run *run, const struct survivor *v)
{
	static const char *const words[] = {"MemGetInfo", "Occupancy", "CanAccessPeer", "GetPCIBusId", "DeviceGetName", "StreamGetFlags", "StreamGetPriority"};
	const struct model_call *call = v->producer.call;
	if (!call || call->design.n || v->victims.n)
		return false;
	/* Older than any driver that a toolkit of today runs with. */
	static const char *const older[] = {"DevAttrIntegrated", "AttributeIntegrated", "ConcurrentManagedAccess", "AttrManagedMemory", "UnifiedAddressing"};
	if (str_ends(call->name, "DeviceGetAttribute"))
		return rule_asks_known_attribute(run, &v->producer) || rule_asks_attribute(run, &v->producer, older, COUNT(older));
	return str_has_any(call->name, words, COUNT(words));
}

/* Nobody is there to read it: it waits for whoever is linked with this program. */
static bool is_unread(const struct rule_run *run, const struct survivor *v)
{
	return run->slot->is_whole && !run->slot->is_read && !(v->producer.call && v->producer.call->design.n);
}

/* The handler of a test: what is tested does not go on. */
static bool is_caught_in_test(const struct rule_run *run, const struct survivor *v)
{
	return v->caught.row && program_is_test(run->program, v->caught.fn);
}

/* Graded where it stands: what nobody can suffer from is a note. */
static enum severity grade_here(const struct rule_run *run, const struct survivor *v)
{
	bool is_harmless = is_last_act(run, v) || rule_goes_to_known_device(run, &v->producer) || is_test(run, v) || is_caught_in_test(run, v) || is_handed_back(run, v) || is_met_by_nobody(v) || is_question(run, v) || is_unread(run, v) || v->is_unread_thread;
	return is_harmless ? SEVERITY_NOTE : grade(v);
}

static void report(struct rule_run *run, enum severity severity, const struct survivor *v)
{
	struct arena *a = run->findings->arena;
	struct str name = rule_failing(run, &v->producer);
	struct str design = v->producer.call ? v->producer.call->design : S("");
	const char *expected = design.n ? arena_format(a, " (an expected answer: %.*s)", (int)design.n, design.p) : "";
	struct finding *f = rule_report(run, severity, &v->producer.site,
	                                arena_format(a, "a failure of '%.*s'%s stays in the last-error slot: %s", (int)name.n, name.p,
	                                             expected, ending(v)));
	rule_path(run, f, &v->producer);
	rule_step(run, f, &v->decided, "here it is found failed");
	rule_step(run, f, &v->caught, "here the exception is caught");
	rule_victims(run, f, v);
	finding_param(run->findings, f, "call", name);
}

/* Python gives back what it has registered: that fails when something worse has happened. And a library that ctypes has opened, or that an
 * extension of Cython is linked with, may be another copy of the runtime than the one that launches. */
static enum severity grade_python(const struct rule_run *run, const struct producer *p, enum severity severity)
{
	if (!rule_is_python(run, p->origin.fn) || severity == SEVERITY_NOTE)
		return severity;
	if (p->call && p->call->role == ROLE_CLEANUP)
		return SEVERITY_NOTE;
	struct python_call called = python_resolve(run->capture->program, p->origin.fn, p->origin.row);
	bool is_copy = str_starts(called.callee, "ctypes.") || is_cython(run->program->files[run->program->functions[p->origin.fn].file].path);
	return is_copy ? SEVERITY_WARNING : severity;
}

/* A check macro or function that many calls go through and that logs and goes on: one warning where it does so, and a note at
 * each call. A few calls are told one by one. */
enum { FEW = 5 };

static bool goes_through_check(const struct rule_run *run, const struct survivor *v)
{
	return v->tolerated_by != NONE && v->answer == ANSWER_NOTHING && grade_here(run, v) == SEVERITY_WARNING && !rule_hands_back(run, v);
}

static u32 uses_of_check(const struct rule_run *run, u32 at, bool *is_first)
{
	const struct slot_flow *slot = run->slot;
	u32 uses = 0;
	*is_first = true;
	for (u32 i = 0; i < slot->survivors.n; i++) {
		const struct survivor *v = &slot->survivors.at[i];
		if (!goes_through_check(run, v) || v->tolerated_by != slot->survivors.at[at].tolerated_by)
			continue;
		if (i < at)
			*is_first = false;
		uses++;
	}
	return uses;
}

static void report_tolerant_check(struct rule_run *run, const struct survivor *v, u32 uses)
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
	return str_ends(name, "Success") || str_ends(name, "SUCCESS");
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

/* The same check once more, as each file of some projects has its own: by its name and shape. */
static bool is_copy_of(const struct rule_run *run, fn_id one, fn_id other)
{
	const struct fn *a = &run->program->functions[one], *b = &run->program->functions[other];
	return a->f->kind == b->f->kind && a->f->row_count == b->f->row_count && a->f->param_count == b->f->param_count && str_eq(fn_name(a), fn_name(b));
}

static void report_throwing_checks(struct rule_run *run)
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
		u32 before = 0, copies = 0;
		for (fn_id g = 0; g < run->program->function_count; g++)
			if (g != f && telling[g] && run->shows[g] && throw_in(run, telling[g]).row && is_copy_of(run, f, g)) {
				before += g < f;
				copies++;
			}
		const char *too = !before && copies ? arena_format(a, ", and so %s of %u other%s", copies == 1 ? "does that" : "do those", copies, copies == 1 ? " file" : " files") : "";
		struct finding *found = rule_report(run, before ? SEVERITY_NOTE : SEVERITY_WARNING, &at,
		                                    arena_format(a, "'%.*s' throws and leaves the code of the failed call in the last-error slot (%u call%s through it)%s: who catches the exception meets it "
		                                                 "again at the next launch check", (int)check.n, check.p, calls[f], calls[f] == 1 ? " goes" : "s go", too));
		for (fn_id g = f + 1; g < run->program->function_count && !before; g++) {
			struct site other = telling[g] && run->shows[g] && is_copy_of(run, f, g) ? throw_in(run, telling[g]) : (struct site){0};
			if (other.row)
				finding_related(run->findings, found, rule_span(run, &other), "a copy of it");
		}
		finding_related(run->findings, found, rule_span(run, &v->producer.site), "a call that callers may go on without");
		finding_param(run->findings, found, "call", rule_failing(run, &v->producer));
	}
}

/* A failing call that stands in a macro's text, and the macro's users tolerate it: one remark for all of them. */
static u32 uses_of_text(const struct slot_flow *slot, u32 at, bool *is_first)
{
	const struct site *here = &slot->survivors.at[at].producer.site;
	u32 uses = 0;
	*is_first = true;
	for (u32 i = 0; here->row != here->use && i < slot->survivors.n; i++)
		if (slot->survivors.at[i].producer.site.row == here->row && slot->survivors.at[i].producer.site.fn == here->fn) {
			uses++;
			*is_first = *is_first && i >= at;
		}
	return uses;
}

/* An expected refusal whose code is thrown away: tolerated as much as one that was looked at. */
static void report_ignored_refusal(struct rule_run *run, const struct code_loss *loss)
{
	struct arena *a = run->findings->arena;
	struct str name = rule_failing(run, &loss->producer), design = loss->producer.call->design;
	const char *instead = loss->is_judged_otherwise ? "an out-parameter decides, its code is discarded" : "its code is discarded";
	struct finding *f = rule_report(run, grade_python(run, &loss->producer, SEVERITY_ERROR), &loss->producer.site,
	                                arena_format(a, "a failure of '%.*s' (an expected answer: %.*s) stays in the last-error slot: %s",
	                                             (int)name.n, name.p, (int)design.n, design.p, instead));
	rule_path(run, f, &loss->producer);
	finding_param(run->findings, f, "call", name);
}

/* ---- Python: candidates that are captured one after another, and whose failures are swallowed ---- */

enum { BELOW = 3, BELOW_FUNCTIONS = 2000 }; /* calls between the try and the capture, and functions that are looked at for one try */

static bool catches_all(struct str type) { return !type.n || str_is(type, "Exception") || str_is(type, "BaseException") || str_is(type, "RuntimeError"); }

/* The call of the try block that opens a capture, or NONE. */
static u32 capture_in_try(struct below *captures, const struct body *b, u32 handler)
{
	captures->left = BELOW_FUNCTIONS;
	for (u32 row = 0; row < handler; row++) {
		const struct body_row *r = &b->rows[row];
		u32 to = r->op == ROW_CALL ? r->unwind : NONE;
		while (to != NONE && to != handler && b->rows[to].op == ROW_CATCH) /* the next handler of the same block */
			to = b->rows[to].other;
		if (to == handler && row_captures(captures, r))
			return row;
	}
	return NONE;
}

/* The handler leaves the loop, raises, or clears the slot. */
static bool answers(const struct rule_run *run, const struct body *b, u32 handler)
{
	const struct dominators *d = capture_dominators(run->capture, b, true);
	for (u32 i = d->begin[handler]; i < d->end[handler]; i++) {
		const struct body_row *r = &b->rows[d->in_order[i]];
		struct str name = r->op == ROW_CALL ? body_row_name(run->program, r) : S("");
		bool is_clear = str_has(name, "LastError") || (str_has(name, "err") && (str_has(name, "clear") || str_has(name, "drain") || str_has(name, "discard") || str_has(name, "reset")));
		if (r->op == ROW_THROW || r->op == ROW_RETURN || is_clear)
			return true;
	}
	return false;
}

static void look_at_candidates(struct rule_run *run, struct below *captures, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		if (b->rows[row].op != ROW_CATCH || !catches_all(body_row_name(run->program, &b->rows[row])) || answers(run, b, row))
			continue;
		u32 tried = capture_in_try(captures, b, row);
		if (tried == NONE || !body_reaches(b, row, tried))
			continue;
		struct site site = site_in(run->program, b, row), call = site_in(run->program, b, tried);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                "a failed candidate is swallowed and the next one is captured, without clearing the last-error slot: what a launch of an extension left in it is taken "
		                                "for the next one's failure");
		rule_step(run, f, &call, "this captures and runs the candidate");
		rule_step(run, f, &site, "its failure ends here");
		finding_param(run->findings, f, "call", rule_callee(run, &call));
	}
}

/* Cheap, an upper bound. */
static bool has_handler(const struct fn *f)
{
	for (u32 i = 0; i < f->f->row_count; i++)
		if (f->unit->rows[f->f->first_row + i].op == ROW_CATCH)
			return true;
	return false;
}

void rule_latched_error(struct rule_run *run)
{
	const struct capture *c = run->capture;
	bool is_captured = captures_in_code(c);
	struct arena scratch = {0};
	struct below captures;
	if (is_captured)
		below_open(&captures, c, &scratch, BELOW, true);
	for (fn_id fn = 0; is_captured && fn < run->program->function_count; fn++) {
		const struct fn *f = &run->program->functions[fn];
		if (run->shows[fn] && rule_is_python(run, fn) && !run->program->files[f->file].is_test && has_handler(f))
			look_at_candidates(run, &captures, fn);
	}
	arena_release(&scratch);
	for (u32 i = 0; i < run->slot->survivors.n; i++) {
		const struct survivor *v = &run->slot->survivors.at[i];
		/* Before ROCm 7 the calls that follow cleared it: hip-error-reset's matter. */
		if (rule_leans_on_reset(run, v))
			continue;
		bool is_first;
		if (uses_of_text(run->slot, i, &is_first) > FEW && !is_first) {
			report(run, SEVERITY_NOTE, v);
			continue;
		}
		u32 uses = goes_through_check(run, v) ? uses_of_check(run, i, &is_first) : 0;
		enum severity severity = grade_python(run, &v->producer, uses > FEW ? SEVERITY_NOTE : grade_here(run, v));
		/* Handlers of Python catch what they don't know, too. */
		bool is_soft = rule_is_python(run, v->producer.origin.fn) && (v->caught.row || v->is_made_exception);
		report(run, is_soft && severity == SEVERITY_ERROR ? SEVERITY_WARNING : severity, v);
		if (uses > FEW && is_first)
			report_tolerant_check(run, v, uses);
	}
	report_throwing_checks(run);
	for (u32 i = 0; i < run->slot->losses.n; i++) {
		const struct code_loss *loss = &run->slot->losses.at[i];
		/* (void) says that it is meant; a drain that follows makes it whole. */
		if (loss->how != LOSS_DISCARDED || loss->is_drained_on_purpose || loss->is_picked_up)
			continue;
		if (!loss->producer.call || !loss->producer.call->design.n || !loss->is_latched)
			continue;
		/* Undoing what has worked is no question with an expected answer. */
		if (loss->is_judged_otherwise || (loss->producer.call->is_routine && loss->producer.call->role != ROLE_CLEANUP))
			report_ignored_refusal(run, loss);
	}
}
