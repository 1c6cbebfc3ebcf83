#include "triage/narrow.h"

static bool is_touched(const struct changes *c, const struct source *sources, u32 (*line)(void *from, struct span span), void *from,
                       struct span span)
{
	struct str path = sources[span.file].path;
	if (!changes_know(c, path))
		return false; /* most files: their lines need not be counted */
	u32 last_byte = max_u32(span.end, span.begin + 1) - 1;
	return changes_touch(c, path, line(from, span), line(from, (struct span){span.file, last_byte, last_byte}));
}

void narrow_to_changes(const struct changes *c, const struct source *sources, u32 (*line)(void *from, struct span span), void *from,
                      struct findings *all)
{
	for (u32 i = 0; i < all->list.n; i++) {
		struct finding *f = all->list.at[i];
		if (f->state != FINDING_OPEN)
			continue;
		bool is_new = is_touched(c, sources, line, from, f->span);
		for (u32 k = 0; k < f->steps.n && !is_new; k++)
			is_new = is_touched(c, sources, line, from, f->steps.at[k].span);
		if (!is_new)
			f->state = FINDING_UNCHANGED;
	}
}
