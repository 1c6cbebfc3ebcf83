/* The command line. One table in options.c says it all; parsing and help are made from it. */
#ifndef CAPLINT_OPTIONS_H
#define CAPLINT_OPTIONS_H

#include "base/text.h"

#include <stdio.h>

enum command { COMMAND_CHECK, COMMAND_AUDIT, COMMAND_CONFIRM, COMMAND_PROBE, COMMAND_EXPLAIN, COMMAND_RULES, COMMAND_HELP, COMMAND_VERSION, COMMANDS };
/* HIP since 7.0 keeps the last error over a success, as CUDA does; before, a success cleared it. */
enum hip_semantics { HIP_ROCM7, HIP_LEGACY };

struct options {
	enum command command;
	const char *const *paths; /* check and audit: borrowed from argv, at least one; confirm: may be none */
	u32 path_count;
	char *const *rest;   /* probe: all that follows, which is for the Python program; ends with NULL */
	const char *subject; /* explain: the rule; help: the command, or NULL for all */

	u32 format;                   /* enum report_format */
	u32 level;                    /* enum severity */
	u32 color;                    /* enum color_choice */
	u32 hip_semantics;            /* enum hip_semantics */
	u64 jobs;                     /* 0 is one for each CPU */
	u64 max_file_bytes;           /* larger files are not read */
	const char *compile_commands; /* folder, or NULL */
	const char *cuda_path;        /* or NULL */
	const char *dump;             /* the stage to print instead of findings, or NULL */
	const char *output;           /* file, or NULL for standard output */
	const char *rule, *emit, *import; /* confirm: the one rule, the bundle's folder, the results; or NULL */
	bool is_strict, exit_zero, report_vendored, is_quiet, is_verbose;
};

/* False with one sentence if the command line makes no sense; then the program ends with status 2. */
MUST_USE bool options_parse(struct options *o, int argc, char **argv, struct strbuf *err);
/* Help for one command, or the overview if it is NULL. False if there is no such command. */
MUST_USE bool options_help(FILE *out, const char *command, struct strbuf *err);

#endif
