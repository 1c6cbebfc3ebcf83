/* From findings to output. Reporting decides nothing about the code: it filters by level and by the paths given,
 * and renders. Results go to `out`, all about the run to `log`; write errors are the caller's to see (output.h).
 *
 * Lines count from 1 and end with LF (CR LF is one end). Columns count from 1: bytes in text and JSON lines, UTF-16
 * units in SARIF. Everything is in the order of findings_sort(). */
#ifndef CAPLINT_REPORT_H
#define CAPLINT_REPORT_H

#include "discover/discover.h"
#include "finding/coverage.h"
#include "finding/notice.h"
#include "finding/registry.h"
#include "report/files.h"

#include <stdio.h>

enum report_format { FORMAT_TEXT, FORMAT_SARIF, FORMAT_JSONL };

struct report {
	const struct findings *findings; /* graded */
	const struct source *sources;    /* by file */
	struct files *files;             /* the text of the sources */
	const struct rule *rules;
	u32 rule_count;
	struct notices *notices; /* sorted here; files that can't be read any more are added while reporting */
	struct coverage coverage;
	enum severity level; /* what is below it is only counted */
	bool is_audit;       /* coverage comes first */
	bool is_strict;      /* any file not understood is a failure of the run */
	bool exit_zero;      /* findings are no reason for a non-zero status */
	bool is_quiet, is_verbose;
	bool has_color;
	FILE *out, *log;
	int write_error; /* errno, if report_run could not write all of `out` */
};

/* The three formats: results only. */
void report_text(struct report *r);
void report_sarif(struct report *r); /* 2.1.0, within GitHub's limits; no path of the machine is in it */
void report_jsonl(struct report *r); /* one object a finding and line */

/* One format, with notices and the summary on `log`; returns the exit status: 0 nothing at or above the level, 1
 * findings, 2 a file that was named (with is_strict: any file) was not understood. */
MUST_USE int report_run(struct report *r, enum report_format format);

/* Parts that the formats share. */
bool report_shows(const struct report *r, const struct finding *f);
bool report_failed(const struct report *r); /* the run, as in status 2 */
void report_coverage(const struct report *r);
void report_summary(const struct report *r);

#endif
