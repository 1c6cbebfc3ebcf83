/* `caplint confirm`: where its findings come from, where its verdicts come from, and where they go. */
#ifndef CAPLINT_VERDICTS_H
#define CAPLINT_VERDICTS_H

#include "options.h"
#include "report/report.h"

/* The command. The status: 0 nothing was refuted, 1 something was not reproduced, 2 the job could not be done. */
int verdicts_run(struct options *o);
/* For run_check: gets the verdicts of graded findings and reports both to the outputs of the options. -1 with the reason if there is nothing to report. */
MUST_USE int verdicts_report(const struct options *o, struct report *report, struct findings *findings, struct output *outputs, struct strbuf *err);

#endif
