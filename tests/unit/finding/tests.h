/* The cases of this test program. */
#include <check.h>

TCase *fingerprint_tests(void);
