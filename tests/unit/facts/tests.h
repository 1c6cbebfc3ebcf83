#ifndef CAPLINT_FACTS_TESTS_H
#define CAPLINT_FACTS_TESTS_H

#include <check.h>

#include "facts/facts.h"
#include "facts/lower.h"

TCase *unit_tests(void);
TCase *value_tests(void);
TCase *control_tests(void);
TCase *scope_tests(void);
TCase *file_tests(void);
TCase *python_tests(void);
TCase *damage_tests(void);

/* The tree that a text like this stands for:
 *   (IF (BINARY op=!= (NAME 'e') (NAME 'ok')) (RETURN))
 * '...' is the name, :'...' the type, op= the operator, +FLAG a flag of node_flag without NF_. Offsets are those of the
 * text, `at` is the kind's word. */
struct node *tree_read(struct arena *a, const char *text);

/* The facts of a file with these declarations. The arena is the test's; forget() ends it. */
extern struct arena arena;
struct unit facts_of(const char *declarations, bool is_python);
void forget(void);

/* The print of one function's rows: without numbers of bytes, one row a line, no leading blanks. */
const char *rows_of(const struct unit *u, u32 function);
/* Rows of the only function besides the file: its body given as statements. */
void check_rows(const char *params, const char *statements, const char *expected);
void check_python(const char *params, const char *statements, const char *expected);
void check_text(const char *got, const char *expected);

#endif
