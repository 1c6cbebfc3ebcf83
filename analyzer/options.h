/* The command line. One table in options.c says it all; parsing, help and the keys of a configuration file are made from it. */
#ifndef CAPLINT_OPTIONS_H
#define CAPLINT_OPTIONS_H

#include "report/output.h"

#include "config/config.h"

#include <stdio.h>

enum command { COMMAND_CHECK, COMMAND_AUDIT, COMMAND_CONFIRM, COMMAND_BASELINE, COMMAND_CONFIG, COMMAND_PROBE, COMMAND_EXPLAIN, COMMAND_RULES, COMMAND_COMPLETION, COMMAND_MANUAL, COMMAND_HELP, COMMAND_VERSION, COMMANDS };
/* HIP since 7.0 keeps the last error over a success, as CUDA does; before, a success cleared it. */
enum hip_semantics { HIP_ROCM7, HIP_LEGACY };

/* Where an option's value comes from. */
enum origin { ORIGIN_DEFAULT, ORIGIN_CONFIG, ORIGIN_COMMAND_LINE };
struct option_origin {
	enum origin from;
	u32 line, column; /* in the configuration file */
};
struct words {
	VEC(const char *) list; /* borrowed from argv, or in options.arena */
};
enum { MOST_OPTIONS = 64 };

struct options {
	struct arena arena; /* what is not borrowed from argv */
	enum command command;
	const char *const *paths; /* borrowed from argv, at least one; confirm: may be none */
	u32 path_count;
	char *const *rest;   /* probe: all that follows, which is for the Python program; ends with NULL */
	const char *subject; /* explain: the rule; completion: the shell; help: the command, or NULL for all */

	u32 format;                   /* enum report_format; of what names none */
	struct output_wish outputs[MAX_OUTPUTS];
	u32 output_count;             /* check, audit, confirm: at least one */
	u32 level;                    /* enum severity */
	u32 color;                    /* enum color_choice */
	u32 hip_semantics;            /* enum hip_semantics */
	u64 jobs;                     /* 0 is one for each CPU */
	u64 max_file_bytes;           /* larger files are not read */
	const char *compile_commands; /* folder, or NULL */
	const char *cuda_path;        /* or NULL */
	const char *cache;            /* the folder of what earlier runs read; NULL: where it is by convention */
	const char *dump;             /* the stage to print instead of findings, or NULL */
	const char *rule, *emit, *import; /* confirm: the one rule, the bundle's folder, the results; or NULL */
	bool has_format; /* --format was given */
	struct words select, ignore; /* rules: only these; not those */
	struct words exclude;        /* patterns of paths */
	u32 fail_on;                 /* enum severity: findings from here on are a reason for status 1 */
	const char *baseline, *diff; /* the file; the revision; or NULL */
	const char *config;          /* the configuration file, or NULL: it is looked for */
	bool no_config, force_exclude, show_silenced;
	bool grow, wants_schema;     /* baseline; config */
	struct option_origin origins[MOST_OPTIONS]; /* by row of the table: options_key_origin() */
	bool watches, polls;         /* check: again after each change; by looking at times */
	bool is_strict, exit_zero, report_vendored, is_quiet, is_verbose, no_cache;
};

/* False with one sentence if the command line makes no sense; then the program ends with status 2. */
MUST_USE bool options_parse(struct options *o, int argc, char **argv, struct strbuf *err);
const char *options_format_name(u32 format);

/* The tables for those who print them in other forms: the manual page, completions. */
struct command_row {
	const char *name, *arguments, *summary;
	bool has_options;
};
struct option_row {
	const char *name;
	char letter;                /* 0 if it has none */
	const char *value;          /* what it takes, in capitals; NULL for a flag */
	const char *const *choices; /* NULL-terminated, or NULL; before `=` if the value is "[FORMAT=]FILE" */
	const char *help;
};
struct command_row options_command(enum command command);
/* The nth option of a command; false behind the last. */
bool options_row(enum command command, u32 n, struct option_row *row);
extern const char options_about[], options_statuses[]; /* whole sentences, broken into lines */
void options_release(struct options *o);

/* The options that a configuration file may set too: of the same name and meaning. */
const struct config_key *options_keys(u32 *n);
/* Sets one, unless the command line has; lists take one word a call, the first of which (is_first) empties them. False with a
 * sentence if the value is none. `value` must outlive the options. */
MUST_USE bool options_configure(struct options *o, u32 key, const char *value, bool is_first, u32 line, u32 column, struct strbuf *err);
struct option_origin options_key_origin(const struct options *o, u32 key);
/* The value as the configuration file would have it, one a call for lists: false after the last. */
bool options_key_value(const struct options *o, u32 key, u32 index, struct strbuf *out);

/* Help for one command, or the overview if it is NULL. False if there is no such command. */
MUST_USE bool options_help(FILE *out, const char *command, struct strbuf *err);

#endif
