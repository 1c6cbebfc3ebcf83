/* A finding is data: which rule, where, why, and the way that leads there. Only report/ turns it into text.
 * A finding speaks of the code; what concerns the run (a file not read) is a notice. */
#ifndef CAPLINT_FINDING_H
#define CAPLINT_FINDING_H

#include "base/text.h"

enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };
enum precision { PRECISION_LOW, PRECISION_MEDIUM, PRECISION_HIGH, PRECISION_VERY_HIGH };

/* A place in a source file: bytes [begin, end) of the file with that index in the program. */
struct span {
	u32 file;
	u32 begin, end;
};

/* One step of the path that a finding shows, or a related place. */
struct step {
	struct span span;
	struct str text; /* a lower-case sentence without full stop */
};

struct property {
	struct str key, value;
};

/* Whether a finding counts. What does not is left out of reports, or shown as silenced where that is asked for. */
enum finding_state {
	FINDING_OPEN,
	FINDING_ALLOWED,   /* a comment in the source silences it */
	FINDING_KNOWN,     /* the baseline has it */
	FINDING_UNCHANGED, /* on no line that was changed since --diff BASE: never shown */
};

struct finding {
	u32 rule; /* index into the registry: rule_table[] */
	enum severity severity;
	struct span span;
	enum finding_state state;
	struct str reason;   /* FINDING_ALLOWED: why, in the words of the source */
	struct str message;  /* first sentence complete by itself: it is all that some viewers show */
	struct str function; /* qualified name of the enclosing function, for the baseline key */
	VEC(struct step) steps;   /* the path, first step first; SARIF codeFlow */
	VEC(struct step) related; /* victims, candidates; SARIF relatedLocations */
	struct { struct str key, value; } params[8]; /* what the confirmation program needs; key.n == 0 ends */
	struct str verdict; /* what a run of that program said, in a sentence; empty if there was none */
	VEC(struct property) confirmation; /* the same in parts */
};

/* What a rule has left out of a function, since the work would have had no bound: a notice of the run. */
struct omission {
	u32 rule, file;
	struct str function;
	u32 looked_at; /* captures, graphs or updates in the order of the text, before it stopped */
};

struct findings {
	struct arena *arena;
	VEC(struct finding *) list;
	VEC(struct omission) omissions;
};

/* Findings live in the arena of the list, with copies of all that they are given. A finding stays where it is while the list grows. O(text). */
struct finding *finding_add(struct findings *all, u32 rule, enum severity severity, struct span span,
                            const char *message, ...) PRINTF(5, 6);
void finding_step(struct findings *all, struct finding *f, struct span span, const char *text, ...) PRINTF(4, 5);
void finding_related(struct findings *all, struct finding *f, struct span span, const char *text, ...) PRINTF(4, 5);
/* More than params[] holds is a bug(). */
void finding_param(struct findings *all, struct finding *f, const char *key, struct str value);

/* Sorts by path, place, rule and message, and drops exact repeats. O(n log n). `paths` gives each file's path by index. */
void findings_sort(struct findings *all, const struct str *paths);

const char *severity_name(enum severity s);
const char *precision_name(enum precision p);

#endif
