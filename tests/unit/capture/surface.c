/* Who can hand a function its stream. */
#include "tests.h"

#include "capture/surface.h"

/* A class whose step takes a stream; what includes it is written out, since one file is read at a time here. */
#define STEPPER "struct Stepper { void step(float *x, cudaStream_t stream); void both(float *x, cudaStream_t stream); };\n"
#define BOTH "void Stepper::both(float *x, cudaStream_t stream) { step(x, stream); }\n"
#define STEP "void Stepper::step(float *x, cudaStream_t stream) { fill<<<1, 1, 0, stream>>>(x); }\n"

static enum surface surface_named(const char *function)
{
	for (fn_id f = 0; f < made.program.function_count; f++)
		if (str_ends(fn_name(&made.program.functions[f]), function) && made.program.functions[f].f->row_count)
			return surface_of(&capture, f);
	ck_abort_msg("there is no %s", function);
}

#define of_step(path, run) captured("src/stepper.cu", "__global__ void fill(float *x);\n" STEPPER STEP, path, STEPPER run "\n")

START_TEST(a_stream_that_the_program_makes_is_its_own)
{
	of_step("src/main.cu", "int main() { float *x = 0; cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); Stepper().step(x, s); }");
	ck_assert_int_eq(surface_named("step"), SURFACE_OWN);
}
END_TEST

START_TEST(a_blocking_one_and_none_are_in_order_with_the_legacy_stream)
{
	of_step("src/main.cu", "int main() { float *x = 0; cudaStream_t s; cudaStreamCreate(&s); Stepper().step(x, s); }");
	ck_assert_int_eq(surface_named("step"), SURFACE_IN_ORDER);
	of_step("src/main.cu", "int main() { float *x = 0; Stepper().step(x, 0); }");
	ck_assert_int_eq(surface_named("step"), SURFACE_IN_ORDER);
}
END_TEST

START_TEST(one_caller_that_hands_on_what_it_was_given_opens_it)
{
	of_step("src/main.cu", "void for_others(float *x, cudaStream_t s) { Stepper().step(x, s); }\nint main() { float *x = 0; Stepper().step(x, 0); for_others(x, 0); }");
	ck_assert_int_eq(surface_named("step"), SURFACE_OPEN);
}
END_TEST

START_TEST(a_method_of_the_same_class_hands_on_what_its_own_callers_give)
{
	captured("src/stepper.cu", "__global__ void fill(float *x);\n" STEPPER STEP BOTH, "src/main.cu", STEPPER "int main() { float *x = 0; Stepper().both(x, 0); }");
	ck_assert_int_eq(surface_named("step"), SURFACE_IN_ORDER);
	captured("src/stepper.cu", "__global__ void fill(float *x);\n" STEPPER STEP BOTH, "src/main.cu", STEPPER "void for_others(float *x, cudaStream_t s) { Stepper().both(x, s); }\nint main() { float *x = 0; for_others(x, 0); }");
	ck_assert_int_eq(surface_named("step"), SURFACE_OPEN);
}
END_TEST

START_TEST(tests_prove_nothing_nor_does_nobody)
{
	of_step("tests/test_step.cu", "int main() { float *x = 0; Stepper().step(x, 0); }");
	ck_assert_int_eq(surface_named("step"), SURFACE_OPEN);
	of_step("src/other.cu", "int other() { return 0; }");
	ck_assert_int_eq(surface_named("step"), SURFACE_OPEN);
}
END_TEST

START_TEST(what_has_its_header_among_those_for_others_is_open)
{
	captured("src/stepper.cu", "__global__ void fill(float *x);\n" STEPPER STEP, "include/stepper.h", STEPPER, "src/main.cu",
	         STEPPER "int main() { float *x = 0; Stepper().step(x, 0); }\n");
	ck_assert_int_eq(surface_named("step"), SURFACE_OPEN);
}
END_TEST

START_TEST(a_field_is_its_own_where_all_that_fill_it_create_a_stream)
{
#define RUNNER(more) \
	"struct Runner {\n" \
	"  cudaStream_t queue;\n" \
	"  Runner() { cudaStreamCreate(&queue); }\n" \
	more \
	"  void run(float *x) { Stepper().step(x, queue); }\n" \
	"};\n" \
	"int main() { float *x = 0; Runner().run(x); }"
	of_step("src/main.cu", RUNNER(""));
	ck_assert_int_eq(surface_named("step"), SURFACE_IN_ORDER);
	of_step("src/main.cu", RUNNER("  void use(cudaStream_t other) { queue = other; }\n"));
	ck_assert_int_eq(surface_named("step"), SURFACE_OPEN);
}
END_TEST

START_TEST(programs_beside_a_library_show_how_it_is_used_but_not_by_whom)
{
	captured("src/fill.cu", "__global__ void kernel(float *x);\nvoid fill(float *x, cudaStream_t stream) { kernel<<<1, 1, 0, stream>>>(x); }\n", "src/more.cu",
	         "__global__ void other(float *x);\nvoid more(float *x) { other<<<1, 1>>>(x); }\n", "examples/a.cu", "void fill(float *x, cudaStream_t stream);\nint main() { float *x = 0; fill(x, 0); }\n");
	ck_assert_int_eq(surface_named("fill"), SURFACE_IN_ORDER); /* one program, and what belongs to it */
	captured("src/fill.cu", "__global__ void kernel(float *x);\nvoid fill(float *x, cudaStream_t stream) { kernel<<<1, 1, 0, stream>>>(x); }\n", "src/more.cu",
	         "__global__ void other(float *x);\nvoid more(float *x) { other<<<1, 1>>>(x); }\n", "src/last.cu", "void fill(float *x, cudaStream_t stream);\nvoid last(float *x) { fill(x, 0); }\n");
	ck_assert_int_eq(surface_named("fill"), SURFACE_OPEN);
}
END_TEST

TCase *surface_tests(void)
{
	TCase *t = tcase_create("surface");
	tcase_set_timeout(t, 60);
	tcase_add_test(t, a_stream_that_the_program_makes_is_its_own);
	tcase_add_test(t, a_blocking_one_and_none_are_in_order_with_the_legacy_stream);
	tcase_add_test(t, one_caller_that_hands_on_what_it_was_given_opens_it);
	tcase_add_test(t, a_method_of_the_same_class_hands_on_what_its_own_callers_give);
	tcase_add_test(t, tests_prove_nothing_nor_does_nobody);
	tcase_add_test(t, what_has_its_header_among_those_for_others_is_open);
	tcase_add_test(t, a_field_is_its_own_where_all_that_fill_it_create_a_stream);
	tcase_add_test(t, programs_beside_a_library_show_how_it_is_used_but_not_by_whom);
	return t;
}
