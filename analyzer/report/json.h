/* Writes JSON as it comes; holds nothing but the nesting. Any bytes make valid JSON: what is not UTF-8 becomes
 * U+FFFD. Write errors stay in the stream (ferror). */
#ifndef CAPLINT_JSON_H
#define CAPLINT_JSON_H

#include "base/text.h"

#include <stdio.h>

struct json {
	FILE *out;
	bool is_compact; /* all on one line */
	u32 depth;       /* at most 64 */
	u64 has_items;   /* one bit a level */
	bool after_key;
};

/* The whole document is one value: open, members, close. Between key and value nothing else may come. */
void json_open(struct json *j, char bracket);  /* '{' or '[' */
void json_close(struct json *j, char bracket); /* '}' or ']' */
void json_key(struct json *j, const char *key);
void json_text(struct json *j, struct str text);
void json_bool(struct json *j, bool value);
void json_raw(struct json *j, struct str token); /* a number or word that is JSON already */
void json_end(struct json *j); /* a line end after the document */

/* Members of an object. */
void json_member(struct json *j, const char *key, struct str text);
void json_member_number(struct json *j, const char *key, u64 number);
void json_open_member(struct json *j, const char *key, char bracket);

#endif
