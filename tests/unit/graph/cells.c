/* Cells: equal places are one number. */
#include "tests.h"

#include "graph/cells.h"

/* The cell that the n-th call of `note` is given first. */
static u32 noted(const struct body *b, u32 n)
{
	for (u32 i = 0; i < b->n; i++)
		if (b->rows[i].op == ROW_CALL && str_is(body_row_name(&made.program, &b->rows[i]), "note") && !n--)
			return b->args[b->rows[i].first_arg];
	ck_abort_msg("no such call");
}

static const struct cell *cell(const struct body *b, u32 n) { return &b->cells[noted(b, n)]; }

START_TEST(places)
{
	program("a.cu", "void f(S a, S *b) { note(a.x); note(a.x); note(a.y); note(b->x); note((*b).x); note(a.x.z); note(a); }\n");
	struct body b = body_of("f");
	ck_assert_uint_eq(noted(&b, 0), noted(&b, 1));
	ck_assert_uint_ne(noted(&b, 0), noted(&b, 2));
	ck_assert_uint_eq(noted(&b, 3), noted(&b, 4));
	ck_assert_uint_ne(noted(&b, 0), noted(&b, 3));
	ck_assert_uint_eq(cell(&b, 0)->parent, noted(&b, 6));
	ck_assert_uint_eq(cell(&b, 5)->parent, noted(&b, 0));
}
END_TEST

/* What outlives the call. */
START_TEST(outer)
{
	program("a.cu", "int global;\nstruct A { int member; void f(S s, S *p, int &r) { S local; static int kept; note(s.x); note(p->x); note(r); note(local.x); note(kept); note(member); note(global);"
	                " note(*p); note(local); } };\n");
	struct body b = body_of("A::f");
	static const enum cell_kind kinds[] = {CELL_LOCAL, CELL_OUTER, CELL_OUTER, CELL_LOCAL, CELL_OUTER, CELL_OUTER, CELL_OUTER, CELL_OUTER, CELL_LOCAL};
	for (u32 i = 0; i < COUNT(kinds); i++)
		ck_assert_msg(cell(&b, i)->kind == kinds[i], "argument %u: kind %u", i, cell(&b, i)->kind);
}
END_TEST

START_TEST(constants)
{
	program("a.cu", "void f() { note(0); note(false); note(nullptr); note(cudaSuccess); note(ncclSuccess); note(Status::kOk); note(1); note(true); note(cudaErrorNotReady);"
	                " note(kBlue); note(MAX_SIZE); note(Color::Red); note(\"x\"); note(some_name); note(std::nullopt);"
	        " note(FALSE); note(OK); note(k); note(kilo); note(X); note(a::b); note(ncclInternalError); }\n");
	struct body b = body_of("f");
	for (u32 i = 0; i < 6; i++)
		ck_assert_msg(cell(&b, i)->kind == CELL_ZERO, "argument %u: kind %u", i, cell(&b, i)->kind);
	for (u32 i = 6; i < 13; i++)
		ck_assert_msg(cell(&b, i)->kind == CELL_NONZERO, "argument %u: kind %u", i, cell(&b, i)->kind);
	ck_assert_uint_eq(cell(&b, 13)->kind, CELL_OUTER);
	for (u32 i = 14; i < 17; i++)
		ck_assert_msg(cell(&b, i)->kind == CELL_ZERO, "argument %u: kind %u", i, cell(&b, i)->kind);
	for (u32 i = 17; i < 21; i++)
		ck_assert_msg(cell(&b, i)->kind == CELL_OUTER, "argument %u: kind %u", i, cell(&b, i)->kind);
	ck_assert_uint_eq(cell(&b, 21)->kind, CELL_NONZERO);
}
END_TEST

START_TEST(success_names)
{
	static const char *const yes[] = {"cudaSuccess", "hipSuccess", "CUDA_SUCCESS", "CUBLAS_STATUS_SUCCESS", "Status::OK", "kOk", "OK", "absl::kOk"};
	static const char *const no[] = {"cudaErrorUnknown", "failed", "NOT_O", "Okay", "", "success_rate"};
	for (u32 i = 0; i < COUNT(yes); i++)
		ck_assert_msg(is_success_name(str_of(yes[i])), "%s", yes[i]);
	for (u32 i = 0; i < COUNT(no); i++)
		ck_assert_msg(!is_success_name(str_of(no[i])), "%s", no[i]);
}
END_TEST

/* *&x is x; an out-parameter is the address of a cell. */
START_TEST(addresses)
{
	program("a.cu", "void f() { int x; note(x); auto p = &x; note(&x); note(*&x); }\n");
	struct body b = body_of("f");
	ck_assert_uint_eq(cell(&b, 1)->address_of, noted(&b, 0));
	ck_assert_uint_eq(noted(&b, 2), noted(&b, 0));
}
END_TEST

START_TEST(parameters)
{
	program("a.cu", "void f(int a, cudaError_t b) { note(a); note(b); int c = 1; note(c); }\n");
	struct body b = body_of("f");
	ck_assert_uint_eq(cell(&b, 0)->param, 0);
	ck_assert_uint_eq(cell(&b, 1)->param, 1);
	ck_assert_uint_eq(cell(&b, 2)->param, NONE);
	ck_assert(str_is(intern_get(&made.program.names, cell(&b, 1)->type), "cudaError_t"));
}
END_TEST

/* Macros and lambdas see the user's variables; their own are new at each use. */
START_TEST(users_variables)
{
	program("a.cu", "#define M(x) do { int own = x; note(err); note(own); } while (0)\nvoid f() { int err; note(err); M(1); M(2); }\n");
	struct body b = body_of("f");
	ck_assert_uint_eq(noted(&b, 1), noted(&b, 0));
	ck_assert_uint_eq(noted(&b, 3), noted(&b, 0));
	ck_assert_uint_ne(noted(&b, 2), noted(&b, 4));
	program("a.cu", "void f() { int err; note(err); auto g = [&] { note(err); }; g(); }\n");
	b = body_of("f");
	ck_assert_uint_eq(noted(&b, 1), noted(&b, 0));
}
END_TEST

START_TEST(arguments_of_a_macro)
{
	program("a.cu", "#define M(x, ...) do { note(x); note(__VA_ARGS__); } while (0)\nvoid f() { int a, c; note(a); note(c); M(a, c); }\n");
	struct body b = body_of("f");
	ck_assert_uint_eq(noted(&b, 2), noted(&b, 0));
	ck_assert_uint_eq(noted(&b, 3), noted(&b, 1));
}
END_TEST

TCase *cell_tests(void)
{
	TCase *t = tcase_create("cells");
	tcase_add_test(t, places);
	tcase_add_test(t, outer);
	tcase_add_test(t, constants);
	tcase_add_test(t, success_names);
	tcase_add_test(t, addresses);
	tcase_add_test(t, parameters);
	tcase_add_test(t, users_variables);
	tcase_add_test(t, arguments_of_a_macro);
	return t;
}
