/* The audit page: one file that opens without a network, in any browser, and prints. Everything is in the markup: without a
 * script the findings stand rule by rule, with it they can be filtered, and grouped by folder and owner too. Text of sources goes
 * through markup.h, and a content security policy lets no other script run than ours.
 *
 * html.c lists the sections in the order of the page; one more section is one more row there. */
#ifndef CAPLINT_HTML_H
#define CAPLINT_HTML_H

#include "report/forest.h"
#include "report/owners.h"
#include "report/report.h"

struct page {
	struct report *r;
	FILE *out;
	struct arena arena;
	const char *script;
	struct owners owners;
	struct str *keys;    /* by finding: its fingerprint, fit for an id */
	struct str *file_owners; /* by file; p is NULL until asked for */
	struct forest forest;
};

/* html_coverage.c: what was understood, what not and where. */
void html_coverage(struct page *p);
/* html_captures.c: regions and what they reach, as a tree. */
void html_captures(struct page *p);
/* html_findings.c: the totals, the filters, and every finding under its rule. */
void html_findings(struct page *p);
/* html_rules.c: the pages of the rules that found something. */
void html_rules(struct page *p);

/* html_excerpt.c: the lines of a span with some around it, the span marked; nothing if the file is gone. */
void html_excerpt(struct page *p, struct span span, u32 before, u32 after);
/* `path:line` */
void html_place(struct page *p, struct span span);

/* markdown_html.c: a rule's page. Each `## Section` becomes a div of the class "part" with the section's name in data-part. */
void markdown_html(FILE *out, struct str page);

#endif
