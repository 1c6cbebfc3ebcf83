/* The state of reading, between its two halves: read.c (tasks, C and its kin) and read_python.c (which Python files are parsed). */
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
bool uses_any(const struct file_state *s, const u64 *names, u32 n);
/* An answer with facts counts. */
void count_coverage(struct reading *r, u32 file);

/* Every Python file through the index, and those through the parser that belong to the program, or are thought to. */
void read_python(struct reading *r);
/* What its files that are not parsed were asked for. */
struct asked python_asked_for(const struct reading *r);
bool python_is_sized(const struct reading *r, u32 file); /* it would be another answer, perhaps, if it were larger */
u64 python_library(const struct reading *r);             /* KiB that work on tensors; 0 if nobody looked */
/* See read_settle. */
bool settle_python(struct reading *r);

#endif
