/* Commands and options as tables: private to options.c (the tables), options_value.c (values), options_parse.c (the command line), options_config.c
 * (the configuration file) and options_help.c. Everything in the tables is static text. */
#ifndef CAPLINT_OPTIONS_LOCAL_H
#define CAPLINT_OPTIONS_LOCAL_H

#include "options.h"

#include <stddef.h>

enum option_kind { FLAG, TEXT, CHOICE, STAGE, NUMBER, BYTES, OUTPUT, WORDS, HELP };

struct option {
	const char *name;
	char letter; /* 0 if it has none */
	enum option_kind kind;
	size_t offset; /* of the value in struct options: bool, const char *, u32 (CHOICE), u64 or struct words */
	const char *value;
	const char *const *choices;
	const char *help;
};
#define AT(field) offsetof(struct options, field)

struct command_text {
	const char *name, *arguments, *summary;
};

/* ---- options.c ---- */

extern const struct command_text command_table[COMMANDS];
extern const struct option option_table[];
extern const u32 option_count;
bool command_has_findings(enum command c); /* it takes options, and PATHs */
bool option_belongs(enum command command, const struct option *option);
u32 option_row(const struct option *option);

/* ---- options_value.c ---- */

/* Where values go, and how mistakes are told. */
struct setting {
	struct options *o;
	const char *dashes; /* before an option's name in messages */
	struct strbuf *err;
};
/* Stores a value, which must outlive the options. False with a sentence if it is none. `value` of a FLAG is not looked at; HELP has no value. */
MUST_USE bool option_set(const struct setting *s, const struct option *option, const char *value);

/* ---- options_parse.c ---- */

/* False with a sentence, and the name that may have been meant. */
MUST_USE bool command_find(const char *name, enum command *command, struct strbuf *err);

#endif
