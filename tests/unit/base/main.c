#include "tests.h"

#include <stdlib.h>

int main(void)
{
	Suite *suite = suite_create("base");
	suite_add_tcase(suite, text_tests());
	suite_add_tcase(suite, pool_tests());
	suite_add_tcase(suite, guard_tests());
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
