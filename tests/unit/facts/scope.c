/* Destructors, exceptions, names in blocks. */
#include "tests.h"

#define GUARD "(VAR 'g' :'Guard' +CLASS (CALL (NAME 'Guard') (INT '1')))"

START_TEST(a_scope_end_destroys_in_reverse)
{
	check_rows("", "(BLOCK (VAR 'a' :'A' +CLASS) (VAR 'b' :'B' +CLASS) (VAR 'n' :'int')) (EXPR (CALL "
	           "(NAME 'x')))",
	           "var a: A\n"
	           "var b: B\n"
	           "var n: int\n"
	           "0  a = call A() construct\n"
	           "1  b = call B() unwind 6 construct\n"
	           "2  destroy b `B`\n"
	           "3  destroy a `A`\n"
	           "4  call x() discarded\n"
	           "5  jump 8\n"
	           "6  destroy a `A`\n"
	           "7  resume\n"
	           "8  exit\n");
}
END_TEST

START_TEST(which_types_have_destructors)
{
	check_rows("",
	           "(VAR 'a' :'int') (VAR 'b' :'cudaStream_t') (VAR 'c' :'Guard*') (VAR 'd' :'Guard' +REF (NAME 'x'))"
	           "(VAR 'e' :'CUresult') (VAR 'f' :'cudaDeviceProp' +CLASS) (VAR 'h' :'float4') "
	           "(VAR 'i' :'Guard' +STATIC)"
	           "(VAR 'j' :'unsigned int') (VAR 'k' :'std::vector<int*>')",
	           "var a: int\n"
	           "var b: cudaStream_t\n"
	           "var c: Guard*\n"
	           "var d: Guard &\n"
	           "var e: CUresult\n"
	           "var f: cudaDeviceProp\n"
	           "var h: float4\n"
	           "var i: Guard static\n"
	           "var j: unsigned int\n"
	           "var k: std::vector<int*>\n"
	           "0  d = move ::x init\n"
	           "1  k = call std::vector() construct\n"
	           "2  destroy k `std::vector<int*>`\n"
	           "3  exit\n");
}
END_TEST

START_TEST(leaving_early_destroys_what_is_left)
{
	check_rows("(PARAM 'n')",
	           "(WHILE (NAME 'n') (BLOCK " GUARD "(IF (NAME 'a') (BREAK)) (IF (NAME 'b') (RETURN "
	           "(MEMBER 'x' (NAME 'g'))))))",
	           "param n\n"
	           "var g: Guard\n"
	           "0  branch n 1 11\n"
	           "1  g = call Guard(1) construct\n"
	           "2  branch ::a 3 5\n"
	           "3  destroy g `Guard`\n"
	           "4  jump 11\n"
	           "5  branch ::b 6 9\n"
	           "6  t0 = move g.x\n"
	           "7  destroy g `Guard`\n"
	           "8  return t0 11\n"
	           "9  destroy g `Guard`\n"
	           "10  jump 0 loop\n"
	           "11  exit\n");
}
END_TEST

START_TEST(a_returned_object_is_not_destroyed)
{
	check_rows("", GUARD "(RETURN (NAME 'g'))",
	           "var g: Guard\n"
	           "0  g = call Guard(1) construct\n"
	           "1  return g 2\n"
	           "2  exit\n");
}
END_TEST

START_TEST(a_goto_out_of_a_scope_destroys)
{
	check_rows("", "(BLOCK " GUARD "(IF (NAME 'a') (GOTO 'out'))) (EXPR (CALL (NAME 'x'))) (LABEL 'out') "
	           "(EXPR (CALL (NAME 'y')))",
	           "var g: Guard\n"
	           "0  g = call Guard(1) construct\n"
	           "1  branch ::a 2 3\n"
	           "2  jump 8\n"
	           "3  destroy g `Guard`\n"
	           "4  call x() discarded\n"
	           "5  nop `out`\n"
	           "6  call y() discarded\n"
	           "7  jump 10\n"
	           "8  destroy g `Guard`\n"
	           "9  jump 5 loop\n"
	           "10  exit\n");
}
END_TEST

START_TEST(landing_pads_are_shared)
{
	check_rows("", GUARD "(EXPR (CALL (NAME 'x'))) (EXPR (CALL (NAME 'y')))",
	           "var g: Guard\n"
	           "0  g = call Guard(1) construct\n"
	           "1  call x() unwind 5 discarded\n"
	           "2  call y() unwind 5 discarded\n"
	           "3  destroy g `Guard`\n"
	           "4  jump 7\n"
	           "5  destroy g `Guard`\n"
	           "6  resume\n"
	           "7  exit\n");
}
END_TEST

START_TEST(handlers_are_chained)
{
	check_rows("",
	           "(TRY (BLOCK " GUARD "(EXPR (CALL (NAME 'x')))) (CATCH 'e' :'A' (BLOCK (THROW)))"
	           "(CATCH 'e' :'B' (BLOCK (EXPR (CALL (NAME 'h'))))) (CATCH (BLOCK (RETURN (INT '1'))))) "
	           "(RETURN (INT '0'))",
	           "var g: Guard\n"
	           "var e: A &\n"
	           "var e: B &\n"
	           "0  g = call Guard(1) unwind 4 construct\n"
	           "1  call x() unwind 12 discarded\n"
	           "2  destroy g `Guard`\n"
	           "3  jump 11\n"
	           "4  catch e `A` else 6\n"
	           "5  throw\n"
	           "6  catch e `B` else 9\n"
	           "7  call h() discarded\n"
	           "8  jump 11\n"
	           "9  catch\n"
	           "10  return 1 14\n"
	           "11  return 0 14\n"
	           "12  destroy g `Guard`\n"
	           "13  resume unwind 4\n"
	           "14  exit\n");
}
END_TEST

START_TEST(names_end_with_their_block)
{
	check_rows("(PARAM 'x')", "(BLOCK (VAR 'x' :'int' (INT '1')) (EXPR (CALL (NAME 'a') (NAME 'x')))) (EXPR "
	           "(CALL (NAME 'b') (NAME 'x')))"
	                          "(BLOCK (VAR 'y' :'int')) (EXPR (CALL (NAME 'c') (NAME 'y')))",
	           "param x\n"
	           "var x: int\n"
	           "var y: int\n"
	           "0  x = move 1 init\n"
	           "1  call a(x) discarded\n"
	           "2  call b(x) discarded\n"
	           "3  call c(::y) discarded\n"
	           "4  exit\n");
}
END_TEST

START_TEST(delete_runs_a_destructor)
{
	check_rows("(PARAM 'p' :'Guard *')", "(DELETE (NAME 'p'))",
	           "param p: Guard *\n"
	           "0  destroy p `Guard`\n"
	           "1  exit\n");
}
END_TEST

START_TEST(new_runs_a_constructor)
{
	check_rows("", "(VAR 'p' (NEW :'Guard' (INT '3'))) (VAR 'q' (NEW :'int' (CALL (NAME 'x'))))",
	           "var p\n"
	           "var q\n"
	           "0  t0 = call Guard(3) construct\n"
	           "1  p = move t0 init\n"
	           "2  t1 = call x()\n"
	           "3  q = move ? init\n"
	           "4  exit\n");
}
END_TEST

TCase *scope_tests(void)
{
	TCase *tc = tcase_create("scope");
	tcase_add_checked_fixture(tc, NULL, forget);
	tcase_add_test(tc, a_scope_end_destroys_in_reverse);
	tcase_add_test(tc, which_types_have_destructors);
	tcase_add_test(tc, leaving_early_destroys_what_is_left);
	tcase_add_test(tc, a_returned_object_is_not_destroyed);
	tcase_add_test(tc, a_goto_out_of_a_scope_destroys);
	tcase_add_test(tc, landing_pads_are_shared);
	tcase_add_test(tc, handlers_are_chained);
	tcase_add_test(tc, names_end_with_their_block);
	tcase_add_test(tc, delete_runs_a_destructor);
	tcase_add_test(tc, new_runs_a_constructor);
	return tc;
}
