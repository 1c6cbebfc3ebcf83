/* TOML 1.0 as a tree in which everything knows where it stands, read by tree-sitter's grammar, so that one mistake does not
 * hide the next: what could be read is in the tree, and every mistake is told. */
#ifndef CAPLINT_TOML_H
#define CAPLINT_TOML_H

#include "base/text.h"

enum toml_kind { TOML_TEXT, TOML_INTEGER, TOML_FLOAT, TOML_BOOLEAN, TOML_TIME, TOML_LIST, TOML_TABLE };

struct toml {
	enum toml_kind kind;
	bool is_header;    /* a table of its own, [a.b] or [[a.b]]: it can't be opened again */
	bool is_closed;    /* an inline table or list: nothing can be added to it from outside */
	struct str key;    /* of a member, NUL-terminated; empty in a list */
	u32 key_at, at;    /* byte offsets of the key and of the value */
	struct str text;   /* TOML_TEXT: without quotes and escapes, NUL-terminated; else as written */
	i64 integer;
	bool boolean;
	struct toml *first, *last, *next; /* what a list or table holds, in the order of the text */
	u32 id;            /* counts the tree's values */
};

struct toml_fault {
	u32 at; /* byte offset */
	struct str text; /* lower-case, without full stop */
};
struct toml_faults {
	struct arena *arena;
	VEC(struct toml_fault) list;
};
void toml_fault(struct toml_faults *faults, u32 at, const char *text, ...) PRINTF(3, 4);
void toml_faults_sort(struct toml_faults *faults); /* in the order of the text */

/* The document's table, always; it and the faults live in the arena. O(bytes). */
struct toml *toml_read(struct arena *a, struct str text, struct toml_faults *faults);
/* The member of that name, or NULL. O(members). */
struct toml *toml_get(const struct toml *table, const char *key);
/* "a text", "a list", ... */
const char *toml_kind_name(enum toml_kind kind);

#endif
