#include "tests.h"

#include <stdlib.h>
#include <string.h>

static struct arena arena;
static char *copies[4096];
static u32 copy_count;

struct index_file indexed_as(const char *text, size_t n, enum language language)
{
	struct index_file f;
	char *copy = malloc(n ? n : 1);
	ck_assert(copy && copy_count < COUNT(copies));
	memcpy(copy, text, n);
	copies[copy_count++] = copy;
	index_file(&arena, (struct str){copy, n}, language, &f);
	return f;
}

struct index_file indexed(const char *text) { return indexed_as(text, strlen(text), LANG_CPP); }

void forget(void)
{
	while (copy_count)
		free(copies[--copy_count]);
	arena_release(&arena);
}

int main(void)
{
	Suite *suite = suite_create("index");
	suite_add_tcase(suite, token_tests());
	suite_add_tcase(suite, macro_tests());
	suite_add_tcase(suite, file_tests());
	suite_add_tcase(suite, outline_tests());
	suite_add_tcase(suite, condition_tests());
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
