/* What Python has that C++ has not. */
#include "tests.h"

START_TEST(names_are_locals_of_the_whole_function)
{
	check_python("(PARAM 'a')",
	             "(EXPR (CALL (NAME 'g') (NAME 'x') (NAME 'y'))) (IF (NAME 'a') (BLOCK (EXPR (ASSIGN "
	             "(NAME 'x') (INT '1')))))"
	             "(GLOBAL 'y') (EXPR (ASSIGN (NAME 'y') (NAME 'x')))",
	             "param a\n"
	             "var x\n"
	             "0  call g(x, ::y) discarded\n"
	             "1  branch a 2 3\n"
	             "2  x = move 1\n"
	             "3  ::y = move x\n"
	             "4  exit\n");
}
END_TEST

START_TEST(stores_into_objects_are_in_place)
{
	check_python("(PARAM 'self') (PARAM 'v')",
	             "(EXPR (ASSIGN (MEMBER 'x' (NAME 'self')) (NAME 'v'))) (EXPR (ASSIGN (INDEX (NAME 'v') "
	             "(SLICE ':' (NONE) (NONE) (NONE))) (INT '0')))"
	             "(EXPR (ASSIGN op=+ (NAME 'v') (INT '1'))) (EXPR (ASSIGN (INDEX (NAME 'v') "
	             "(STRING '\"k\"')) (INT '2')))",
	             "param self\n"
	             "param v\n"
	             "0  self.x = move v\n"
	             "1  v[:] = move 0 inplace\n"
	             "2  v = move += 1 inplace\n"
	             "3  v[\"k\"] = move 2 inplace\n"
	             "4  exit\n");
}
END_TEST

START_TEST(slices_keep_their_text)
{
	check_python("(PARAM 'v') (PARAM 'n')",
	             "(EXPR (ASSIGN (INDEX (NAME 'v') (SLICE ': n * 2' (NONE) (BINARY op=* (NAME 'n') (INT '2')) (NONE))) (INT '0')))"
	             "(EXPR (ASSIGN (INDEX (NAME 'v') (SLICE ':' (NONE) (NONE) (NONE)) (SLICE 'n:' (NAME 'n') (NONE) (NONE))) (INT '0')))"
	             "(EXPR (ASSIGN (INDEX (NAME 'v') (INDEX (NAME 'n') (INT '0'))) (INT '0')))"
	             "(EXPR (ASSIGN (INDEX (NAME 'v') (STRING '\"a:b\"')) (INT '0')))",
	             "param v\n"
	             "param n\n"
	             "0  t0 = binary n * 2\n"
	             "1  t1 = unary t0\n"
	             "2  v[:n*2] = move 0 inplace\n"
	             "3  t2 = unary n\n"
	             "4  v[:,n:] = move 0 inplace\n"
	             "5  v[n[]] = move 0 inplace\n"
	             "6  v[] = move 0 inplace\n"
	             "7  exit\n");
}
END_TEST

START_TEST(keyword_arguments_have_names)
{
	check_python("(PARAM 'a')", "(EXPR (CALL (MEMBER 'to' (NAME 'a')) (INT '1') (KEYWORD 'copy' "
	             "(BOOL 'True')) (STAR (NAME 'a')) (KEYWORD (NAME 'a'))))",
	             "param a\n"
	             "0  call a.to(1, copy=1, *=a, **=a) discarded\n"
	             "1  exit\n");
}
END_TEST

START_TEST(with_enters_and_leaves)
{
	check_python("",
	             "(WITH (VAR 'g' (CALL (MEMBER 'graph' (NAME 'cuda')))) (BLOCK (EXPR (CALL (NAME 'run'))) "
	             "(IF (NAME 'x') (RETURN (INT '1')))))",
	             "var g\n"
	             "0  t0 = call ::cuda.graph()\n"
	             "1  g = enter t0 `graph`\n"
	             "2  call run() unwind 8 discarded\n"
	             "3  branch ::x 4 6\n"
	             "4  leave t0 `graph`\n"
	             "5  return 1 10\n"
	             "6  leave t0 `graph`\n"
	             "7  jump 10\n"
	             "8  leave t0 `graph`\n"
	             "9  resume\n"
	             "10  exit\n");
}
END_TEST

START_TEST(suppress_swallows)
{
	check_python("", "(WITH (CALL (NAME 'suppress') (NAME 'E')) (BLOCK (EXPR (CALL (NAME 'a'))))) (EXPR "
	             "(CALL (NAME 'b')))",
	             "0  t0 = call suppress(::E)\n"
	             "1  enter t0 `suppress`\n"
	             "2  call a() unwind 6 discarded\n"
	             "3  leave t0 `suppress`\n"
	             "4  call b() discarded\n"
	             "5  jump 9\n"
	             "6  leave t0 `suppress`\n"
	             "7  alt 4 8\n"
	             "8  resume\n"
	             "9  exit\n");
}
END_TEST

START_TEST(finally_runs_on_every_way)
{
	check_python("",
	             "(TRY (BLOCK (EXPR (CALL (NAME 'a')))) (CATCH 'e' :'E' (BLOCK (EXPR (CALL (NAME 'b'))))) "
	             "(BLOCK (EXPR (CALL (NAME 'c'))))"
	             "(BLOCK (EXPR (CALL (NAME 'd')))))",
	             "var e: E\n"
	             "0  call a() unwind 3 discarded\n"
	             "1  call c() unwind 8 discarded\n"
	             "2  jump 6\n"
	             "3  catch e `E` else 8\n"
	             "4  call b() unwind 8 discarded\n"
	             "5  jump 6\n"
	             "6  call d() discarded\n"
	             "7  jump 10\n"
	             "8  call d() discarded\n"
	             "9  resume\n"
	             "10  exit\n");
}
END_TEST

START_TEST(nested_finally_blocks_end)
{
	struct strbuf text = {0};
	for (u32 i = 0; i < 60; i++)
		strbuf_puts(&text, "(TRY (BLOCK (RETURN)) (NONE) (BLOCK ");
	strbuf_puts(&text, "(EXPR (CALL (NAME 'g')))");
	for (u32 i = 0; i < 60; i++)
		strbuf_puts(&text, "))");
	struct unit u = facts_of(arena_format(&arena, "(FUNCTION 'f' (BLOCK %s))", text.p), true);
	strbuf_release(&text);
	ck_assert(u.functions[1].is_cut);
}
END_TEST

START_TEST(loops_have_else)
{
	check_python("(PARAM 'v')", "(FOREACH (NAME 'x') (NAME 'v') (BLOCK (IF (NAME 'x') (BREAK))) (BLOCK "
	             "(EXPR (CALL (NAME 'none')))))",
	             "param v\n"
	             "var x\n"
	             "0  t0 = iter v 1 5\n"
	             "1  x = move t0\n"
	             "2  branch x 3 4\n"
	             "3  jump 6\n"
	             "4  jump 0 loop\n"
	             "5  call none() discarded\n"
	             "6  exit\n");
}
END_TEST

START_TEST(tuples_are_taken_apart)
{
	check_python("", "(EXPR (ASSIGN (LIST (NAME 'a') (NAME 'b')) (CALL (NAME 'g'))))",
	             "var a\n"
	             "var b\n"
	             "0  t0 = call g()\n"
	             "1  a = move t0[0]\n"
	             "2  b = move t0[1]\n"
	             "3  exit\n");
}
END_TEST

START_TEST(comprehensions_are_loops)
{
	check_python("(PARAM 'v')", "(RETURN (COMPREHENSION (CALL (NAME 'g') (NAME 'x')) (FOREACH (NAME 'x') "
	             "(NAME 'v') (EXPR (NAME 'x')))))",
	             "param v\n"
	             "var x\n"
	             "0  t0 = move ?\n"
	             "1  t1 = iter v 2 6\n"
	             "2  x = move t1\n"
	             "3  t2 = call g(x)\n"
	             "4  t0[] = move t2\n"
	             "5  jump 1 loop\n"
	             "6  return t0 7\n"
	             "7  exit\n");
}
END_TEST

START_TEST(modules_define_their_functions_and_classes)
{
	struct unit u = facts_of("(USING 'c' :'torch.cuda') (CLASS 'A' :'B' (EXPR (ASSIGN (NAME 'k') (INT '1')))"
	                         "(FUNCTION 'm' (DECORATOR (CALL (NAME 'dec'))) (PARAM 'self' (NONE)) (BLOCK "
	                         "(FUNCTION 'inner' (BLOCK (RETURN (NAME 'self')))))))"
	                         "(EXPR (ASSIGN (NAME 'top') (CALL (NAME 'A'))))",
	                         true);
	check_text(rows_of(&u, 0),
	           "0  ::A.k = move 1\n"
	           "1  t0 = call dec()\n"
	           "2  ::A.m = define fn1 `m` (t0)\n"
	           "3  ::A = define `A`\n"
	           "4  t1 = call A()\n"
	           "5  ::top = move t1\n"
	           "6  exit\n");
	check_text(rows_of(&u, 1), "param self\nvar inner\n0  inner = define fn2 `inner`\n1  exit\n");
	check_text(rows_of(&u, 2), "0  return ^self 1\n1  exit\n");
	ck_assert_str_eq(unit_text(&u, u.functions[2].qualified).p, "A.m.inner");
	ck_assert_str_eq(unit_text(&u, u.functions[1].cls).p, "A");
	ck_assert_uint_eq(u.functions[1].kind, FN_METHOD);
	ck_assert_str_eq(unit_text(&u, u.includes[0].path).p, "torch.cuda");
	ck_assert_str_eq(unit_text(&u, u.includes[0].local).p, "c");
}
END_TEST

TCase *python_tests(void)
{
	TCase *tc = tcase_create("python");
	tcase_add_checked_fixture(tc, NULL, forget);
	tcase_add_test(tc, names_are_locals_of_the_whole_function);
	tcase_add_test(tc, stores_into_objects_are_in_place);
	tcase_add_test(tc, slices_keep_their_text);
	tcase_add_test(tc, keyword_arguments_have_names);
	tcase_add_test(tc, with_enters_and_leaves);
	tcase_add_test(tc, suppress_swallows);
	tcase_add_test(tc, finally_runs_on_every_way);
	tcase_add_test(tc, nested_finally_blocks_end);
	tcase_add_test(tc, loops_have_else);
	tcase_add_test(tc, tuples_are_taken_apart);
	tcase_add_test(tc, comprehensions_are_loops);
	tcase_add_test(tc, modules_define_their_functions_and_classes);
	return tc;
}
