#ifndef CAPLINT_CAPTURE_TESTS_H
#define CAPLINT_CAPTURE_TESTS_H

#include <check.h>

#include "capture/fork.h"
#include "capture/hazard.h"
#include "shared/program_of.h"

TCase *region_tests(void);
TCase *state_tests(void);
TCase *guard_tests(void);
TCase *reach_tests(void);
TCase *hazard_tests(void);
TCase *stream_tests(void);
TCase *fork_tests(void);
TCase *habit_tests(void);
TCase *unfit_tests(void);
TCase *intrude_tests(void);
TCase *surface_tests(void);

/* The capture stage over sources (path, text, ...); everything lives until the next one. */
extern struct made made;
extern struct capture capture;
void make_capture(const char *path, const char *text, ...);
#define captured(...) make_capture(__VA_ARGS__, NULL)

/* The reached function of that name; its test fails if it is not reached. */
const struct reached *reached_of(const char *function);
/* The row of its body that calls (or launches) that name; fails if there is none. */
u32 row_of(const struct body *b, const char *callee);

/* Each compares a table of the stage with what is expected, one item a line:
 *   regions  GRADE [MODE] FUNCTION WHY-WORD: the word in quotes of "why", else its last word
 *   states   CALL eager|captured|both|never, for the calls of one letter in a function, in the order of its text
 *   reached  FUNCTION GRADE [from FUNCTION] [by-name] */
void check_regions(const char *expected);
void check_states(const char *function, const char *expected);
void check_reached(const char *expected);

#endif
