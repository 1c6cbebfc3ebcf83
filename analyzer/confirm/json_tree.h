/* JSON that is read: results, manifests, and SARIF that goes out again with verdicts in it. Members keep their order and
 * numbers their spelling, so what is not touched is written as it came. */
#ifndef CAPLINT_JSON_TREE_H
#define CAPLINT_JSON_TREE_H

#include "report/json.h"

enum json_kind { JSON_WORD, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT }; /* a word: null, true or false */

struct json_value {
	enum json_kind kind;
	struct str key;  /* of a member; NUL-terminated */
	struct str text; /* of a text (escapes undone), number or word */
	struct json_value *first, *next; /* what a list or object holds */
};

/* One value and nothing behind it, all in the arena (the text too: it need not outlive the call). At most 60 levels.
 * NULL with the reason and the byte where it went wrong. O(bytes). */
struct json_value *json_read(struct arena *a, struct str text, struct strbuf *err);
/* NULL unless `object` is an object (NULL is none) with that member. O(members). */
struct json_value *json_get(const struct json_value *object, const char *key);
/* The member's text; empty if it is no text. */
struct str json_get_text(const struct json_value *object, const char *key);
/* The object's member of that name, made if need be and emptied: an object. */
struct json_value *json_put_object(struct arena *a, struct json_value *object, const char *key);
void json_put_text(struct arena *a, struct json_value *object, const char *key, struct str text);
void json_write(struct json *j, const struct json_value *value);

#endif
