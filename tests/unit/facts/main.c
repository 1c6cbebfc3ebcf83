/* The test program's entry and what the tests share. */
#include "tests.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct arena arena;

void forget(void) { arena_release(&arena); }

struct unit facts_of(const char *declarations, bool is_python)
{
	struct unit_builder b;
	struct unit u;
	struct strbuf err = {0};
	const char *text = arena_format(&arena, "(FILE %s)", declarations);
	unit_begin(&b, &arena);
	lower_file(&b, tree_read(&arena, text), str_of(text), is_python);
	ck_assert_msg(unit_open(&u, unit_pack(&b), &err), "%s", err.p);
	strbuf_release(&err);
	return u;
}

const char *rows_of(const struct unit *u, u32 function)
{
	struct strbuf all = {0};
	unit_print(u, &all);
	const char *p = strstr(all.p, arena_format(&arena, "\nfn %u", function));
	char *out = arena_alloc(&arena, all.n + 1), *to = out;
	ck_assert(p);
	p = strchr(p + 1, '\n') + 1;
	for (; *p && *p != '\n'; p = strchr(p, '\n') + 1) {
		const char *at = strstr(p, " @"), *end = strchr(p, '\n');
		while (*p == ' ')
			p++;
		if (at && at < end)
			end = at;
		memcpy(to, p, (size_t)(end - p));
		to += end - p;
		*to++ = '\n';
	}
	*to = 0;
	strbuf_release(&all);
	return out;
}

void check_text(const char *got, const char *expected)
{
	ck_assert_msg(!strcmp(got, expected), "got:\n%s\nexpected:\n%s", got, expected);
}

static void check(const char *params, const char *statements, const char *expected, bool is_python)
{
	const char *text = arena_format(&arena, "(FUNCTION 'f' %s (BLOCK %s))", params, statements);
	struct unit u = facts_of(text, is_python);
	check_text(rows_of(&u, 1), expected);
}

void check_rows(const char *params, const char *statements, const char *expected)
{
	check(params, statements, expected, false);
}

void check_python(const char *params, const char *statements, const char *expected)
{
	check(params, statements, expected, true);
}

int main(void)
{
	Suite *suite = suite_create("facts");
	suite_add_tcase(suite, unit_tests());
	suite_add_tcase(suite, value_tests());
	suite_add_tcase(suite, control_tests());
	suite_add_tcase(suite, scope_tests());
	suite_add_tcase(suite, file_tests());
	suite_add_tcase(suite, python_tests());
	suite_add_tcase(suite, damage_tests());
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
