/* A failure is met once in each body through which it goes; the rules want it once. */
#include "flow/slot_local.h"

static bool has_victim(const struct survivor *v, const struct site *site)
{
	for (u32 i = 0; i < v->victims.n; i++)
		if (site_same(&v->victims.at[i], site))
			return true;
	return false;
}

/* What it is in the function that tolerates it counts for more than what it is further up; victims add up. */
static void absorb(struct arena *a, struct survivor *to, const struct survivor *from)
{
	/* Of two ways the one on which less was told. */
	bool is_worse = from->how < to->how || (from->how == to->how && from->answer < to->answer);
	struct survivor first = is_worse ? *from : *to;
	const struct survivor *other = is_worse ? to : from;
	struct survivor merged = first;
	merged.victims.at = NULL;
	merged.victims.n = merged.victims.cap = 0;
	for (u32 i = 0; i < first.victims.n; i++)
		vec_push(a, &merged.victims, first.victims.at[i]);
	for (u32 i = 0; i < other->victims.n && merged.victims.n < VICTIMS; i++)
		if (!has_victim(&merged, &other->victims.at[i]))
			vec_push(a, &merged.victims, other->victims.at[i]);
	merged.is_told |= other->is_told;
	/* Where it leaves by an exception nobody handles it: that says nothing of the handler elsewhere. */
	merged.is_thrown &= other->is_thrown || other->how == SURVIVES_THROWN;
	merged.meets_runtime |= other->meets_runtime;
	merged.is_survived |= other->is_survived;
	*to = merged;
}

void slot_merge(struct arena *a, struct slot_flow *out)
{
	struct arena scratch = {0};
	struct idmap seen = {0};
	u32 kept = 0;
	for (u32 i = 0; i < out->survivors.n; i++) {
		u64 key = site_hash(&out->survivors.at[i].producer.site);
		u32 at = idmap_get(&seen, key);
		if (at != NONE) {
			absorb(a, &out->survivors.at[at], &out->survivors.at[i]);
			continue;
		}
		idmap_put(&scratch, &seen, key, kept);
		out->survivors.at[kept++] = out->survivors.at[i];
	}
	out->survivors.n = kept;
	arena_release(&scratch);
}
