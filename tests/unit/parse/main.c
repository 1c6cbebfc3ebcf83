#include <stdlib.h>

#include "suites.h"

int main(void)
{
	SRunner *runner = srunner_create(clang_suite());
	srunner_add_suite(runner, cuda_suite());
	srunner_add_suite(runner, prepare_suite());
	srunner_add_suite(runner, hostile_suite());
	srunner_add_suite(runner, merge_suite());
	srunner_add_suite(runner, python_suite());
	srunner_add_suite(runner, notebook_suite());
	srunner_add_suite(runner, cython_suite());
	srunner_add_suite(runner, fence_suite());
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
