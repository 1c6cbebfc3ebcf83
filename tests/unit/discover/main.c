#include "tests.h"

#include <stdlib.h>

int main(void)
{
	Suite *suite = suite_create("discover");
	suite_add_tcase(suite, path_tests());
	suite_add_tcase(suite, discover_tests());
	suite_add_tcase(suite, compdb_tests());
	suite_add_tcase(suite, glob_tests());
	suite_add_tcase(suite, changes_tests());
	suite_add_tcase(suite, encoding_tests());
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
