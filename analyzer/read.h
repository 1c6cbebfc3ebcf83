/* The reading stage: every file of the program through the index, those that matter through the parsers, in
 * worker processes. What comes back is each file's unit and what of it was understood.
 *
 * A file matters if it holds a launch or a runtime word, or uses the name of something that such files define and
 * that carries a code: a macro over runtime calls, a function that returns an error code, or a name that the user's models speak of; or if
 * it tells how a path ends that a parsed file ends by a final name (throw_..., FATAL, ...): it defines a macro of that name, or is a header
 * that says of a function that it never returns. Rounds go on until no file is added, so
 * what is parsed depends on the tree alone. Which Python files matter is told in graph/python_wanted.h. */
#ifndef CAPLINT_READ_H
#define CAPLINT_READ_H

#include "asked.h"
#include "base/progress.h"
#include "cache/cache.h"
#include "discover/compdb.h"
#include "discover/discover.h"
#include "facts/facts.h"
#include "finding/coverage.h"
#include "graph/word_index.h"
#include "models/models.h"

struct read_options {
	struct str root;
	u32 jobs;            /* 0: one for each CPU */
	u64 max_file_bytes;
	const struct compdb *commands; /* given with -p, or NULL */
	const char *cuda_path;       /* or NULL; with either, libclang reads real headers */
	struct progress *progress;   /* or NULL */
	struct cache *cache;         /* or NULL; units lie in it, so it outlives them */
	const struct models *models; /* which names are runtime calls, for the coverage */
};

/* units: one for each source, empty where nothing was parsed. Notices for files that could not be read or parsed.
 *
 * Which Python files are parsed takes as long to tell as all that follows. So where an earlier run has told it and the tree has changed since, its answer is
 * taken for the time being, and a process of its own asks anew. */
struct reading;
struct reading *read_program(struct arena *a, const struct read_options *o, struct source *sources, u32 count, struct unit *units,
                             struct coverage *coverage, struct notices *notices);
/* Once, after the units were analysed: true if they are those that belong to the program; false if they are so now, and what was made of them before is void. */
MUST_USE bool read_settle(struct reading *r);
/* For recall.c. The keys of all texts, by file, zero where there is nothing to be read. False if a file could not be read as it is. */
MUST_USE bool read_texts(const struct reading *r, struct hash128 *texts);
bool read_is_parsed(const struct reading *r, u32 file);
/* By file: hashes of the words of those of C and its kin that are not parsed, tests and vendored ones aside; they end with the reading. They may be asked for names of
 * functions in those that are, and for main (read_asked), for nothing else. O(files). */
const struct word_list *read_words(const struct reading *r, struct arena *a);
/* Whether it is parsed hung on its size; what else did hung on a sum of sizes, compared with a limit: KiB. */
bool read_is_sized(const struct reading *r, u32 file);
struct size_choice {
	u64 sum, limit;
	bool is_python; /* sizes of Python, or of C and its kin */
};
enum { SIZE_CHOICES = 3 };
void read_choices(const struct reading *r, struct size_choice out[SIZE_CHOICES]);
/* What the files that are not parsed were asked for, of Python or else of C and its kin; borrowed. */
struct asked read_asked(const struct reading *r, bool is_python);
/* A few files, in workers: what read_file gives. False if one of them can't be had. */
MUST_USE bool read_alone(struct arena *a, const struct read_options *o, const struct source *sources, const u32 *files, const bool *must_parse, u32 n,
                         struct str *answers);
/* What an earlier run found of which Python files are parsed stays for the next one. */
void hold_python_tree(const struct read_options *o);

#endif
