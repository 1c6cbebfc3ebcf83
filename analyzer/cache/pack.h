/* A pack: answers by key, and which key a path had, in one file. Written whole and renamed into place, so that a reader sees an old one or
 * a new one; mapped, so that what is used of it is used where it stands. For this module.
 *
 *   header, entries sorted by key, paths sorted by hash, then the answers, each aligned to 16 bytes
 *
 * A checksum covers the tables, another each answer. What doesn't fit is as if it weren't there. */
#ifndef CAPLINT_PACK_H
#define CAPLINT_PACK_H

#include "cache/cache.h"

struct pack_entry {
	struct hash128 key;
	u64 kind;         /* enum cache_kind */
	u64 offset, size; /* of the answer */
	u64 sum;
};

struct pack_path {
	struct hash128 path; /* of its text */
	struct file_stamp stamp;
	struct hash128 key;
};

struct pack {
	const char *bytes; /* NULL: there is none */
	u64 size;
	const struct pack_entry *entries;
	const struct pack_path *paths;
	u32 entry_count, path_count;
};

/* Maps a pack; an empty one if there is none of that salt that is whole. */
void pack_open(struct pack *p, const char *name, struct hash128 salt);
void pack_close(struct pack *p);
bool pack_is_same(const struct pack *a, const struct pack *b); /* by what their heads say: sums of all that is in them */
const struct pack_entry *pack_entry(const struct pack *p, struct hash128 key, enum cache_kind kind);
const struct pack_path *pack_path(const struct pack *p, struct hash128 path);
int pack_path_cmp(const void *left, const void *right); /* the order of paths, for qsort */
/* False if the answer is not what was written. O(size). */
MUST_USE bool pack_answer(const struct pack *p, const struct pack_entry *e, struct str *answer);

/* What a pack is made of. `answers` stand beside entries, whose offsets are filled in. */
struct pack_parts {
	struct pack_entry *entries; /* sorted */
	const struct str *answers;
	struct pack_path *paths;    /* sorted */
	u32 entry_count, path_count;
};
/* False if it can't be written; then nothing is left behind. */
MUST_USE bool pack_write(struct arena *a, const char *name, struct hash128 salt, const struct pack_parts *parts);

#endif
