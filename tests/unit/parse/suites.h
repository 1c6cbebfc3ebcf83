/* The suites of this module's test program; main.c runs them all. */
#ifndef CAPLINT_TESTS_PARSE_SUITES_H
#define CAPLINT_TESTS_PARSE_SUITES_H

#include <check.h>

Suite *clang_suite(void);
Suite *cuda_suite(void);
Suite *prepare_suite(void);
Suite *hostile_suite(void);
Suite *merge_suite(void);
Suite *python_suite(void);
Suite *notebook_suite(void);
Suite *cython_suite(void);
Suite *fence_suite(void);

#endif
