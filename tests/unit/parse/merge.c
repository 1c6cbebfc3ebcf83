#include "reader_tests.h"

#include <string.h>

#include "facts/facts.h"
#include "suites.h"

static struct arena arena;

/* Both readings come from tree-sitter here: what matters is which function is taken. */
static struct node *merged(const char *mine, const char *theirs)
{
	return merge_readings(&arena, tree_of(LANG_CUDA, str_of(mine)), tree_of(LANG_CUDA, str_of(theirs)));
}

static const char *merged_text(const char *mine, const char *theirs)
{
	return printed(merged(mine, theirs)->child);
}

START_TEST(more_is_taken)
{
	ck_assert_str_eq(merged_text("void f() { a();      }", "void f() { a(); b(); }"),
	                 "(function == f : void (block (expr (call a)) (expr (call b))))");
	ck_assert_str_eq(merged_text("void f() { a(); b(); }", "void f() { c();      }"),
	                 "(function f : void (block (expr (call a)) (expr (call b))))");
	ck_assert_str_eq(merged_text("void f() { k<<<1, 2>>>(); b(); }", "void f() { c();                  }"),
	                 "(function f : void (block (expr (launch k 1 2 _ _)) (expr (call b))))");
}
END_TEST

START_TEST(second_reading_wins_a_tie)
{
	ck_assert_str_eq(merged_text("void f() { a(); }", "void f() { b(); }"),
	                 "(function == f : void (block (expr (call b))))");
}
END_TEST

START_TEST(without_second_reading)
{
	struct node *mine = tree_of(LANG_CUDA, S("void f() { a(); }"));
	ck_assert_ptr_eq(merge_readings(&arena, mine, NULL), mine);
	ck_assert_uint_eq(mine->child->op, READ_TREE_SITTER);
}
END_TEST

/* Names at other places are matched by overlapping bodies; the list goes on behind a replaced function. */
START_TEST(moved_names)
{
	ck_assert_str_eq(merged_text("void  f() { a(); } void g() { }", "void f()  { b(); }            "),
	                 "(function == f : void (block (expr (call b)))) (function g : void (block))");
}
END_TEST

START_TEST(only_in_second)
{
	ck_assert_str_eq(merged_text("void f() { } int                                    ;",
	                             "             namespace n { class A { void g() { a(); } }; }"),
	                 "(function f : void (block)) (namespace n (class A (function == g : void (block (expr (call a))))))");
}
END_TEST

START_TEST(inside_scopes)
{
	ck_assert_str_eq(merged_text("namespace n { struct A { void g() { } int x; }; }",
	                             "namespace n { struct A { void g() { a(); } }; }   "),
	                 "(namespace n (class A (function == g : void (block (expr (call a)))) (var x : int)))");
	ck_assert_str_eq(merged_text("\n#if A\nvoid f() { }     \n#else\nvoid g() { }\n#endif\n", "\n     \nvoid f() { a(); }"),
	                 "(alt (block (function == f : void (block (expr (call a))))) (block (function g : void (block))))");
}
END_TEST

START_TEST(macros_stay)
{
	ck_assert_str_eq(merged_text("#define M(x) a(x)\nvoid f() { M(1); }", "                 \nvoid f() { b();  }"),
	                 "(function == f : void (block (expr (call b)))) (macro M (param x) (call a x))");
}
END_TEST

Suite *merge_suite(void)
{
	Suite *suite = suite_create("merge");
	TCase *tests = tcase_create("merge");
	tcase_add_test(tests, more_is_taken);
	tcase_add_test(tests, second_reading_wins_a_tie);
	tcase_add_test(tests, without_second_reading);
	tcase_add_test(tests, moved_names);
	tcase_add_test(tests, only_in_second);
	tcase_add_test(tests, inside_scopes);
	tcase_add_test(tests, macros_stay);
	suite_add_tcase(suite, tests);
	return suite;
}
