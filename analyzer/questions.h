/* The last few questions about a program whose answers are kept: which files were to be reported, under which options. For recall.c. */
#ifndef CAPLINT_QUESTIONS_H
#define CAPLINT_QUESTIONS_H

#include "cache/cache.h"

enum { QUESTIONS = 8 };

struct question {
	struct hash128 key;   /* of its answer: all that was asked, but for the texts */
	struct hash128 about; /* the same but for which files are reported: an answer to more of them is one to these */
};

/* Newest first; how many. */
u32 questions_find(const struct cache *c, struct question list[QUESTIONS]);
/* They and their answers stay for the next run, those too that others have put there since this one began. Before the cache is closed, whatever the run was about. */
void questions_hold(struct cache *c);
/* One that has an answer comes first. If they are too many the last one goes, with its answer. */
void questions_put(struct arena *a, struct cache *c, struct question q);

#endif
