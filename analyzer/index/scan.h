/* Single steps over C-family text: blanks, comments, literals. Each takes a place and gives the place after what it
 * skips, never beyond `end`; a literal or comment that isn't closed ends with its line or the text. For this module. */
#ifndef CAPLINT_SCAN_H
#define CAPLINT_SCAN_H

#include "base/text.h"

enum char_class {
	CHAR_OTHER,   /* an operator that needs no look */
	CHAR_BLANK,
	CHAR_NEWLINE,
	CHAR_WORD,    /* starts an identifier; every byte of UTF-8 does */
	CHAR_DIGIT,
	CHAR_MARK,    /* one of # / " ' \ < . which may begin more than themselves */
};
extern const u8 char_class[256];

static inline enum char_class class_of(const char *p) { return (enum char_class)char_class[(u8)*p]; }
static inline bool is_word_char(const char *p) { return class_of(p) == CHAR_WORD || class_of(p) == CHAR_DIGIT; }
/* The end of the identifier that begins at p, hashed as str_hash does on the way there. */
static inline const char *hash_word(const char *p, const char *end, u64 *hash)
{
	*hash = 14695981039346656037u;
	do
		*hash = (*hash ^ (u8)*p++) * 1099511628211u;
	while (p < end && is_word_char(p));
	return p;
}
static inline bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

/* The length of a line splice at p: backslash, blanks, line end; 0 if there is none. */
size_t splice_length(const char *p, const char *end);
const char *skip_word(const char *p, const char *end);
/* From the first digit, or the dot before it. */
const char *skip_number(const char *p, const char *end);
/* From the opening quote of a string or character. */
const char *skip_literal(const char *p, const char *end);
/* From the '"' after R. Where the delimiter is none, an ordinary literal. */
const char *skip_raw_string(const char *p, const char *end);
bool is_comment(const char *p, const char *end);
/* From its first slash. A line comment ends before its newline. */
const char *skip_comment(const char *p, const char *end);
/* Blanks, splices and comments, and newlines unless the text is one directive's. */
const char *skip_space(const char *p, const char *end, bool stays_on_line);
/* Is what follows an identifier's end a call: '(', or a balanced list of template arguments and '('? Looks 256 bytes far
 * into such a list. */
bool is_call_ahead(const char *p, const char *end, bool stays_on_line);

#endif
