/* What the tests of the tree-sitter readers share. */
#ifndef CAPLINT_TESTS_READER_H
#define CAPLINT_TESTS_READER_H

#include "parse/front.h"

/* The file's declarations, each as (kind op name:type children...), names and literals bare, an absent child as _ .
 * Valid until the next call. */
const char *reading(enum language language, const char *source);
/* The body of `void f() { source }`, or of a Python file. */
const char *body_reading(enum language language, const char *source);
/* The tree itself, in an arena that lives until the next test. */
struct node *tree_of(enum language language, struct str bytes);
const char *printed(const struct node *n);

/* One source and what is read from it. */
struct reading_case {
	const char *source, *expected;
};
void readings_check(enum language language, bool is_body, const struct reading_case *cases, size_t count);

#endif
