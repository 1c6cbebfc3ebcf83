#ifndef CAPLINT_TEST_TRIAGE_H
#define CAPLINT_TEST_TRIAGE_H

#include "triage/filter.h"

#include <check.h>

TCase *allow_tests(void);
TCase *baseline_tests(void);
TCase *filter_tests(void);

extern struct arena arena;
extern const struct rule rules[];
enum { DROPPED, LATCHED, BAD, UNUSED_ALLOW, RULES };

#endif
