#include "graph/word_index.h"

enum { BITS = 16, SLOTS = 1 << BITS };

/* Names that differ in their last letter alone have the first bits of their hashes in common: all bits decide. */
static u32 slot_of(u64 hash) { return (u32)(hash * 0x9e3779b97f4a7c15u >> (64 - BITS)); }

void word_index_make(struct arena *a, struct word_index *x, const struct word_list *lists, u32 count)
{
	x->start = arena_array(a, u32, SLOTS + 2);
	u32 *end = x->start + 1; /* of each slot; while they are filled, the place of the next one */
	for (u32 i = 0; i < count; i++)
		for (u32 k = 0; k < lists[i].n; k++)
			end[slot_of(lists[i].at[k]) + 1]++;
	for (u32 i = 0; i < SLOTS; i++)
		end[i + 1] += end[i];
	x->files = arena_array(a, u32, (size_t)end[SLOTS] + 1);
	for (u32 i = 0; i < count; i++)
		for (u32 k = 0; k < lists[i].n; k++)
			x->files[end[slot_of(lists[i].at[k])]++] = i;
}

const u32 *word_index_find(const struct word_index *x, u64 hash, u32 *n)
{
	u32 slot = slot_of(hash);
	*n = x->start[slot + 1] - x->start[slot];
	return x->files + x->start[slot];
}
