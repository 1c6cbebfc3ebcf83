#include "tests.h"

#include <stdlib.h>

struct arena arena;
const struct rule rules[] = {
	[DROPPED] = {.name = "dropped-error", .severity = SEVERITY_WARNING},
	[LATCHED] = {.name = "latched-error", .severity = SEVERITY_ERROR},
	[BAD] = {.name = "bad-suppression", .severity = SEVERITY_WARNING},
	[UNUSED_ALLOW] = {.name = "unused-suppression", .severity = SEVERITY_WARNING},
};

int main(void)
{
	Suite *suite = suite_create("triage");
	suite_add_tcase(suite, allow_tests());
	suite_add_tcase(suite, baseline_tests());
	suite_add_tcase(suite, filter_tests());
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	arena_release(&arena);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
