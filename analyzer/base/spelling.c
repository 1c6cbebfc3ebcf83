/* Optimal string alignment distance, three rows of the table at a time. */
#include "base/spelling.h"

#include <string.h>

enum { LONGEST = 63, SHORTEST_BEGINNING = 3 };

u32 spelling_distance(const char *a, const char *b)
{
	u32 a_length = (u32)strnlen(a, LONGEST), b_length = (u32)strnlen(b, LONGEST);
	u32 rows[3][LONGEST + 1];
	for (u32 k = 0; k <= b_length; k++)
		rows[0][k] = k;
	for (u32 i = 1; i <= a_length; i++) {
		u32 *row = rows[i % 3];
		const u32 *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
		row[0] = i;
		for (u32 k = 1; k <= b_length; k++) {
			row[k] = min_u32(above[k], row[k - 1]) + 1;
			row[k] = min_u32(row[k], above[k - 1] + (a[i - 1] != b[k - 1]));
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
				row[k] = min_u32(row[k], two_above[k - 2] + 1);
		}
	}
	return rows[a_length % 3][b_length];
}

void spelling_offer(struct spelling *s, const char *known)
{
	size_t length = strnlen(s->wrong, LONGEST);
	bool is_cut_short = length >= SHORTEST_BEGINNING && !strncmp(s->wrong, known, length); /* "warn" for "warning" */
	u32 distance = spelling_distance(s->wrong, known);
	u32 longest = max_u32((u32)strnlen(s->wrong, LONGEST), (u32)strnlen(known, LONGEST));
	if ((distance * 3 > longest && !is_cut_short) || (s->best && distance >= s->distance))
		return;
	s->best = known;
	s->distance = distance;
}
