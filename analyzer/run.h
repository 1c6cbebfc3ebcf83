/* One run, from paths to an exit status. */
#ifndef CAPLINT_RUN_H
#define CAPLINT_RUN_H

#include "discover/discover.h"
#include "options.h"
#include "triage.h"

/* What a run looks at, before it reads it. */
struct sight {
	const struct options *o; /* with those of the configuration */
	const struct setup *setup;
	const struct discover_options *where;
	const struct discovery *d;
	const struct triage *triage;
	const struct notices *notices;
};
/* Who looks on. */
struct onlooker {
	void *with;
	void (*sees)(void *with, const struct sight *s); /* before the long part; may end the process */
	void (*speaks)(void *with);                      /* before what was found is written */
	void (*spoke)(void *with);                       /* all outputs are; what is kept for the next run is not yet */
};

/* `check`, `audit` and `baseline`; `confirm` with paths, whose findings get verdicts before they are reported (verdicts.h). The status: 0 nothing at or above the level, 1 findings, 2 the job could not be done. */
int run_check(struct options *o);
/* The same, looked on by the watcher (watch.h). */
int run_watched(struct options *o, const struct onlooker *by);

#endif
