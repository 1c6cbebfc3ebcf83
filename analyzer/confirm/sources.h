/* The embedded sources: "harness.cuh" and the other shared headers, then "NAME/confirm.cu" of each rule. */
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
/* The rule whose program it is; empty for a shared header. */
struct str source_rule(const struct confirm_source *s);
/* The program of a rule; NULL if it has none. */
const struct confirm_source *source_find(struct str rule);
/* Whether `s` is the program or a shared header that it includes, directly or not. */
bool source_is_part(const struct confirm_source *program, const struct confirm_source *s);
/* The hash that results carry: over the program and all of its parts. */
const char *source_hash(struct arena *a, const struct confirm_source *program);
/* Whether the program takes that parameter, and whether it can do without ("parameters: form call?" in its text). */
bool source_takes(const struct confirm_source *program, const char *parameter, bool *is_optional);

#endif
