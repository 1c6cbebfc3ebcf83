/* Branches, loops, switch, goto, #if. */
#include "tests.h"

START_TEST(conditions_branch_without_a_value)
{
	check_rows("(PARAM 'a') (PARAM 'b')",
	           "(IF (BINARY op=&& (NAME 'a') (UNARY op=! (NAME 'b'))) (EXPR (CALL (NAME 'x'))) (EXPR (CALL "
	           "(NAME 'y'))))",
	           "param a\n"
	           "param b\n"
	           "0  branch a 1 4\n"
	           "1  branch b 4 2\n"
	           "2  call x() discarded\n"
	           "3  jump 5\n"
	           "4  call y() discarded\n"
	           "5  exit\n");
}
END_TEST

START_TEST(comparisons_are_rows)
{
	check_rows("", "(BLOCK (VAR 'e' (CALL (NAME 'g'))) (IF (BINARY op=!= (NAME 'e') (NAME 'ok')) (RETURN "
	           "(NAME 'e'))))",
	           "var e\n"
	           "0  t0 = call g()\n"
	           "1  e = move t0 init\n"
	           "2  t1 = binary e != ::ok\n"
	           "3  branch t1 4 5\n"
	           "4  return e 5\n"
	           "5  exit\n");
}
END_TEST

START_TEST(loops_end_and_go_on)
{
	check_rows("(PARAM 'n')",
	           "(WHILE (NAME 'n') (BLOCK (IF (NAME 'a') (BREAK)) (IF (NAME 'b') (CONTINUE)) (EXPR (CALL "
	           "(NAME 'g')))))",
	           "param n\n"
	           "0  branch n 1 7\n"
	           "1  branch ::a 2 3\n"
	           "2  jump 7\n"
	           "3  branch ::b 4 5\n"
	           "4  jump 0 loop\n"
	           "5  call g() discarded\n"
	           "6  jump 0 loop\n"
	           "7  exit\n");
}
END_TEST

START_TEST(a_do_once_body_is_straight)
{
	check_rows("", "(DO (BLOCK (EXPR (CALL (NAME 'g'))) (IF (NAME 'x') (CONTINUE)) (EXPR (CALL "
	           "(NAME 'h')))) (INT '0'))",
	           "0  call g() discarded\n"
	           "1  branch ::x 2 3\n"
	           "2  jump 4\n"
	           "3  call h() discarded\n"
	           "4  jump 5\n"
	           "5  exit\n");
}
END_TEST

START_TEST(a_for_steps_after_continue)
{
	check_rows("",
	           "(FOR (VAR 'i' :'int' (INT '0')) (BINARY op=< (NAME 'i') (INT '9')) (UNARY op=++x (NAME 'i'))"
	           "(BLOCK (CONTINUE)))",
	           "var i: int\n"
	           "0  i = move 0 init\n"
	           "1  t0 = binary i < 9\n"
	           "2  branch t0 3 6\n"
	           "3  jump 4\n"
	           "4  t1 = unary ++i\n"
	           "5  jump 1 loop\n"
	           "6  exit\n");
}
END_TEST

START_TEST(an_endless_loop_has_no_way_out)
{
	check_rows("", "(FOR (NONE) (NONE) (NONE) (EXPR (CALL (NAME 'g'))))",
	           "0  call g() discarded\n"
	           "1  jump 0 loop\n"
	           "2  exit\n");
}
END_TEST

START_TEST(a_range_is_iterated)
{
	check_rows("(PARAM 'v')", "(FOREACH (VAR 'x' +REF) (NAME 'v') (EXPR (CALL (NAME 'g') (NAME 'x'))))",
	           "param v\n"
	           "var x &\n"
	           "0  t0 = iter v 1 4\n"
	           "1  x = move t0 init\n"
	           "2  call g(x) discarded\n"
	           "3  jump 0 loop\n"
	           "4  exit\n");
}
END_TEST

START_TEST(a_switch_tests_in_order_and_falls_through)
{
	check_rows("(PARAM 'n')",
	           "(SWITCH (NAME 'n') (BLOCK (CASE (INT '1')) (EXPR (CALL (NAME 'a'))) (CASE (NONE)) (EXPR "
	           "(CALL (NAME 'd')))"
	           "(BREAK) (BLOCK (CASE (NAME 'TWO')) (EXPR (CALL (NAME 'b'))))))",
	           "param n\n"
	           "0  t0 = binary n == 1\n"
	           "1  branch t0 5 2\n"
	           "2  t1 = binary n == ::TWO\n"
	           "3  branch t1 8 4\n"
	           "4  jump 6\n"
	           "5  call a() discarded\n"
	           "6  call d() discarded\n"
	           "7  jump 9\n"
	           "8  call b() discarded\n"
	           "9  exit\n");
}
END_TEST

START_TEST(gotos_find_their_labels)
{
	check_rows("", "(LABEL 'again') (IF (NAME 'a') (GOTO 'out')) (IF (NAME 'b') (GOTO 'again')) (EXPR (CALL "
	           "(NAME 'g')))"
	               "(LABEL 'out')",
	           "0  nop `again`\n"
	           "1  branch ::a 2 3\n"
	           "2  jump 6\n"
	           "3  branch ::b 4 5\n"
	           "4  jump 0 loop\n"
	           "5  call g() discarded\n"
	           "6  nop `out`\n"
	           "7  jump 8\n"
	           "8  exit\n");
}
END_TEST

START_TEST(a_goto_to_nowhere_leaves_or_goes_on)
{
	check_rows("", "(EXPR (CALL (NAME 'g'))) (GOTO 'gone') (EXPR (CALL (NAME 'h')))",
	           "0  call g() discarded\n"
	           "1  jump 4\n"
	           "2  call h() discarded\n"
	           "3  jump 7\n"
	           "4  jump `gone`\n"
	           "5  alt 7 6\n"
	           "6  return ? 7\n"
	           "7  exit\n");
}
END_TEST

START_TEST(arms_of_an_if_directive_are_alternatives)
{
	check_rows("",
	           "(ALT (BLOCK (VAR 'e' :'int' (CALL (NAME 'a')))) (BLOCK (VAR 'e' :'int' (CALL (NAME 'b')))) "
	           "(BLOCK))"
	           "(RETURN (NAME 'e'))",
	           "var e: int\n"
	           "0  alt 1 4\n"
	           "1  t0 = call a()\n"
	           "2  e = move t0 init\n"
	           "3  jump 8\n"
	           "4  alt 5 8\n"
	           "5  t1 = call b()\n"
	           "6  e = move t1 init\n"
	           "7  jump 8\n"
	           "8  return e 9\n"
	           "9  exit\n");
}
END_TEST

START_TEST(code_behind_a_return_has_rows)
{
	check_rows("", "(RETURN) (IF (NAME 'a') (EXPR (CALL (NAME 'g')))) (DO (EXPR (CALL (NAME 'h'))) (CALL "
	           "(NAME 'i')))",
	           "0  return 6\n"
	           "1  branch ::a 2 3\n"
	           "2  call g() discarded\n"
	           "3  call h() discarded\n"
	           "4  t0 = call i()\n"
	           "5  branch t0 3 6 loop\n"
	           "6  exit\n");
}
END_TEST

TCase *control_tests(void)
{
	TCase *tc = tcase_create("control");
	tcase_add_checked_fixture(tc, NULL, forget);
	tcase_add_test(tc, conditions_branch_without_a_value);
	tcase_add_test(tc, comparisons_are_rows);
	tcase_add_test(tc, loops_end_and_go_on);
	tcase_add_test(tc, a_do_once_body_is_straight);
	tcase_add_test(tc, a_for_steps_after_continue);
	tcase_add_test(tc, an_endless_loop_has_no_way_out);
	tcase_add_test(tc, a_range_is_iterated);
	tcase_add_test(tc, a_switch_tests_in_order_and_falls_through);
	tcase_add_test(tc, gotos_find_their_labels);
	tcase_add_test(tc, a_goto_to_nowhere_leaves_or_goes_on);
	tcase_add_test(tc, arms_of_an_if_directive_are_alternatives);
	tcase_add_test(tc, code_behind_a_return_has_rows);
	return tc;
}
