/* All uses of the legacy stream that no region reaches: each way in which one shows is a file. */
#include "capture/legacy_local.h"

#include "capture/habit.h"

void legacy_add(struct arena *a, use_list *out, enum legacy_reason why, fn_id fn, u32 row)
{
	struct legacy_use use = {(u8)why, fn, row};
	vec_push(a, out, use);
}

struct legacy_use *legacy_uses(const struct capture *c, struct arena *a, u32 *n)
{
	use_list out = {0};
	legacy_by_habit(c, a, &out);
	legacy_beside(c, a, &out);
	legacy_defaults(c, a, &out);
	/* One that never names a stream has no caller who captures. */
	if (capture_habits(c)->names_streams)
		legacy_handles(c, a, &out);
	*n = out.n;
	return out.at;
}
