/* The baseline: findings that are known and may stay for now. A text file, one finding a line, sorted, so that git merges it
 * line by line and a reader can see what it forgives:
 *
 *     path rule function count key text        (separated by tabs)
 *
 * The key is a hash of rule, enclosing function and the code of the finding without its blanks; so neither moved nor
 * reformatted lines matter. An entry of a file that is gone is met by the same finding in another file: it was renamed. `count`
 * findings of one key are forgiven, not more. `text` is for readers. */
#ifndef CAPLINT_BASELINE_H
#define CAPLINT_BASELINE_H

#include "discover/discover.h"
#include "finding/registry.h"

struct baseline_entry {
	struct str path, rule, function, text;
	u64 key;
	u32 count, met; /* met: how many findings it has forgiven in this run */
};

struct baseline {
	struct arena *arena;
	VEC(struct baseline_entry) entries; /* by path, rule, function, key */
};

struct baseline_context {
	const struct rule *rules;
	const struct source *sources; /* sorted by path */
	u32 source_count;
	struct str (*bytes)(void *from, u32 file); /* borrowed until the next call */
	bool (*is_unread)(void *from, struct str path); /* the file is there, but this run has not understood it; or NULL */
	void *from;
};

/* False with "line N: reason"; a file that doesn't exist is the caller's to look for. Entries of one key (two branches were
 * merged) become one, of the higher count. */
MUST_USE bool baseline_read(struct arena *a, struct str text, struct baseline *out, struct strbuf *err);
/* Marks what the baseline has as FINDING_KNOWN, among reported open findings. Returns how many entries' findings are gone. */
u32 baseline_match(struct baseline *b, const struct baseline_context *c, struct findings *all);
/* After baseline_match: keeps what was met, under the name that its file has now, and the entries of files that this run does
 * not report or has not understood; the rest is mended and goes. With `grows`, reported open findings from `level` up come in. Returns how many of
 * these there are, taken in or not. */
u32 baseline_renew(struct baseline *b, const struct baseline_context *c, const struct findings *all, bool grows, enum severity level);
void baseline_print(const struct baseline *b, struct strbuf *out);

#endif
