/* Which findings count, between grading and reporting: rules and severities of the configuration, comments in the source, the
 * baseline, changed lines. In that order, each looking only at what the ones before have left open. */
#ifndef CAPLINT_TRIAGE_H
#define CAPLINT_TRIAGE_H

#include "configure.h"
#include "discover/changes.h"
#include "report/report.h"
#include "triage/baseline.h"

struct triage {
	struct arena *arena;
	const struct options *o;
	const struct setup *setup;
	const struct discovery *d;
	struct str *paths; /* absolute, by file */
	const char *baseline_path; /* as shown; NULL if none is used */
	struct baseline baseline;
	bool has_baseline; /* it has been read */
	struct changes changes;
};

/* Reads what is needed before the long part of a run: the baseline, and what git says of --diff. False with a sentence. */
MUST_USE bool triage_open(struct triage *t, struct arena *a, const struct options *o, const struct setup *setup,
                          const struct discovery *d, struct notices *notices, struct strbuf *err);
/* Before grading: what the configuration turns off or up. */
void triage_filter(const struct triage *t, struct findings *all);
/* After grading: states; and in the report what its summary says of them. */
void triage_settle(struct triage *t, struct findings *all, struct report *report);
/* `caplint baseline`, instead of a report: writes the file and says what it did. The exit status: 1 if there are findings that
 * it did not take in, 2 as of a report, -1 with a sentence if it can't be written. */
int triage_record(struct triage *t, const struct findings *all, const struct report *report, struct strbuf *err);

#endif
