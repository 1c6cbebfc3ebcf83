/* Functions, classes, macros, file scope. */
#include "tests.h"

#include <string.h>

static const char *qualified(const struct unit *u, u32 f) { return unit_text(u, u->functions[f].qualified).p; }

START_TEST(methods_know_their_class)
{
	struct unit u = facts_of("(NAMESPACE 'n' (CLASS 'A' :'public B<int, char>, C' (VAR 'x_' :'int')"
	                         "(FUNCTION 'A' (BLOCK (EXPR (ASSIGN (MEMBER 'x_' (THIS)) (INT '1'))))) "
	                         "(FUNCTION '~A' (BLOCK))"
	                         "(FUNCTION 'declared')) (FUNCTION 'A::get' (BLOCK (RETURN (NAME 'x_'))))"
	                         "(FUNCTION 'free' (BLOCK (RETURN (NAME 'x_')))))",
	                         false);
	ck_assert_uint_eq(u.n_functions, 5);
	ck_assert_str_eq(qualified(&u, 1), "n::A::A");
	ck_assert(u.functions[1].flags & NF_CTOR);
	check_text(rows_of(&u, 1), "0  this.x_ = move 1\n1  exit\n");
	ck_assert(u.functions[2].flags & NF_DTOR);
	ck_assert_str_eq(qualified(&u, 3), "n::A::get");
	ck_assert_str_eq(unit_text(&u, u.functions[3].cls).p, "n::A");
	ck_assert_uint_eq(u.functions[3].kind, FN_METHOD);
	check_text(rows_of(&u, 3), "0  return this.x_ 1\n1  exit\n");
	ck_assert_uint_eq(u.functions[4].kind, FN_FUNCTION);
	check_text(rows_of(&u, 4), "0  return ::x_ 1\n1  exit\n");
	ck_assert_uint_eq(u.n_bases, 2);
	ck_assert_str_eq(unit_text(&u, u.bases[0].base).p, "B<int, char>");
	ck_assert_str_eq(unit_text(&u, u.bases[1].base).p, "C");
	ck_assert_uint_eq(u.n_fields, 1);
}
END_TEST

START_TEST(fields_of_unseen_classes_are_known_by_their_spelling)
{
	struct unit u = facts_of("(FUNCTION 'Seen::f' (BLOCK (RETURN (NAME 'exec_')))) (NAMESPACE 'ns')"
	                         "(FUNCTION 'ns::g' (BLOCK (RETURN (NAME 'exec_'))))",
	                         false);
	check_text(rows_of(&u, 1), "0  return this.exec_ 1\n1  exit\n");
	check_text(rows_of(&u, 2), "0  return ::exec_ 1\n1  exit\n");
	ck_assert_uint_eq(u.functions[2].kind, FN_FUNCTION);
}
END_TEST

START_TEST(a_field_of_a_base_is_a_field)
{
	struct unit u = facts_of("(CLASS 'B' (VAR 'err' :'int')) (CLASS 'D' :'public B' (FUNCTION 'f' (BLOCK "
	                         "(RETURN (NAME 'err')))))", false);
	check_text(rows_of(&u, 1), "0  return this.err 1\n1  exit\n");
}
END_TEST

START_TEST(operators_keep_their_name)
{
	struct unit u = facts_of("(FUNCTION 'a::B::operator()' (BLOCK)) (FUNCTION 'a::operator<' (BLOCK))"
	                         "(FUNCTION 'C<x::y>::f' (BLOCK))",
	                         false);
	ck_assert_str_eq(unit_text(&u, u.functions[1].name).p, "operator()");
	ck_assert_str_eq(unit_text(&u, u.functions[1].cls).p, "a::B");
	ck_assert_str_eq(unit_text(&u, u.functions[2].name).p, "operator<");
	ck_assert_str_eq(unit_text(&u, u.functions[3].name).p, "f");
}
END_TEST

START_TEST(initialisers_at_file_scope_are_function_zero)
{
	struct unit u = facts_of("(CLASS 'ops' (VAR 'run' :'fn') (VAR 'n' :'int' (INT '4')))"
	                         "(VAR 'o' :'struct ops' (LIST (NAME 'f') (INT '2'))) (VAR 'g' :'int' (CALL "
	                         "(NAME 'init')))"
	                         "(VAR 't' :'ops[]' (LIST (LIST (NAME 'a')) (LIST (PAIR (NAME 'n') (INT '9')))))"
	                         "(ALT (BLOCK (VAR 'x' (INT '1'))) (BLOCK (VAR 'x' (INT '2'))))",
	                         false);
	check_text(rows_of(&u, 0),
	           "0  ::ops.n = move 4 init\n"
	           "1  ::o.run = move ::f init\n"
	           "2  ::o.n = move 2 init\n"
	           "3  t0 = call init()\n"
	           "4  ::g = move t0 init\n"
	           "5  ::t[0].run = move ::a init\n"
	           "6  ::t[1].n = move 9 init\n"
	           "7  ::x = move 1 init\n"
	           "8  ::x = move 2 init\n"
	           "9  exit\n");
}
END_TEST

START_TEST(macros_are_functions_of_their_users)
{
	struct unit u = facts_of("(MACRO 'CHECK' +STATEMENT (PARAM 'x') (BLOCK (DO (BLOCK (IF (NAME 'x') "
	                         "(RETURN (NAME 'r'))))"
	                         "(INT '0')))) (MACRO 'VALUE' (PARAM '...' +VARIADIC) (CALL (NAME 'check') "
	                         "(NAME '__VA_ARGS__')))",
	                         false);
	ck_assert_uint_eq(u.functions[1].kind, FN_MACRO);
	check_text(rows_of(&u, 1), "param x\n0  branch x 1 2\n1  return ::r 3\n2  jump 3\n3  exit\n");
	check_text(rows_of(&u, 2), "param ... ...\n0  t0 = call check(...)\n1  return t0 2 value\n2  exit\n");
}
END_TEST

START_TEST(a_macro_may_go_to_a_label_of_its_user)
{
	struct unit u = facts_of("(MACRO 'M' +STATEMENT (PARAM 'x') (PARAM 'to') (BLOCK (IF (NAME 'x') "
	                         "(GOTO 'to')) (IF (NAME 'y') (BREAK))))", false);
	check_text(rows_of(&u, 1),
	           "param x\nparam to\n"
	           "0  branch x 1 2\n"
	           "1  jump 5\n"
	           "2  branch ::y 3 4\n"
	           "3  jump 8\n"
	           "4  jump 10\n"
	           "5  jump to `to`\n"
	           "6  alt 10 7\n"
	           "7  return ? 10\n"
	           "8  alt 10 9\n"
	           "9  return ? 10\n"
	           "10  exit\n");
}
END_TEST

START_TEST(default_arguments_that_call_are_a_way_of_their_own)
{
	struct unit u = facts_of("(FUNCTION 'f' (PARAM 's' (CALL (NAME 'current'))) (PARAM 'n' (INT '1')) "
	                         "(BLOCK (RETURN (NAME 's'))))", false);
	check_text(rows_of(&u, 1), "param s\nparam n = 1\n0  alt 1 3\n1  t0 = call current()\n2  s = move t0 init\n"
	                           "3  return s 4\n4  exit\n");
}
END_TEST

START_TEST(aliases_are_followed)
{
	struct unit u = facts_of("(USING 'handle' :'cudaStream_t') (USING 'ptr' :'Thing *')"
	                         "(FUNCTION 'f' (BLOCK (VAR 'a' :'handle') (VAR 'b' :'ptr')))",
	                         false);
	ck_assert_uint_eq(u.n_aliases, 2);
	ck_assert_str_eq(unit_text(&u, u.aliases[0].target).p, "cudaStream_t");
	check_text(rows_of(&u, 1), "var a: handle\nvar b: ptr\n0  exit\n");
}
END_TEST

START_TEST(constructors_construct_their_bases)
{
	struct unit u = facts_of("(CLASS 'D' :'public n::B<int>' (FUNCTION 'D' (BLOCK (EXPR (CALL (NAME 'n::B') "
	                         "(INT '1')))"
	                         "(EXPR (CALL (NAME 'log'))))) (FUNCTION 'D' (BLOCK (EXPR (CALL (NAME 'D') "
	                         "(INT '2'))))))",
	                         false);
	check_text(rows_of(&u, 1), "0  this = call n::B(1) construct\n1  call log() discarded\n2  exit\n");
	check_text(rows_of(&u, 2), "0  this = call D(2) construct\n1  exit\n");
}
END_TEST

START_TEST(a_huge_function_is_cut)
{
	struct strbuf text = {0};
	strbuf_puts(&text, "(FUNCTION 'f' (BLOCK ");
	for (u32 i = 0; i < 200010; i++)
		strbuf_puts(&text, "(RETURN)");
	strbuf_puts(&text, "(EXPR (CALL (NAME 'g'))))) (FUNCTION 'h' (BLOCK (EXPR (CALL (NAME 'i')))))");
	struct unit u = facts_of(text.p, false);
	strbuf_release(&text);
	ck_assert(u.functions[1].is_cut);
	ck_assert_uint_eq(u.functions[1].row_count, 200001);
	ck_assert(!u.functions[2].is_cut);
	check_text(rows_of(&u, 2), "0  call i() discarded\n1  exit\n");
}
END_TEST

START_TEST(deep_trees_end)
{
	struct strbuf text = {0};
	for (u32 i = 0; i < 3000; i++)
		strbuf_puts(&text, "(UNARY op=~ ");
	strbuf_puts(&text, "(CALL (NAME 'g'))");
	for (u32 i = 0; i < 3000; i++)
		strbuf_puts(&text, ")");
	struct unit u = facts_of(arena_format(&arena, "(FUNCTION 'f' (BLOCK (EXPR %s)))", text.p), false);
	strbuf_release(&text);
	ck_assert_uint_eq(u.functions[1].calls, 0);
	ck_assert(strstr(rows_of(&u, 1), "unary ~?"));
}
END_TEST

TCase *file_tests(void)
{
	TCase *tc = tcase_create("file");
	tcase_add_checked_fixture(tc, NULL, forget);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, methods_know_their_class);
	tcase_add_test(tc, fields_of_unseen_classes_are_known_by_their_spelling);
	tcase_add_test(tc, a_field_of_a_base_is_a_field);
	tcase_add_test(tc, operators_keep_their_name);
	tcase_add_test(tc, initialisers_at_file_scope_are_function_zero);
	tcase_add_test(tc, macros_are_functions_of_their_users);
	tcase_add_test(tc, a_macro_may_go_to_a_label_of_its_user);
	tcase_add_test(tc, default_arguments_that_call_are_a_way_of_their_own);
	tcase_add_test(tc, aliases_are_followed);
	tcase_add_test(tc, constructors_construct_their_bases);
	tcase_add_test(tc, a_huge_function_is_cut);
	tcase_add_test(tc, deep_trees_end);
	return tc;
}
