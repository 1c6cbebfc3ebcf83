/* Which rows run while a capture is open. */
#include "tests.h"

#define BEGIN "cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);"
#define END "cudaStreamEndCapture(s, g);"
#define MAIN "\nint main() { return 0; }\n"

static void states(const char *body, const char *expected)
{
	struct arena scratch = {0};
	captured("a.cu", arena_format(&scratch, "void f(bool x, bool y) { %s }" MAIN, body));
	arena_release(&scratch);
	check_states("f", expected);
}

START_TEST(straight)
{
	states("a(); " BEGIN " b(); " END " c();", "a eager, b captured, c eager");
	states(BEGIN " a(); " END " b(); " BEGIN " c(); " END, "a captured, b eager, c captured");
}
END_TEST

/* `if (x) begin(); ...; if (x) end();` needs no knowledge of x. */
START_TEST(conditional)
{
	states("if (x) " BEGIN " a(); if (x) " END " b();", "a both, b eager");
	states("if (x) { " BEGIN " a(); " END " } b();", "a captured, b eager");
	states("if (x) { " BEGIN " } else { a(); } b(); if (x) { " END " } else { c(); } d();", "a eager, b both, c eager, d eager");
}
END_TEST

START_TEST(loops)
{
	states("for (int i = 0; i < 4; i++) { a(); " BEGIN " b(); " END " } c();", "a eager, b captured, c eager");
	states(BEGIN " while (x) a(); " END " b();", "a captured, b eager");
}
END_TEST

/* What returns early leaves the capture open for nobody here. */
START_TEST(early_return)
{
	states(BEGIN " if (x) return; a(); " END " b();", "a captured, b eager");
}
END_TEST

START_TEST(never)
{
	states(BEGIN " return; a();", "a never");
}
END_TEST

TCase *state_tests(void)
{
	TCase *c = tcase_create("states");
	tcase_add_test(c, straight);
	tcase_add_test(c, conditional);
	tcase_add_test(c, loops);
	tcase_add_test(c, early_return);
	tcase_add_test(c, never);
	return c;
}
