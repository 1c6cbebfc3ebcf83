/* Values: operands, calls, places, assignments. */
#include "tests.h"

START_TEST(arguments_are_lowered_in_order)
{
	check_rows("(PARAM 'x')", "(EXPR (CALL (NAME 'g') (CALL (NAME 'a')) (NAME 'x') (CALL (NAME 'b')) "
	           "(INT '0x10')))",
	           "param x\n"
	           "0  t0 = call a()\n"
	           "1  t1 = call b()\n"
	           "2  call g(t0, x, t1, 16) discarded\n"
	           "3  exit\n");
}
END_TEST

START_TEST(a_discarded_value_says_how)
{
	check_rows("",
	           "(EXPR (CAST 'void' (CALL (NAME 'a')))) (EXPR (BINARY op=, (CALL (NAME 'b')) (CALL (NAME 'c'))))"
	           "(EXPR (ASSIGN (NAME 'std::ignore') (CALL (NAME 'd'))))"
	           "(EXPR (TERNARY (NAME 'x') (CALL (NAME 'y')) (CALL (NAME 'z'))))",
	           "0  call a() void\n"
	           "1  call b() discarded\n"
	           "2  call c() discarded\n"
	           "3  t0 = call d()\n"
	           "4  ::std::ignore = move t0\n"
	           "5  branch ::x 6 8\n"
	           "6  call y() discarded\n"
	           "7  jump 9\n"
	           "8  call z() discarded\n"
	           "9  exit\n");
}
END_TEST

START_TEST(callees_are_named_or_values)
{
	check_rows("(PARAM 'p') (PARAM 'cb')",
	           "(EXPR (CALL (NAME 'ns::g'))) (EXPR (CALL (NAME 'cb'))) (EXPR (CALL (MEMBER 'h' +ARROW "
	           "(NAME 'p'))))"
	           "(EXPR (CALL (MEMBER 'run' +ARROW (MEMBER 'ops' +ARROW (NAME 'p'))) (NAME 'p')))"
	           "(EXPR (CALL (UNARY op=*x (NAME 'cb')))) (EXPR (CALL (CALL (NAME 'make'))))"
	           "(EXPR (CALL (NAME 'CUDA_CHECK') (INT '1'))) (EXPR (CALL (LAMBDA (BLOCK))))",
	           "param p\n"
	           "param cb\n"
	           "0  call ns::g() discarded\n"
	           "1  call (cb)() discarded\n"
	           "2  call p->h() discarded\n"
	           "3  call p.ops->run(p) discarded\n"
	           "4  call (*cb)() discarded\n"
	           "5  t0 = call make()\n"
	           "6  call (t0)() discarded\n"
	           "7  call CUDA_CHECK(1) discarded macro\n"
	           "8  call (fn2)() discarded\n"
	           "9  exit\n");
}
END_TEST

START_TEST(lambda_arguments_may_run_in_the_call)
{
	struct unit u = facts_of("(FUNCTION 'f' (PARAM 'x') (BLOCK (EXPR (CALL (NAME 'g') (LAMBDA (PARAM 'y')"
	                         "(BLOCK (RETURN (BINARY op=+ (NAME 'x') (NAME 'y')))))))))",
	                         false);
	check_text(rows_of(&u, 1), "param x\n0  call g(fn2) discarded called-here\n1  exit\n");
	check_text(rows_of(&u, 2), "param y\n0  t0 = binary ^x + y\n1  return t0 2\n2  exit\n");
	ck_assert_uint_eq(u.functions[2].parent, 1);
	ck_assert_uint_eq(u.functions[2].kind, FN_LAMBDA);
}
END_TEST

START_TEST(launches_have_four_configuration_arguments)
{
	check_rows("(PARAM 's')", "(EXPR (LAUNCH (NAME 'k') (INT '1') (INT '32') (NONE) (NAME 's') (INT '5')))"
	                          "(EXPR (LAUNCH (NAME 'k') (INT '1') (INT '32')))",
	           "param s\n"
	           "0  launch k<<<1, 32, -, s>>>(5)\n"
	           "1  launch k<<<1, 32, -, ->>>()\n"
	           "2  exit\n");
}
END_TEST

START_TEST(logical_values_keep_the_operand)
{
	check_rows("", "(VAR 'ok' (BINARY op=&& (CALL (NAME 'a')) (BINARY op=|| (NAME 'b') (NAME 'c'))))",
	           "var ok\n"
	           "0  t1 = call a()\n"
	           "1  t0 = move t1\n"
	           "2  branch t0 3 6\n"
	           "3  t0 = move ::b\n"
	           "4  branch t0 6 5\n"
	           "5  t0 = move ::c\n"
	           "6  ok = move t0 init\n"
	           "7  exit\n");
}
END_TEST

START_TEST(ternary_values_meet_in_one_temp)
{
	check_rows("(PARAM 'c')", "(RETURN (TERNARY (NAME 'c') (INT '1') (CALL (NAME 'g'))))",
	           "param c\n"
	           "0  branch c 1 3\n"
	           "1  t0 = move 1\n"
	           "2  jump 5\n"
	           "3  t1 = call g()\n"
	           "4  t0 = move t1\n"
	           "5  return t0 6\n"
	           "6  exit\n");
}
END_TEST

START_TEST(assignments_are_moves)
{
	check_rows("(PARAM 'a') (PARAM 'b')",
	           "(EXPR (ASSIGN (NAME 'a') (ASSIGN (NAME 'b') (CALL (NAME 'g')))))"
	           "(EXPR (ASSIGN op=| (NAME 'a') (CALL (NAME 'h'))))"
	           "(EXPR (ASSIGN (UNARY op=*x (NAME 'a')) (INT '1')))"
	           "(EXPR (ASSIGN (INDEX (NAME 'a') (NAME 'b')) (INT '2')))"
	           "(EXPR (ASSIGN (CALL (NAME 'ref')) (INT '3')))",
	           "param a\n"
	           "param b\n"
	           "0  t0 = call g()\n"
	           "1  b = move t0\n"
	           "2  a = move b\n"
	           "3  t1 = call h()\n"
	           "4  a = move |= t1\n"
	           "5  *a = move 1\n"
	           "6  a[b] = move 2\n"
	           "7  t2 = call ref()\n"
	           "8  *t2 = move 3\n"
	           "9  exit\n");
}
END_TEST

START_TEST(places_are_limited_and_normal)
{
	check_rows("(PARAM 'p')",
	           "(RETURN (MEMBER 'd' (MEMBER 'c' (MEMBER 'b' (MEMBER 'a' (NAME 'p'))))))"
	           "(RETURN (MEMBER 'q' (UNARY op=*x (NAME 'p')))) (RETURN (UNARY op=*x (UNARY op=&x (NAME 'p'))))"
	           "(RETURN (MEMBER 'q' +ARROW (UNARY op=&x (NAME 'p'))))"
	           "(EXPR (CALL (NAME 'g') (UNARY op=&x (MEMBER 'q' (NAME 'p')))))",
	           "param p\n"
	           "0  return p.a.b.c... 6\n"
	           "1  return p.q 6\n"
	           "2  return p 6\n"
	           "3  return p.q 6\n"
	           "4  t0 = unary &p.q\n"
	           "5  call g(t0) discarded\n"
	           "6  exit\n");
}
END_TEST

START_TEST(literals_are_read)
{
	check_rows("",
	           "(EXPR (CALL (NAME 'g') (INT '1000u') (INT '0b101') (INT '017') (UNARY op=-x (INT '1')) "
	           "(BOOL 'true') (NULL)"
	           "(STRING '\"a\"') (STRING 'R\"x(b)x\"') (FLOAT '1.5') (INT '99999999999999999999')))",
	           "0  call g(1000, 5, 15, -1, 1, null, \"a\", \"b\", ?, ?) discarded\n"
	           "1  exit\n");
}
END_TEST

START_TEST(lists_fill_places)
{
	check_rows("",
	           "(VAR 'o' :'struct ops' (LIST (PAIR (NAME 'run') (NAME 'f')) (PAIR (NAME 'n') (CALL (NAME 'g')))))"
	           "(VAR 'a' :'int[2]' (LIST (INT '1') (CALL (NAME 'h')))) (VAR 'e' :'cudaError_t' (LIST))"
	           "(VAR 'z' :'int' (LIST (CALL (NAME 'k'))))",
	           "var o: struct ops\n"
	           "var a: int[2]\n"
	           "var e: cudaError_t\n"
	           "var z: int\n"
	           "0  o.run = move ::f init\n"
	           "1  t0 = call g()\n"
	           "2  o.n = move t0 init\n"
	           "3  a[0] = move 1 init\n"
	           "4  t1 = call h()\n"
	           "5  a[1] = move t1 init\n"
	           "6  e = move 0 init\n"
	           "7  t2 = call k()\n"
	           "8  z = move t2 init\n"
	           "9  exit\n");
}
END_TEST

START_TEST(a_branch_hint_hands_its_argument_on)
{
	check_rows("(PARAM 'e')", "(IF (CALL (NAME 'C10_UNLIKELY') (BINARY op=!= (NAME 'e') (NAME 'ok'))) (RETURN))",
	           "param e\n"
	           "0  t0 = binary e != ::ok\n"
	           "1  t1 = call C10_UNLIKELY(t0) macro\n"
	           "2  branch t0 3 4\n"
	           "3  return 4\n"
	           "4  exit\n");
}
END_TEST

START_TEST(a_statement_expression_has_the_last_value)
{
	check_rows("", "(VAR 'x' (STMT_EXPR (BLOCK (VAR 'e' (CALL (NAME 'g'))) (EXPR (NAME 'e')))))",
	           "var x\n"
	           "var e\n"
	           "0  t0 = call g()\n"
	           "1  e = move t0 init\n"
	           "2  x = move e init\n"
	           "3  exit\n");
}
END_TEST

START_TEST(what_is_not_understood_depends_on_its_parts)
{
	check_rows("", "(RETURN (OPAQUE (CALL (NAME 'a')) (CALL (NAME 'b'))))",
	           "0  t0 = call a()\n"
	           "1  t1 = unary t0\n"
	           "2  t2 = call b()\n"
	           "3  t3 = binary t1 with t2\n"
	           "4  return t3 5\n"
	           "5  exit\n");
}
END_TEST

TCase *value_tests(void)
{
	TCase *tc = tcase_create("values");
	tcase_add_checked_fixture(tc, NULL, forget);
	tcase_add_test(tc, arguments_are_lowered_in_order);
	tcase_add_test(tc, a_discarded_value_says_how);
	tcase_add_test(tc, callees_are_named_or_values);
	tcase_add_test(tc, lambda_arguments_may_run_in_the_call);
	tcase_add_test(tc, launches_have_four_configuration_arguments);
	tcase_add_test(tc, logical_values_keep_the_operand);
	tcase_add_test(tc, ternary_values_meet_in_one_temp);
	tcase_add_test(tc, assignments_are_moves);
	tcase_add_test(tc, places_are_limited_and_normal);
	tcase_add_test(tc, literals_are_read);
	tcase_add_test(tc, lists_fill_places);
	tcase_add_test(tc, a_branch_hint_hands_its_argument_on);
	tcase_add_test(tc, a_statement_expression_has_the_last_value);
	tcase_add_test(tc, what_is_not_understood_depends_on_its_parts);
	return tc;
}
