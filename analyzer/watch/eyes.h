/* Tells that something has changed among places (discover/places.h): by inotify, or by looking at the times of all of them every second where that can't be had
 * (too few watches are allowed, or the files lie on another machine, whose changes the kernel here is not told of).
 *
 * What is told is that something may have changed, never what: whoever asks looks for himself. Events that were lost (the queue has run over) count as a change of
 * everything, so that nothing is missed for longer than a look takes. */
#ifndef CAPLINT_EYES_H
#define CAPLINT_EYES_H

#include "discover/places.h"

/* What may have changed. */
enum { SAW_SOURCE = 1, /* a file that counts */
       SAW_EXTRA = 2,
       SAW_FOLDER = 4 /* one has come or gone: the places are others */ };

struct eye; /* a watch */
struct eyes {
	int fd; /* of inotify; -1: looks at times */
	bool is_wanted; /* the looking at times */
	struct arena arena;
	VEC(struct eye) list; /* sorted by watch descriptor */
	struct intern extras;
	VEC(struct place) timed; /* whose times are looked at */
	u64 names, sources, others; /* hashes: of timed, and of what was seen last */
	bool (*counts)(struct str name); /* of a file in a folder */
};

/* `looks`: at times in any case. False where this system has no inotify, and it wasn't asked to look. */
MUST_USE bool eyes_open(struct eyes *e, bool looks, bool (*counts)(struct str name));
/* From now on these places, and no others. True if one is among them that was not there before: whatever has happened to it was not seen. *why gets a sentence if
 * there was to be inotify and isn't from now on. */
MUST_USE bool eyes_turn(struct eyes *e, const struct places *places, struct strbuf *why);
/* What has been seen since, without waiting: when fd can be read, or a second has passed. O(events), or O(places). */
u32 eyes_see(struct eyes *e);
bool eyes_are_shut(const struct eyes *e); /* nothing is left to look at */
void eyes_close(struct eyes *e);

#endif
