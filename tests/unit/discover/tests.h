#ifndef CAPLINT_TEST_DISCOVER_H
#define CAPLINT_TEST_DISCOVER_H

#include <check.h>

TCase *path_tests(void);
TCase *discover_tests(void);
TCase *compdb_tests(void);
TCase *glob_tests(void);
TCase *changes_tests(void);
TCase *encoding_tests(void);

#endif
