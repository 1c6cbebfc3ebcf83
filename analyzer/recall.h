/* The same question again, or a part of it. What the rules found is kept with all that it follows from: the options that they look at, the files with what is to be
 * reported of them, and a hash of the text of each. If all is as it was, nothing is read, linked or followed; nor if fewer files are asked about, since what is
 * found in a file is the same whichever others are reported: after a whole run, any question is answered. Nor is it if a few files differ in comments, blanks and lines
 * alone: these are read, and what was found moves with their facts (facts.h: unit_moved). Nor if files differ that no part of the program was made of, and they
 * still say what they said to what they were asked for (asked.h). The last few questions about a program are kept.
 *
 * What speaks of captures as a whole, or of coverage by file, is not recalled; it leaves its answer to others all the same. Dumps, and runs that keep nothing, do neither. */
#ifndef CAPLINT_RECALL_H
#define CAPLINT_RECALL_H

#include "configure.h"
#include "finding/finding.h"
#include "options.h"
#include "read.h"

/* True of runs that speak of findings, notices and coverage alone. */
bool recall_is_about(const struct options *o);

struct recall; /* the question */
/* NULL if nothing is to be recalled nor kept. Everything is borrowed. */
struct recall *recall_ask(struct arena *a, const struct options *o, const struct setup *setup, const struct read_options *how, struct discovery *d,
                          struct notices *notices);
/* True if the answer is known: findings, notices and coverage are what a run would have said before grading, and the sources are marked as by reading. */
MUST_USE bool recall_take(struct recall *r, struct coverage *coverage, struct findings *findings);
/* After a run that read everything, before grading. */
void recall_keep(struct recall *r, const struct reading *reading, const struct coverage *coverage, const struct findings *findings);
/* Last of all, before the cache is closed, also of runs that ask nothing (NULL): what others have answered meanwhile stays, and what was answered now comes before it. */
void recall_close(struct recall *r, struct cache *cache);

#endif
