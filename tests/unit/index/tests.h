#ifndef CAPLINT_TEST_INDEX_H
#define CAPLINT_TEST_INDEX_H

#include <check.h>

#include "index/index.h"

TCase *token_tests(void);
TCase *macro_tests(void);
TCase *file_tests(void);
TCase *outline_tests(void);
TCase *condition_tests(void);

/* The index of a text, whose last byte lies at the end of its allocation so that reading on is seen. Released by
 * `forget`. */
struct index_file indexed_as(const char *text, size_t n, enum language language);
struct index_file indexed(const char *text);
void forget(void);

#endif
