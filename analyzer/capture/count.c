/* What is told of captures in the summary: of each file, and of all that are reported. */
#include "capture/capture.h"
#include "finding/coverage.h"

void capture_count(const struct capture *c, struct coverage *out)
{
	const struct program *p = c->program;
	struct file_coverage *of_file = out->of_file;
	for (u32 i = 0; i < c->regions.n; i++) {
		struct capture_counts *n = &of_file[p->functions[c->regions.at[i].fn].file].captures;
		n->regions += c->regions.at[i].grade == GRADE_CODE;
		n->claims += c->regions.at[i].grade == GRADE_CLAIM;
		n->entries += c->regions.at[i].grade == GRADE_PROFILE;
	}
	for (u32 i = 0; i < c->reached.n; i++)
		of_file[p->functions[c->reached.at[i].fn].file].captures.reached++;
	for (u32 i = 0; i < p->file_count; i++)
		if (p->files[i].is_reported)
			captures_add(&out->captures, &of_file[i].captures);
}
