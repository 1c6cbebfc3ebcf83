/* The embedded sources: "harness.cuh", "harness.py" and the other shared files, then "NAME/confirm.cu" and "NAME/confirm.py" of the
 * rules. */
#ifndef CAPLINT_SOURCES_H
#define CAPLINT_SOURCES_H

#include "base/text.h"

struct confirm_source {
	const char *path;
	const char *text;
	size_t n;
};
extern const struct confirm_source confirm_sources[];
extern const u32 confirm_source_count;

static inline struct str source_text(const struct confirm_source *s) { return (struct str){s->text, s->n}; }
/* The rule whose program it is; empty for a shared file. */
struct str source_rule(const struct confirm_source *s);
/* It is run by Python with PyTorch, and not built. */
static inline bool source_is_python(const struct confirm_source *s) { return str_ends(str_of(s->path), ".py"); }
static inline const char *source_name(const struct confirm_source *s) { return source_is_python(s) ? "confirm.py" : "confirm.cu"; } /* of a program */
/* The program with that path; NULL. */
const struct confirm_source *source_find(struct str path);
/* Whether `s` is the program or a shared file that it includes, directly or not. */
bool source_is_part(const struct confirm_source *program, const struct confirm_source *s);
/* The hash that results carry: over the program and all of its parts. */
const char *source_hash(struct arena *a, const struct confirm_source *program);
/* How a program takes a parameter: "parameters: form=state|seed call mode?" in its text. */
struct source_parameter {
	bool is_taken;
	bool is_optional;  /* it can do without */
	struct str values; /* that it is for ("state|seed"); empty: it says itself which ones it knows */
};
struct source_parameter source_takes(const struct confirm_source *program, const char *parameter);
bool source_is_for(const struct source_parameter *p, struct str value);

#endif
