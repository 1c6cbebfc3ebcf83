/* From the command line and a configuration file to what a run does. */
#ifndef CAPLINT_CONFIGURE_H
#define CAPLINT_CONFIGURE_H

#include "config/config.h"
#include "discover/glob.h"
#include "options.h"
#include "triage/filter.h"

struct globs {
	VEC(struct glob) list;
};

struct setup {
	struct config config;      /* config.path is NULL if there is none */
	struct rule_filter filter; /* which rules speak where, and how loud */
	struct globs exclude;
};

/* Finds and reads the configuration file, lets it set what the command line left open, and draws the conclusions. Mistakes go
 * to stderr as file:line:column; false if there were any: nothing else is to be done then. Everything lives in the arena. */
MUST_USE bool configure(struct arena *a, struct options *o, struct setup *setup);
/* Adds the user's rows and entry points. */
void configure_models(const struct setup *setup, struct models *models);

/* `caplint config`: TOML that, read as a configuration, does the same; with the origin of each value as a comment. */
void configure_print(const struct options *o, const struct setup *setup, FILE *out);
/* JSON schema (draft 7) of a configuration file. */
void configure_schema(FILE *out);

#endif
