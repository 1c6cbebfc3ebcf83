/* Work that a capture does not get: it goes to the legacy stream, or to one that has nothing to do with the capturing one. */
#include "uncaptured.h"

/* Asks how much memory a call would need: nothing is enqueued. */
static bool is_size_query(struct str name)
{
	return (str_has(name, "get_") && str_has(name, "workspace")) || str_has(name, "Size") || str_has(name, "_size") || str_has(name, "_bytes") || str_has(name, "Bytes");
}

/* Set-up code, or a question for sizes, on the way from a library's entry: that runs before anybody captures. */
static bool is_set_up(const struct rule_run *run, u32 reached)
{
	const struct capture *c = run->capture;
	if (reached_is_code(c, &c->reached.at[reached]))
		return false;
	for (u32 at = reached; at != NONE; at = c->reached.at[at].from)
		if (is_size_query(fn_name(&run->program->functions[c->reached.at[at].fn])))
			return true;
	return capture_is_life_cycle(c, reached);
}

static void look_at(struct surroundings *p, u32 row)
{
	struct stream_use use;
	if (!stream_use_at(p->run->capture, &p->values, row, &use))
		return;
	struct stream s = stream_of_use(p->run->capture, &p->values, row, &use);
	/* Who captures the per-thread stream builds for it: work without a stream goes there. */
	if (s.kind == STREAM_LEGACY && p->run->capture->captures_per_thread)
		return;
	if (s.kind == STREAM_LEGACY && !uncaptured_is_fine(p, row, &use))
		uncaptured_report(p, row, &use, &s, PAST_LEGACY);
	if ((s.kind == STREAM_RESULT || s.kind == STREAM_MADE) && uncaptured_is_unrelated(p, &use, &s))
		uncaptured_report(p, row, &use, &s, PAST_UNORDERED);
	bool is_held = s.kind == STREAM_STATIC || s.kind == STREAM_MEMBER || s.kind == STREAM_UNKNOWN;
	if (is_held && !use.is_omitted && uncaptured_is_lone(p, &use))
		uncaptured_report(p, row, &use, &s, PAST_LONE);
	else if (s.kind == STREAM_STATIC && !uncaptured_is_ordered(p, use.cell))
		uncaptured_report(p, row, &use, &s, PAST_STATIC);
}

void rule_uncaptured_launch(struct rule_run *run)
{
	const struct capture *c = run->capture;
	u32 *seen = arena_array(run->findings->arena, u32, run->program->function_count + 1);
	struct idmap lone = {0};
	for (u32 i = 0; i < c->reached.n; i++) {
		struct arena scratch = {0};
		struct surroundings p = {.run = run, .reached = i, .r = &c->reached.at[i], .seen = seen, .lone = &lone};
		if (!run->shows[p.r->fn] || is_set_up(run, i))
			continue;
		values_open(&scratch, &p.values, p.r->body);
		uncaptured_look_around(&p);
		for (u32 row = 0; row < p.r->body->n; row++)
			if (capture_has(p.r, row))
				look_at(&p, row);
		arena_release(&scratch);
	}
	for (fn_id fn = 0; fn < run->program->function_count; fn++)
		if (run->shows[fn] && rule_is_python(run, fn) && !program_is_test(run->program, fn))
			uncaptured_handles(run, fn);
	u32 n;
	struct legacy_use *uses = legacy_uses(c, run->findings->arena, &n);
	for (u32 i = 0; i < n && !c->captures_per_thread; i++)
		if (run->shows[uses[i].fn])
			uncaptured_neighbour(run, &uses[i]);
}
