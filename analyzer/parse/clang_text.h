/* Reading C++ source text beside libclang, whose C API hides much: which parts of a `for` are there, what an
 * unresolved call is called, how a type was written. All functions look at bytes between two offsets, know comments,
 * literals and line splices, and never read outside. NONE stands for "not found". */
#ifndef CAPLINT_CLANG_TEXT_H
#define CAPLINT_CLANG_TEXT_H

#include <string.h>

#include "base/text.h"

bool text_is_word(char c); /* may stand in an identifier */
static inline bool text_in(char c, const char *set) { return c && strchr(set, c); }
/* The first byte at or after `at` that is no space, comment, line splice or preprocessor line. At most `end`. */
u32 text_skip(struct str s, u32 at, u32 end);
/* The end of the token at `at`: a word, a number, a whole literal, `::`, `->`, `<<<`, `>>>`, else one byte. */
u32 text_token(struct str s, u32 at, u32 end);
/* Where the bracket opened at `at`, one of ( [ {, is closed. O(distance). */
u32 text_close(struct str s, u32 at, u32 end);
/* Where the template argument list opened at `at` is closed; NONE if `<` must be an operator. */
u32 text_close_angle(struct str s, u32 at, u32 end);
/* The next `c` outside brackets and literals. */
u32 text_find(struct str s, u32 at, u32 end, char c);
/* True if the word or mark stands at `at` (":" isn't found in "::"), or next after it for text_next_is. */
bool text_at(struct str s, u32 at, u32 end, const char *word);
bool text_next_is(struct str s, u32 at, u32 end, const char *token);

/* A name with its qualification, without template arguments, spaces, a leading `::` and the word `template`. */
struct text_name {
	struct str text; /* empty: no name here */
	u32 at;          /* its last component */
	u32 end;         /* after it and its template arguments */
};
struct text_name text_name(struct arena *a, struct str s, u32 at, u32 end);
/* The name whose last component begins at `at`, with the qualification written before it, not before `begin`.
 * *from is where it begins. */
struct str text_qualified(struct arena *a, struct str s, u32 begin, u32 at, struct str last, u32 *from);
/* name without what stands before its last `::`. */

/* A declared type as written, without const, references, storage words and attributes: "std::vector<int>",
 * "float **". `begin` is where the declaration begins, `name` where the declared name (with its qualification) or
 * the text to read ends; the declarators between the two belong to others. Empty for auto and for what it can't
 * read. *stop, if not NULL, is the end of the type's name. */
struct str text_type(struct arena *a, struct str s, u32 begin, u32 name, u32 *stop);
/* The end of the type's name that begins at `at`, which is no storage word. */
u32 text_type_end(struct arena *a, struct str s, u32 at, u32 end);
/* Past storage words, attributes and `template <...>` heads. */
u32 text_skip_storage(struct str s, u32 at, u32 end);
/* True for a type made of the words of the language alone: int, unsigned long, void. */
bool text_is_builtin(struct str type);

#endif
