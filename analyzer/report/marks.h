/* The fingerprints of findings, as the machine formats print them. */
#ifndef CAPLINT_MARKS_H
#define CAPLINT_MARKS_H

#include "report/json.h"
#include "report/report.h"

/* Fingerprints of one file's findings at a time: what is known of the file before goes when the next one is met. O(bytes) for each file with findings. */
struct marks {
	struct report *report;
	struct arena arena;
	u32 first, n; /* findings of the file at hand */
	struct mark *at;
};

/* Writes the object's two members for the finding with that index; indexes must not go down from call to call.
 * Findings that the report does not show count too, so that a fingerprint is the same at any level. */
void marks_write(struct marks *m, struct json *j, u32 finding);
/* The finding's own fingerprint (caplint/v1) alone, with its ordinal: unique in the report. Same order of calls. */
struct str marks_key(struct marks *m, u32 finding, char room[40]);
void marks_release(struct marks *m); /* gives back the arena; the report is the caller's */

#endif
