/* A configuration file: .caplint.toml, caplint.toml, or the table [tool.caplint] of a pyproject.toml. What it may hold is
 * told by tables (the keys that are options too, rules, the forms of the models), so that this reader, `caplint config`, the
 * schema for editors and docs/configuration.md say the same. Every mistake is a fault with its place; none hides another. */
#ifndef CAPLINT_CONFIG_H
#define CAPLINT_CONFIG_H

#include "config/toml.h"
#include "finding/registry.h"
#include "models/models.h"

enum config_type {
	CONFIG_FLAG,   /* true or false */
	CONFIG_TEXT,
	CONFIG_PATH,   /* relative to the file's folder */
	CONFIG_CHOICE, /* one of the words in `choices` */
	CONFIG_SIZE,   /* a number, or a text such as "8M" */
	CONFIG_NAMES,  /* a list of texts */
	CONFIG_RULES,  /* a list of rules' names */
};

struct config_key {
	const char *name;
	enum config_type type;
	const char *const *choices; /* NULL after the last */
	const char *help;
};

/* What a file may speak of besides the models. */
struct config_known {
	const struct config_key *keys; /* the options' */
	u32 key_count;
	const struct rule *rules;
	u32 rule_count;
};

struct config_word {
	struct str text; /* NUL-terminated */
	u32 at;          /* byte offset */
};
struct config_words {
	VEC(struct config_word) list;
};

struct config_setting {
	u32 key, at;
	struct config_words words; /* one, or a list's */
};
struct config_ignore {
	struct config_word pattern;
	VEC(u32) rules;
};
struct config_severity {
	u32 rule, at;
	enum severity severity;
};
struct config_row {
	u32 table; /* models_table() */
	struct str cells[MODEL_COLUMNS];
	u32 cell_at[MODEL_COLUMNS], at;
};

struct config {
	const char *path;  /* as shown */
	struct str folder; /* absolute: what paths in it are relative to */
	struct str text;
	VEC(struct config_setting) settings;
	VEC(struct config_ignore) ignores;      /* per-file-ignores */
	VEC(struct config_severity) severities; /* rules.NAME.severity */
	VEC(struct config_row) rows;            /* models.TABLE: rows as in rules/models/TABLE.tsv */
	struct config_words entry_points;       /* functions in which a region begins */
	struct toml_faults faults;
};

enum { CONFIG_BYTES = 1 << 20 }; /* larger files are refused */

/* The file of a run: in the folder that all paths share, else in the nearest above it, up to the folder that holds .git (or,
 * outside git, the working folder if it is above). In one folder .caplint.toml comes before caplint.toml and a pyproject.toml
 * that has the table. NULL if there is none. Paths that don't exist count as far as they do. */
const char *config_find(struct arena *a, const char *const *paths, u32 n);

/* The name of a file that may be one. */
bool config_is_name(struct str name);

/* Reads the file into *out; everything lives in the arena. False with a sentence if it can't be read at all; mistakes in it
 * are in out->faults, in the order of the text. */
MUST_USE bool config_read(struct arena *a, const struct config_known *known, const char *path, struct config *out, struct strbuf *err);

/* The rows of one table as text for models_add, a line a row. They are known to be good. */
void config_rows_text(const struct config *c, u32 table, struct strbuf *text);

/* Where an offset is; from 1, columns in bytes. */
void config_place(const struct config *c, u32 at, u32 *line, u32 *column);
/* The names of the tables and lists that are no options, in the order in which they are documented; NULL after the last. */
extern const struct config_key config_sections[];

#endif
