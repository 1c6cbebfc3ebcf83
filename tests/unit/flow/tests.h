#ifndef CAPLINT_FLOW_TESTS_H
#define CAPLINT_FLOW_TESTS_H

#include <check.h>

#include "flow/slot.h"
#include "shared/program_of.h"

TCase *state_tests(void);
TCase *branch_tests(void);
TCase *value_tests(void);
TCase *loop_tests(void);
TCase *scope_tests(void);
TCase *macro_tests(void);
TCase *check_tests(void);
TCase *wrapper_tests(void);
TCase *unknown_tests(void);
TCase *launch_tests(void);
TCase *read_tests(void);
TCase *sticky_tests(void);
TCase *root_tests(void);

/* The flow's tables over one source, a.cu, as text; a line a row, with what is true of it as words (see main.c). Line numbers are
 * printed only beyond line 1. Each compares one table with what is expected. */
void check_survivors(const char *source, const char *expected);
void check_losses(const char *source, const char *expected);
void check_launches(const char *source, const char *expected);
void check_reads(const char *source, const char *expected);
void check_surroundings(const char *source, const char *expected); /* of reads */
void check_sticky(const char *source, const char *expected);

/* The same over several sources: path, text, ..., NULL. */
#define check_survivors_of(expected, ...) check_program(TABLE_SURVIVORS, expected, __VA_ARGS__, NULL)
#define check_losses_of(expected, ...) check_program(TABLE_LOSSES, expected, __VA_ARGS__, NULL)
#define check_launches_of(expected, ...) check_program(TABLE_LAUNCHES, expected, __VA_ARGS__, NULL)
#define check_reads_of(expected, ...) check_program(TABLE_READS, expected, __VA_ARGS__, NULL)
enum table { TABLE_SURVIVORS, TABLE_LOSSES, TABLE_LAUNCHES, TABLE_READS, TABLE_SURROUNDINGS, TABLE_STICKY };
void check_program(enum table table, const char *expected, const char *path, const char *text, ...);

#endif
