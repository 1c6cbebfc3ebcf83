/* What the tests of read_clang share. A tree is compared as text: (kind op name:type child...), with names and
 * literals bare, NONE as _. */
#ifndef CAPLINT_TESTS_CLANG_H
#define CAPLINT_TESTS_CLANG_H

#include <check.h>

#include "parse/front.h"

/* Reads a source; ends the test if that fails. Everything lives until clang_tests_release. */
struct node *clang_read(const char *source);
void clang_tests_release(void);

/* The whole file, and the statements of `void f(int n, int *p, cudaStream_t s) { ... }` around a source. */
void expect_file(const char *source, const char *expected);
void expect_body(const char *statements, const char *expected);
/* The first node of that kind, in order; NULL if there is none. */
struct node *find_kind(struct node *n, enum node_kind kind);
/* Whether that function of the file is marked as not wholly read. */
bool is_lost(const char *source);

TCase *clang_expressions(void);
TCase *clang_calls(void);
TCase *clang_statements_case(void);
TCase *clang_declarations(void);
TCase *clang_given_up(void);
TCase *clang_sources(void);
TCase *clang_texts(void);
TCase *clang_library(void);

#endif
