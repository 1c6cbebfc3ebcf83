/* From regions to what they run: once each, from the surest region, on the shortest way. */
#include "tests.h"

#define BEGIN "cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);"
#define END "cudaStreamEndCapture(s, g);"

START_TEST(calls)
{
	captured("a.cu", "static void low() { k<<<1, 1, 0, s>>>(); }\nstatic void mid() { low(); }\n"
	                 "void f() { " BEGIN " mid(); low(); " END " }\nint main() { return 0; }\n");
	check_reached("f code\nmid code from f\nlow code from f\n");
}
END_TEST

/* Calls outside of the span reach nothing. */
START_TEST(outside)
{
	captured("a.cu", "static void in() { k<<<1, 1, 0, s>>>(); }\nstatic void out() { k<<<1, 1, 0, s>>>(); }\n"
	                 "void f() { out(); " BEGIN " in(); " END " out(); }\nint main() { return 0; }\n");
	check_reached("f code\nin code from f\n");
}
END_TEST

/* A surer region comes first, though the profile is nearer. */
START_TEST(surest)
{
	captured("a.cu", "void run(cudaStream_t s) { k<<<1, 1, 0, s>>>(); }\nvoid f() { " BEGIN " run(s); " END " }\n");
	check_reached("f code\nrun code from f\n");
}
END_TEST

START_TEST(recursion)
{
	captured("a.cu", "void down(int n) { if (n) down(n - 1); k<<<1, 1, 0, s>>>(); }\nvoid f() { " BEGIN " down(3); " END " }\nint main() { return 0; }\n");
	check_reached("f code\ndown code from f\n");
}
END_TEST

/* Over files. */
START_TEST(files)
{
	captured("a.cu", "#include \"b.h\"\nvoid f() { " BEGIN " step(); " END " }\nint main() { return 0; }\n", "b.h", "inline void step() { k<<<1, 1, 0, s>>>(); }\n");
	check_reached("f code\nstep code from f\n");
}
END_TEST

TCase *reach_tests(void)
{
	TCase *c = tcase_create("reach");
	tcase_add_test(c, calls);
	tcase_add_test(c, outside);
	tcase_add_test(c, surest);
	tcase_add_test(c, recursion);
	tcase_add_test(c, files);
	return c;
}
