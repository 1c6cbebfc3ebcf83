/* A hash of 128 bits, MurmurHash3_x64_128 of Austin Appleby (public domain): for keys by content, where 64 bits would meet themselves and
 * nobody is to be kept from making two texts of one hash. 16 bytes a step. */
#ifndef CAPLINT_HASH_H
#define CAPLINT_HASH_H

#include "base/text.h"

struct hash128 {
	u64 a, b;
};
struct hash128 hash128(struct str bytes, u64 seed);
int hash128_cmp(struct hash128 x, struct hash128 y); /* for sorting */

/* Whether a sorted list of 64-bit hashes holds one. Hashes are spread evenly, so where one stands shows from its value: a look or two, where halving
 * takes ten. */
bool hashes_hold(const u64 *list, u32 n, u64 hash);
void hashes_sort(u64 *list, u32 n);

#endif
