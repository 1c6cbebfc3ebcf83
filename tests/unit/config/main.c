#include "tests.h"

#include <stdlib.h>

struct arena arena;

int main(void)
{
	Suite *suite = suite_create("config");
	suite_add_tcase(suite, toml_tests());
	suite_add_tcase(suite, config_tests());
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	arena_release(&arena);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
