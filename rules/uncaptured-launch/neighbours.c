/* C and C++: work on the legacy stream that no capture reaches, told by what stands beside it (capture/legacy.h). */
#include "uncaptured.h"

static const char *by_neighbours(struct arena *a, const struct legacy_use *use, struct str fn, struct str name)
{
	switch ((enum legacy_reason)use->why) {
	case LEGACY_NEIGHBOUR:
		return arena_format(a, "'%.*s' takes no stream, so the launch of '%.*s' goes to the legacy one and no caller can capture it; its neighbours "
		                    "in this file take one", (int)fn.n, fn.p, (int)name.n, name.p);
	case LEGACY_LIBRARY:
		return arena_format(a, "'%.*s' names no stream, so the launch of '%.*s' goes to the legacy one and no caller can capture it; nearly all other functions of "
		                    "this library work on the stream that they are lent", (int)fn.n, fn.p, (int)name.n, name.p);
	case LEGACY_BESIDE:
		return arena_format(a, "'%.*s' goes to the legacy stream, past the stream of '%.*s': if that is a non-blocking one, nothing orders the two, and no capture of it "
		                    "has this work", (int)name.n, name.p, (int)fn.n, fn.p);
	case LEGACY_OPERATOR:
		return arena_format(a, "'%.*s' gives '%.*s' no stream, so the operator runs on the legacy one and no caller can capture it",
		                    (int)fn.n, fn.p, (int)name.n, name.p);
	case LEGACY_DEFAULT:
		return arena_format(a, "'%.*s' hands on the default stream, not the current one: under capture the current one is captured, and this work runs "
		                    "at once and is missing in every replay", (int)fn.n, fn.p);
	case LEGACY_CAPTURED:
		return arena_format(a, "nothing in the program gives what '%.*s' makes a stream, so its work goes to the legacy one: a capture of this program that does such work "
		                    "is broken by it, or leaves it out of its graph", (int)name.n, name.p);
	case LEGACY_HANDLE:
		break;
	}
	return arena_format(a, "nothing in the program gives what '%.*s' makes a stream, so its work goes to the legacy one and no caller can capture it",
	                    (int)name.n, name.p);
}

/* The program's captures show, and so do those who call the function: none of these captures. */
static bool is_called_beside_captures(const struct rule_run *run, fn_id fn)
{
	const struct capture *c = run->capture;
	const u32 *calls;
	u32 n = c->captures_itself && !program_is_bound(run->program, fn) && !program_is_stored(run->program, fn) ? capture_callers(c, fn, &calls) : 0, counted = 0;
	for (u32 i = 0; i < n; i++)
		counted += !program_is_test(run->program, c->callers->list.at[calls[i]].fn);
	return counted > 0;
}

/* One of the parts that `separator` parts is one of the words. */
static bool has_part(struct str text, char separator, const char *const *words, u32 n)
{
	for (size_t begin = 0, at = 0; at <= text.n; at++) {
		if (at < text.n && text.p[at] != separator)
			continue;
		if (str_is_any((struct str){text.p + begin, at - begin}, words, n))
			return true;
		begin = at + 1;
	}
	return false;
}

/* By its namespace or its folder it says what results should be: who compares with that waits for it, and captures nothing. */
static bool is_reference(const struct program *p, fn_id fn)
{
	static const char *const words[] = {"reference", "golden", "verify", "verification", "validation"};
	const struct fn *f = &p->functions[fn];
	return has_part(fn_name(f), ':', words, COUNT(words)) || has_part(p->files[f->file].path, '/', words, COUNT(words));
}

void uncaptured_neighbour(const struct rule_run *run, const struct legacy_use *use)
{
	const struct body *b = capture_body(run->capture, use->fn);
	if (!b->n)
		b = any_body(run->capture, use->fn);
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, b, use->row);
	struct str name = rule_callee(run, &site), fn = fn_name(&run->program->functions[use->fn]);
	bool is_neighbour = use->why == LEGACY_NEIGHBOUR || use->why == LEGACY_LIBRARY;
	if (is_neighbour)
		site = rule_written(&site);
	/* What waits for the device can't be captured anyway, with a stream or without. What goes past the function's stream waits for nothing. */
	enum severity severity = use->why != LEGACY_BESIDE && use->why != LEGACY_CAPTURED && capture_waits(run->capture, b) ? SEVERITY_NOTE : SEVERITY_WARNING;
	/* A method works with its object's streams, and in a program that nobody captures what it leaves on the legacy one is in order with those as a rule;
	 * there what the library does elsewhere says little. */
	bool is_own_affair = (run->program->functions[use->fn].cls || use->why == LEGACY_LIBRARY) && !run->capture->is_expected;
	/* Nobody captures, and the program's own streams wait for the legacy one and it for them. */
	if (use->why == LEGACY_HANDLE && !run->capture->is_expected && capture_streams_block(run->capture))
		severity = SEVERITY_NOTE;
	if (is_neighbour && (is_own_affair || is_reference(run->program, use->fn) || is_called_beside_captures(run, use->fn)))
		severity = SEVERITY_NOTE;
	struct finding *f = rule_report(run, severity, &site, by_neighbours(a, use, fn, name));
	finding_param(run->findings, f, "call", S("the kernel launch"));
	finding_param(run->findings, f, "form", S("legacy"));
}
