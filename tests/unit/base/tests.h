#ifndef CAPLINT_TEST_BASE_H
#define CAPLINT_TEST_BASE_H

#include <check.h>

TCase *guard_tests(void);
TCase *pool_tests(void);
TCase *text_tests(void);

#endif
