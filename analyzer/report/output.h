/* Where results go: standard output, or a file that is there in full or not at all. */
#ifndef CAPLINT_OUTPUT_H
#define CAPLINT_OUTPUT_H

#include "base/text.h"

#include <stdio.h>

enum color_choice { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct output {
	FILE *stream;
	u32 format;          /* enum report_format; the caller's */
	const char *name;    /* for messages */
	int reason;          /* errno of a failure before output_close, where it is known */
	struct str target, temporary; /* empty for standard output and for what can't be replaced (a device, a pipe) */
	struct arena arena;
};

/* NULL is standard output. A file is written under a temporary name beside it, which goes if the process is told to stop. A source
 * file is not replaced. */
MUST_USE bool output_open(struct output *o, const char *path, struct strbuf *err);
/* Writes what is left, and puts the file in its place. False with the reason if anything since output_open failed:
 * a full disk counts. A reader who went away (closed pipe) ends the process quietly, as SIGPIPE does. */
MUST_USE bool output_close(struct output *o, struct strbuf *err);

/* The outputs of one run: what is to be written where, at most 16. They are opened together, so that a mistake in the
 * last is told before the work begins; outputs_close closes all, also behind one that failed. */
enum { MAX_OUTPUTS = 16 };
struct output_wish {
	u32 format;       /* enum report_format */
	const char *path; /* NULL: standard output */
};
MUST_USE bool outputs_open(struct output *o, const struct output_wish *wishes, u32 n, struct strbuf *err);
MUST_USE bool outputs_close(struct output *o, u32 n, struct strbuf *err);
void outputs_discard(struct output *o, u32 n);

/* The choice, else NO_COLOR, else CLICOLOR_FORCE or FORCE_COLOR (each counts if not empty), else whether it is a
 * terminal that knows colours. */
bool color_wanted(enum color_choice choice, FILE *stream);

#endif
