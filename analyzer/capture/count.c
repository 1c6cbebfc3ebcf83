#include "capture/capture.h"
#include "finding/coverage.h"

static const struct source *source_of(const struct capture *c, fn_id fn) { return &c->program->files[c->program->functions[fn].file]; }

void capture_count(const struct capture *c, struct coverage *out)
{
	for (u32 i = 0; i < c->regions.n; i++) {
		const struct capture_region *r = &c->regions.at[i];
		if (!source_of(c, r->fn)->is_reported)
			continue;
		out->regions += r->grade == GRADE_CODE;
		out->claims += r->grade == GRADE_CLAIM;
		out->entries += r->grade == GRADE_PROFILE;
	}
	for (u32 i = 0; i < c->reached.n; i++)
		out->reached += source_of(c, c->reached.at[i].fn)->is_reported;
}
