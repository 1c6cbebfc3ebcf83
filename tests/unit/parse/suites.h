/* The suites of this module's test program; main.c runs them all. */
#ifndef CAPLINT_TESTS_PARSE_SUITES_H
#define CAPLINT_TESTS_PARSE_SUITES_H

#include <check.h>

Suite *clang_suite(void);

#endif
