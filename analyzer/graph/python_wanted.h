/* Which Python files are parsed. Cost matters: parsing is most of a run, and a tree of thousands of files captures in a few.
 *
 *   seeds   files that hold a word of graph capture, keep something for graphs or call the runtime (index.h: is_hot), and of a small tree
 *           (PYTHON_SMALL bytes of Python) every file; what works with torch, tests apart, if that is no more than PYTHON_LIBRARY bytes:
 *           whoever uses a library may capture it
 *   rounds  the parsed files are linked, and everything that can run from the seeds' capturing functions is asked for; a file
 *           that an answer needs and that is not parsed is wanted: one that defines what is called, a base class, what an attribute
 *           was made from, a method taken by its name; who calls a capturing function, or one whose parameter is called.
 *           Until no file is wanted; then once more from the start, since files that came late may change answers given early, and what that
 *           wants is followed too. Of classes that keep something for graphs what they call themselves is asked for, not what is below.
 *
 * So what is parsed depends on the tree alone, and not on what of it is to be reported. */
#ifndef CAPLINT_PYTHON_WANTED_H
#define CAPLINT_PYTHON_WANTED_H

#include "base/hash.h"
#include "graph/python.h"

enum { PYTHON_SMALL = 1 << 10, PYTHON_LIBRARY = 4 << 10, PYTHON_OBJECTS = 256 /* KiB, all three */, PYTHON_ROUNDS = 32 };

/* What the index knows of a file: sorted hashes (str_hash). */
struct python_words {
	const u64 *words, *defined;
	u32 word_count, defined_count;
	bool is_hot;
};

/* The state of the rounds. `units` and `words` stay the caller's and fill up between rounds. End frees it. */
struct python_reading;
struct python_reading *python_reading_begin(const struct models *models, const struct source *files, const struct unit *units,
                                            const struct python_words *words, u32 count);
/* One round over the units there are: sets wanted[file] for files without one; false if there are none. A file that can't be read
 * stays wanted: the caller ends. O(rows of what is new or was not settled). */
bool python_wanted(struct python_reading *w, bool *wanted);
/* Hashes of all names that files without a unit were asked for so far, with repeats; tests that are not hot were asked for none. The caller may sort them; they end with the reading. */
u64 *python_asked(struct python_reading *w, u32 *n);
/* By file: true where whether it was wanted hung on its size. */
const bool *python_sized(const struct python_reading *w);
void python_reading_end(struct python_reading *w);

/* Functions of hot files that hold a word of capture themselves: where regions are, and where reach begins. */
bool python_captures(struct program *p, fn_id fn);

#endif
