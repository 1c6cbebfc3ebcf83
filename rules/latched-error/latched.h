/* The parts of latched-error: grades, checks through which many calls go, and Python's candidates. All report into run->findings and own nothing. */
#ifndef CAPLINT_LATCHED_H
#define CAPLINT_LATCHED_H

#include "rule.h"

/* Graded where it stands: what nobody can suffer from is a note. */
enum severity latched_grade(const struct rule_run *run, const struct survivor *v);
/* Python gives back what it has registered: that fails when something worse has happened. And a library that ctypes has opened, or that an
 * extension of Cython is linked with, may be another copy of the runtime than the one that launches. Others keep their severity. */
enum severity latched_grade_python(const struct rule_run *run, const struct producer *p, enum severity severity);

/* A check macro or function logs the failure and goes on. */
bool latched_goes_through(const struct rule_run *run, const struct survivor *v);
/* How many survivors go through the check of the one at `at`; *is_first: none before it does. O(survivors). */
u32 latched_uses(const struct rule_run *run, u32 at, bool *is_first);
/* One warning where such a check goes on. */
void latched_tolerant_check(struct rule_run *run, const struct survivor *v, u32 uses);
/* One for each check that throws and leaves the slot full, where callers catch it. O(survivors + functions). */
void latched_throwing_checks(struct rule_run *run);

/* Python: a candidate's failure is swallowed in a loop, and the next one captured. */
void latched_candidates(struct rule_run *run);

#endif
