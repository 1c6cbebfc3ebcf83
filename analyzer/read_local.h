/* The state of reading, between its parts: read.c (tasks and rounds), read_wanted.c (which files of C and its kin are parsed), read_python.c (which Python
 * files are) and read_alone.c (files by themselves). */
#ifndef CAPLINT_READ_LOCAL_H
#define CAPLINT_READ_LOCAL_H

#include "asked.h"
#include "read.h"
#include "read_file.h"

struct file_state {
	bool is_indexed, is_parsed, is_failed, without_clang;
	bool is_told; /* of its encoding */
	u8 deaths;    /* of its readers */
	bool has_key;
	struct hash128 key; /* of its text, if there is a cache */
	struct python_words known; /* of C-family files the words alone */
	struct hash128 glance, meaning; /* of Python: what the index and what the facts say, wherever it stands (read_file.h) */
	const char *answer; /* of Python: what it was taken from, counted when it is known to belong to the program */
};

struct reading {
	struct arena *arena;
	const struct read_options *o;
	struct source *sources;
	struct unit *units;
	struct coverage *coverage;
	struct notices *notices;
	struct file_state *state;
	u32 *tasks; /* this round's files */
	u32 task_count, done; /* of this round */
	bool must_parse;
	bool uses_clang, lacks_clang; /* for a file read so far */
	VEC(u32) again;
	u32 count;              /* of sources */
	u64 python, rest;       /* KiB of Python; of C and C++ that nothing asked for yet, when it was last compared with NATIVE_SMALL */
	bool is_small;          /* the rest was taken too */
	struct asked asked;     /* C and its kin, as far as it isn't parsed; Python: python_asked_for */
	struct python_tree *tree; /* read_python.c */
};

/* Reads the files of r->tasks: from the cache, else in workers. */
void run_round(struct reading *r, u32 n);
/* A worker, of this run or of another one, did without libclang where it is to be had: it had no memory for it, or the file was not there for a moment. */
bool lacks_in_vain(struct str answer);
enum { CPU_SECONDS = 20, CPU_SECONDS_AGAIN = 60, MEMORY = 1 << 30 }; /* of a worker, for a file */

/* The files that the next round parses, in order: how many. Sets r->asked. O(rows read so far, and names of the files that are left). */
u32 read_wanted(struct reading *r, u32 *files);
enum { NATIVE_SMALL = 512 }; /* KiB of C and C++ that no rule asks for */
bool is_c_family(const struct source *s);
/* The file uses one of the names, by their hashes. O(n log words). */
bool uses_any(const struct file_state *s, const u64 *names, u32 n);
/* An answer with facts counts. */
void count_coverage(struct reading *r, u32 file);
/* By its name. */
bool is_header(const struct source *s);

/* Every Python file through the index, and those through the parser that belong to the program, or are thought to. */
void read_python(struct reading *r);
/* What its files that are not parsed were asked for. */
struct asked python_asked_for(const struct reading *r);
bool python_is_sized(const struct reading *r, u32 file); /* it would be another answer, perhaps, if it were larger */
u64 python_library(const struct reading *r);             /* KiB that work on tensors; 0 if nobody looked */
/* See read_settle. */
bool settle_python(struct reading *r);

#endif
