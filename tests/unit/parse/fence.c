/* C that was saved as Markdown: the text of the same length in which the code of fences stands alone. */
#include "parse/fence.h"

#include <string.h>

#include "suites.h"

static struct arena arena;

static void setup(void) { arena = (struct arena){0}; }
static void teardown(void) { arena_release(&arena); }

static const struct {
	const char *in, *out; /* `_` stands for each byte that became a blank; NULL: the text as it is */
} cases[] = {
	{"int a;\n", NULL},
	{"```cuda\nint a;\n```", "_______\nint a;\n___"},
	{"Some `code`:\r\n```\r\nint a;\r\n```\r\nIt's done.\r\n", "____________\r\n___\r\nint a;\r\n___\r\n__________\r\n"},
	{"```bash\nmake\n```\n  ```cpp\nint a;\n", "_______\n____\n___\n________\nint a;\n"},
	{"int a;\n```\nprose\n", "int a;\n___\n_____\n"},
	{"int a;\n```\nprose\n```cpp\nint b;\n```\n", "int a;\n___\n_____\n______\nint b;\n___\n"},
	{"/*\n```\n*/ int a;\n// `b`\n", NULL},
	{"const char *a = R\"x(\n```\n)\")x\", b = '`', *c = \"`\";\nint n = 1'000;\n", NULL},
	{"#define F(a) \\\n  `a\n#error no `this'\n", NULL},
	{"1. `cudaFree()` - frees it\nint a;\n", "__________________________\nint a;\n"},
};

START_TEST(test_fences)
{
	struct str in = str_of(cases[_i].in), out = fence_text(&arena, in);
	ck_assert_uint_eq(out.n, in.n);
	ck_assert_int_eq(out.p == in.p, !cases[_i].out);
	for (size_t i = 0; cases[_i].out && i < out.n; i++)
		ck_assert_int_eq(out.p[i], cases[_i].out[i] == '_' ? ' ' : cases[_i].out[i]);
}
END_TEST

Suite *fence_suite(void)
{
	Suite *suite = suite_create("fence");
	TCase *all = tcase_create("text");
	tcase_add_checked_fixture(all, setup, teardown);
	tcase_add_loop_test(all, test_fences, 0, (int)(sizeof cases / sizeof *cases));
	suite_add_tcase(suite, all);
	return suite;
}
