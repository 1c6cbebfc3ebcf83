/* Reading one file: what a worker does, and what it sends back. The answer depends on the file's text, on its language and on whether
 * libclang is there, so that it can be kept between runs (cache/cache.h). For read.c and read_alone.c. */
#ifndef CAPLINT_READ_FILE_H
#define CAPLINT_READ_FILE_H

#include "finding/coverage.h"
#include "read.h"

/* Before the words, the names defined, the gaps, the unit's block and the encoding's name; 16-byte aligned like every pool result. */
struct answer {
	u32 is_parsed, is_binary, language;
	u32 launches, launches_understood, calls, calls_understood;
	u32 word_count, defined_count; /* hashes; then gaps; a unit follows them, or not */
	u32 is_hot, has_allow, has_test_cases;
	u32 gap_count;
	u32 unknown_encoding; /* bytes of its name, which come last */
	u16 is_kept;          /* the cache has it: nothing follows */
	u8 is_fenced;         /* of Markdown, the code in fences is what was read */
	u8 is_preprocessed;
	u32 second;           /* enum second_reading */
	u32 code_bytes, lost_bytes; /* struct lost_code; 0 if nothing was lost */
	u32 lost_line, unused;      /* before the first byte lost stand so many lines */
	struct hash128 key;   /* of the text and its language; set where there is a cache */
	/* Of Python: what decides which other files are parsed. A comment more or less changes neither. */
	struct hash128 glance, meaning; /* of the words and the names defined; of the unit (unit_meaning) */
};

_Static_assert(sizeof(struct answer) % 16 == 0, "words and units follow it, aligned");

struct file_task {
	const struct read_options *o;
	const struct source *source;
	const struct compile_command *command; /* or NULL */
	struct hash128 key;                    /* if it is known */
	bool has_key, must_parse, use_clang;
};

/* The answer that the cache has for a text. Where it was parsed and needn't be the unit is to be left alone. */
MUST_USE bool kept_answer(const struct read_options *o, struct hash128 key, bool must_parse, struct str *answer);
/* Adds a new one to what is kept. */
void keep_answer(const struct read_options *o, struct hash128 key, struct str answer);
/* The unit in an answer that has one; it stays there. */
MUST_USE bool answer_unit(struct str answer, struct unit *u, struct strbuf *err);
/* Both tell the same of their text but for the unit. */
bool answer_is_alike(struct str old, struct str now);
/* Of two texts that need not be parsed: the same as far as anybody asks. */
bool answer_says_the_same(struct str old, struct str now, const struct asked *asked, bool is_python_test);
/* The key of a file's text as it is. False if it can't be read. */
MUST_USE bool read_key(const struct read_options *o, const struct source *source, struct hash128 *key);
/* False with a reason if there is no answer. */
MUST_USE bool read_file(struct arena *a, const struct file_task *t, struct str *answer, struct strbuf *why);

#endif
