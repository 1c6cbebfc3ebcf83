/* The command line. One table in options.c says it all; parsing and help are made from it. */
#ifndef CAPLINT_OPTIONS_H
#define CAPLINT_OPTIONS_H

#include "report/output.h"

#include <stdio.h>

enum command { COMMAND_CHECK, COMMAND_AUDIT, COMMAND_CONFIRM, COMMAND_PROBE, COMMAND_EXPLAIN, COMMAND_RULES, COMMAND_COMPLETION, COMMAND_MANUAL, COMMAND_HELP, COMMAND_VERSION, COMMANDS };
/* HIP since 7.0 keeps the last error over a success, as CUDA does; before, a success cleared it. */
enum hip_semantics { HIP_ROCM7, HIP_LEGACY };

struct options {
	enum command command;
	const char *const *paths; /* check and audit: borrowed from argv, at least one; confirm: may be none */
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
	const char *dump;             /* the stage to print instead of findings, or NULL */
	const char *rule, *emit, *import; /* confirm: the one rule, the bundle's folder, the results; or NULL */
	bool has_format; /* --format was given */
	bool is_strict, exit_zero, report_vendored, is_quiet, is_verbose;
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
/* Help for one command, or the overview if it is NULL. False if there is no such command. */
MUST_USE bool options_help(FILE *out, const char *command, struct strbuf *err);

#endif
