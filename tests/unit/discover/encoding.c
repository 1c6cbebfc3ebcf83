/* Texts in other encodings, and the lines that say so. */
#include "tests.h"

#include "discover/encoding.h"
#include "scratch.h"

#include <string.h>

#define T(literal) ((struct str){(literal), sizeof(literal) - 1})

static void expect(enum language language, struct str text, struct str wanted)
{
	struct str name;
	ck_assert(text_to_utf8(&scratch, language, &text, &name));
	ck_assert_msg(str_eq(text, wanted), "%.*s", (int)text.n, text.p);
	ck_assert_int_eq(text.p[text.n], 0);
}

START_TEST(marks_tell)
{
	expect(LANG_CUDA, T("\xff\xfe" "a\0\xe4\0\n\0"), S("a\xc3\xa4\n"));
	expect(LANG_PYTHON, T("\xfe\xff" "\0a\0\xe4\0\n"), S("a\xc3\xa4\n"));
	expect(LANG_CPP, T("\xff\xfe\0\0" "a\0\0\0"), S("a"));
	expect(LANG_PYTHON, T("\0\0\xfe\xff" "\0\1\xf6\0"), S("\xf0\x9f\x98\x80"));
	expect(LANG_PYTHON, T("\xef\xbb\xbf# coding: latin-1\n\xc3\xa4"), T("\xef\xbb\xbf# coding: latin-1\n\xc3\xa4"));
	expect(LANG_PYTHON, T("\xff\xfe"), S(""));
	expect(LANG_PYTHON, S(""), S(""));
}
END_TEST

START_TEST(coding_lines_tell)
{
	expect(LANG_PYTHON, T("# -*- coding: latin-1 -*-\n\xe4"), T("# -*- coding: latin-1 -*-\n\xc3\xa4"));
	expect(LANG_PYTHON, T("#!x\r\n \t# vim:fileencoding=CP1252\r\n\x80"), T("#!x\r\n \t# vim:fileencoding=CP1252\r\n\xe2\x82\xac"));
	expect(LANG_PYTHON, T("\n# coding=iso_8859_15\n\xa4"), T("\n# coding=iso_8859_15\n\xe2\x82\xac"));
	/* Not in the third line, behind code, or in C. */
	expect(LANG_PYTHON, T("\n\n# coding: latin-1\n\xe4"), T("\n\n# coding: latin-1\n\xe4"));
	expect(LANG_PYTHON, T("x = 1\n# coding: latin-1\n\xe4"), T("x = 1\n# coding: latin-1\n\xe4"));
	expect(LANG_CPP, T("# coding: latin-1\n\xe4"), T("# coding: latin-1\n\xe4"));
	expect(LANG_PYTHON, T("# coding: utf-8\n\xe4"), T("# coding: utf-8\n\xe4"));
	expect(LANG_PYTHON, T("# encoding\n# the coding of\n\xe4"), T("# encoding\n# the coding of\n\xe4"));
}
END_TEST

START_TEST(what_means_nothing_is_replaced)
{
	expect(LANG_PYTHON, T("# coding: euc-jp\na\xff\n\xa4"), T("# coding: euc-jp\na\xef\xbf\xbd\n\xef\xbf\xbd"));
	expect(LANG_PYTHON, T("\xff\xfe" "a\0\0\xd8" "b\0x"), S("a\xef\xbf\xbd" "b\xef\xbf\xbd"));
}
END_TEST

START_TEST(unknown_names_are_told)
{
	struct str text = T("# coding: klingon\n\xe4"), name;
	ck_assert(!text_to_utf8(&scratch, LANG_PYTHON, &text, &name));
	ck_assert(str_is(name, "klingon") && text.n == 19);
	text = T("# coding: utf-16\n");
	ck_assert(!text_to_utf8(&scratch, LANG_PYTHON, &text, &name));
}
END_TEST

TCase *encoding_tests(void)
{
	TCase *tests = tcase_create("encoding");
	tcase_add_checked_fixture(tests, scratch_enter, scratch_leave);
	tcase_add_test(tests, marks_tell);
	tcase_add_test(tests, coding_lines_tell);
	tcase_add_test(tests, what_means_nothing_is_replaced);
	tcase_add_test(tests, unknown_names_are_told);
	return tests;
}
