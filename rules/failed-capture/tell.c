/* C and C++: which of the ways out is told first, and how. */
#include "failed.h"

/* The throw in a macro's text is that of a check. */
static enum leave_kind kind_of(const struct way *w, const struct leave *l)
{
	struct site site = site_in(w->run->program, w->body, l->row);
	return l->kind == LEAVE_THROW && site.row != site.use ? LEAVE_CALLEE : (enum leave_kind)l->kind;
}

/* What a reader should be told of first. */
static u32 weight(const struct way *w, const struct leave *l)
{
	switch (kind_of(w, l)) {
	case LEAVE_THROW:
		return 4;
	case LEAVE_RETURN:
		return 3;
	case LEAVE_CALLBACK:
		return 2;
	case LEAVE_CALLEE:
		break;
	}
	return 1;
}

static const char *what(const struct way *w, const struct leave *l)
{
	struct arena *a = w->run->findings->arena;
	struct site site = site_in(w->run->program, w->body, l->row);
	struct str name = unit_text(w->run->program->functions[site.use_fn].unit, site.use->name);
	switch (kind_of(w, l)) {
	case LEAVE_RETURN:
		return "this way out leaves the function";
	case LEAVE_THROW:
		return "this throw leaves the function";
	case LEAVE_CALLBACK:
		return name.n ? arena_format(a, "whatever '%.*s' throws leaves the function", (int)name.n, name.p)
		              : "whatever this callable throws leaves the function";
	case LEAVE_CALLEE:
		break;
	}
	return name.n ? arena_format(a, "an exception of '%.*s' leaves the function", (int)name.n, name.p) : "an exception leaves the function";
}

/* The capturing stream is an object of the function's own, whose end destroys it: nobody is given it again. */
static bool dies_with_function(const struct way *w)
{
	const struct capture *c = w->run->capture;
	const struct body *b = w->body;
	const struct body_row *begin = &b->rows[w->begin];
	const struct capture_api *api = capture_api_at(c, b, w->begin);
	u32 stream = api && api->does == DOES_BEGIN ? row_argument(b, begin, api->at[CAPTURE_STREAM]) : NONE;
	for (u32 row = 0; stream != NONE && row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		bool is_end = r->op == ROW_DESTROY && r->dst != NONE && r->dst == cell_root(b, stream) && b->cells[r->dst].kind == CELL_LOCAL;
		for (u32 i = 0; is_end && i < r->callee.n; i++) {
			const struct body *ends = any_body(c, r->callee.at[i]);
			for (u32 k = 0; k < ends->n; k++) {
				const struct capture_api *does = capture_api_at(c, ends, k);
				if (does && does->does == DOES_STREAM_DESTROY)
					return true;
			}
		}
	}
	return false;
}

void failed_report(const struct way *w, const struct paths *p)
{
	struct rule_run *run = w->run;
	const struct leave *first = NULL;
	bool is_ending = str_is(fn_name(&run->program->functions[w->body->fn]), "main"), is_caught = false, is_asked = false, is_hard = false;
	for (u32 i = 0; i < p->leaves.n; i++) {
		const struct leave *l = &p->leaves.at[i];
		enum quiet quiet = failed_quiet(w, l);
		if (quiet == QUIET_ALWAYS)
			continue;
		bool hard = quiet == QUIET_HARDLY, is_before = first && (weight(w, l) > weight(w, first) || (weight(w, l) == weight(w, first) && l->row < first->row));
		if (!first || (is_hard && !hard) || (is_hard == hard && is_before)) {
			first = l;
			is_hard = hard;
		}
		if (l->kind != LEAVE_RETURN && !is_asked) {
			is_caught = failed_may_be_caught(run, w->body->fn, 0);
			is_asked = true;
		}
	}
	if (!first)
		return;
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, w->body, first->row), begin = site_in(run->program, w->body, w->begin);
	struct str name = rule_callee(run, &begin);
	bool is_noted = is_hard || is_ending || dies_with_function(w) || (first->kind != LEAVE_RETURN && !is_caught);
	const char *others = p->leaves.n > 1 ? arena_format(a, " (one of %u such ways)", p->leaves.n) : "";
	struct finding *f = rule_report(run, is_noted ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
	                                arena_format(a, "%s before the capture that '%.*s' began is ended%s: the stream stays in capture mode, "
	                                             "and what it is given next is recorded or refused instead of run",
	                                             what(w, first), (int)name.n, name.p, others));
	rule_step(run, f, &begin, "the capture begins");
	rule_step(run, f, &site, "here the function is left");
	finding_param(run->findings, f, "form", S("open"));
	for (u32 i = 0, n = 0; i < p->leaves.n && n < 4; i++) {
		if (&p->leaves.at[i] == first)
			continue;
		struct site other = site_in(run->program, w->body, p->leaves.at[i].row);
		finding_related(run->findings, f, rule_span(run, &other), "%s as well", what(w, &p->leaves.at[i]));
		n++;
	}
}
