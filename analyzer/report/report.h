/* From findings to output. Reporting decides nothing about the code: it filters by level and by the paths given,
 * and renders. Results go to `out`, all about the run to `log`; write errors are the caller's to see (output.h).
 *
 * Lines count from 1 and end with LF (CR LF is one end). Columns count from 1: bytes in text and JSON lines, UTF-16
 * units in SARIF. Everything is in the order of findings_sort(). */
#ifndef CAPLINT_REPORT_H
#define CAPLINT_REPORT_H

#include "discover/discover.h"
#include "finding/captured.h"
#include "finding/coverage.h"
#include "finding/notice.h"
#include "finding/registry.h"
#include "report/files.h"
#include "report/output.h"

#include <stdio.h>

enum report_format {
	FORMAT_TEXT, FORMAT_SARIF, FORMAT_JSONL, FORMAT_GITHUB, FORMAT_GITLAB, FORMAT_RDJSON, FORMAT_RDJSONL, FORMAT_JUNIT,
	FORMAT_MARKDOWN, FORMAT_HTML, FORMATS
};

struct report {
	const struct findings *findings; /* graded */
	const struct source *sources;    /* by file */
	struct files *files;             /* the text of the sources */
	const struct rule *rules;
	u32 rule_count;
	struct notices *notices; /* sorted here; files that can't be read any more are added while reporting */
	struct coverage coverage;
	const struct captured *captured; /* what runs in captures; NULL if nothing was looked for */
	enum severity level; /* what is below it is only counted */
	bool is_audit;       /* coverage comes first */
	bool is_strict;      /* any file not understood is a failure of the run */
	bool exit_zero;      /* findings are no reason for a non-zero status */
	enum severity fail_on; /* of what is shown, findings from here on are */
	bool shows_silenced;   /* what comments and the baseline silence is shown too, marked; it never counts */
	bool has_baseline;
	u32 baseline_gone;     /* findings that the baseline has and the code has not */
	bool is_quiet, is_verbose;
	enum color_choice color; /* of text */
	FILE *log;
	FILE *out;      /* the output at hand; set by report_run, as is has_color */
	bool has_color;
};

/* The formats: results only, each in one pass over the findings, and none holds more than one file's findings. */
void report_text(struct report *r);
void report_sarif(struct report *r);    /* 2.1.0, within GitHub's limits; no path of the machine is in it */
void report_jsonl(struct report *r);    /* one object a finding and line: docs/schema/findings.json */
void report_github(struct report *r);   /* commands that become annotations in a GitHub workflow */
void report_gitlab(struct report *r);   /* code quality: a JSON array */
void report_rdjson(struct report *r);   /* reviewdog, one document */
void report_rdjsonl(struct report *r);  /* reviewdog, one object a finding and line */
void report_junit(struct report *r);    /* a test suite a file, a failed test a finding */
void report_markdown(struct report *r); /* a summary that fits into an issue */
void report_html(struct report *r);     /* the audit page; see html.h */

/* Every output in its format, with notices and the summary on `log`; returns the exit status: 0 nothing at or above the
 * level, 1 findings, 2 a file that was named (with is_strict: any file) was not understood. */
MUST_USE int report_run(struct report *r, struct output *outputs, u32 n);

/* Parts that the formats share. */
bool report_shows(const struct report *r, const struct finding *f);
bool report_fails(const struct report *r, const struct finding *f); /* is a reason for status 1 */
/* For formats that can mark what is silenced: what is shown, and with shows_silenced that too. */
bool report_lists(const struct report *r, const struct finding *f);
const char *report_silence(const struct finding *f); /* by what, in words; NULL if by nothing */
void report_silenced(const struct report *r); /* what comments, baseline and --diff leave out, for the summary */
void report_add_silenced(struct strbuf *line, const struct report *r); /* "2 silenced in the source, ..."; nothing if none is */
void report_notices(const struct report *r); /* sorted, on the log */
bool report_failed(const struct report *r); /* the run, as in status 2 */
bool report_decides(const struct report *r, const struct notice *n); /* whether it is why the run failed */
/* The source of a notice, by the path that the user sees; NULL if it is none. O(sources). */
const struct source *report_source(const struct report *r, struct str shown);
/* How many findings of each severity are shown; counts[3]. Returns their sum. */
u32 report_counts(const struct report *r, u32 *counts);
/* "1 error, 2 warnings": what is not zero; "nothing found" if all is. */
void report_add_counts(struct strbuf *line, const u32 *counts);
/* "understood 1 of 2 launches and ..."; what the run says of itself. */
void report_add_coverage(struct strbuf *line, const struct report *r);
void report_add_left_out(struct strbuf *line, const struct report *r); /* "3 vendored files (see --all) are read, not reported on"; nothing if all are */

#endif
