/* The cases of this test program, and what they share. */
#include "report/report.h"

#include <check.h>

TCase *parts_tests(void);
TCase *output_tests(void);
TCase *format_tests(void);
TCase *owners_tests(void);
TCase *captures_tests(void);

enum { DROPPED, LATCHED, UNCHECKED, RULES };
extern const struct rule test_rules[RULES];

/* A report over a small made-up program, printing into memory. */
struct fixture {
	struct arena arena;
	struct findings findings;
	struct notices notices;
	struct files files;
	struct source sources[6];
	u32 source_count;
	struct captured captured;
	struct report report;
	char *out, *log;
	size_t out_size, log_size;
};
void fixture_open(struct fixture *f, const char *root);
void fixture_add_source(struct fixture *f, struct source source);
/* A function that a region (not NONE: which `why` opens) or a caller brings into a capture; returns its index. */
u32 fixture_add_captured(struct fixture *f, u32 caller, const char *name, struct span whole, u32 kind, const char *why);
/* Runs one format anew; returns the exit status. */
int fixture_run(struct fixture *f, enum report_format format);
void fixture_close(struct fixture *f);
/* The nth place, from 0, where the text stands in the file. */
struct span place(struct fixture *f, u32 file, const char *text, u32 nth);
