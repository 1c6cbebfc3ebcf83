/* What reading a file gave, kept between runs. An answer is found by what the file holds, never by its name or age alone: the key is a hash of
 * its text. To spare the reading, the stamp that a path had is kept too: a file whose size, inode and times are the same, and
 * older than the run that noted them, holds the same text.
 *
 * One folder serves all programs; each has two packs there: one with nearly all, and a small one with what has come since. They are named for its root and a salt,
 * which tells apart what another build of caplint, with other tables or parsers, has written; of a program what the two builds keep that wrote last stays, for a hook's may be
 * another one than that of the command line. Two runs at once lose answers of each
 * other at worst. The folder is kept below CACHE_BYTES: programs that were not looked at for longest go first.
 *
 * Whatever is wrong with the folder, a run goes on without. */
#ifndef CAPLINT_CACHE_H
#define CAPLINT_CACHE_H

#include "base/hash.h"
#include "base/stamp.h"

#define CACHE_BYTES ((u64)1 << 30)

enum cache_kind {
	CACHE_GLANCE, /* the index alone */
	CACHE_FACTS,  /* the index and the facts */
	CACHE_TREE,   /* of a whole tree: which of its files had to be parsed */
	CACHE_FOUND,  /* of a whole tree: what a run found */
	CACHE_KINDS
};

struct cache;
/* NULL if the folder can't be had. `root`: the program's. */
struct cache *cache_open(const char *folder, struct str root, struct hash128 salt);
/* The key that the path's text has if the stamp says that it is what it was. */
MUST_USE bool cache_key(const struct cache *c, struct str path, const struct file_stamp *stamp, struct hash128 *key);
/* An answer of an earlier run, or one of the first few new ones; borrowed until the cache is closed. O(its size). */
MUST_USE bool cache_find(const struct cache *c, struct hash128 key, enum cache_kind kind, struct str *answer);
/* Every file of the run, once its key is known. */
void cache_note(struct cache *c, struct str path, const struct file_stamp *stamp, struct hash128 key);
/* A new answer; borrowed until the cache is closed. */
void cache_put(struct cache *c, struct hash128 key, enum cache_kind kind, struct str answer);
/* The newest answer under this key stays for the next runs, though it is no text's. */
void cache_hold(struct cache *c, struct hash128 key);
/* Looks at what others have written meanwhile: from now on that is known too, and stays. */
void cache_renew(struct cache *c);
/* Writes what is new, and frees it all. */
void cache_close(struct cache *c);

/* The folder by convention: $XDG_CACHE_HOME/caplint, ~/.cache/caplint; NULL if neither is known. */
const char *cache_folder(struct arena *a);

#endif
