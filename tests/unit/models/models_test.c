/* The built-in tables, the reader's errors, and how a written name finds its row. */
#include "models/models.h"

#include <check.h>
#include <stdlib.h>

static struct arena arena;
static struct models models;
static struct strbuf err;

static void setup(void)
{
	models_load(&models, &arena);
}

static void teardown(void)
{
	arena_release(&arena);
	strbuf_release(&err);
	err = (struct strbuf){0};
}

static const struct model_call *call(const char *name)
{
	return models_call(&models, str_of(name));
}

static const struct model_check *check(const char *name)
{
	return models_check(&models, str_of(name));
}

static void must_fail(const char *table, const char *text, const char *message)
{
	ck_assert(!models_add(&models, table, str_of(text), &err));
	ck_assert_str_eq(err.p, message);
	strbuf_release(&err);
	err = (struct strbuf){0};
}

START_TEST(roles)
{
	ck_assert_uint_eq(call("cudaGetLastError")->role, ROLE_DRAIN);
	ck_assert(!call("cudaGetLastError")->latches);
	ck_assert_uint_eq(call("hipPeekAtLastError")->role, ROLE_PEEK);
	ck_assert_uint_eq(call("cudaGetErrorString")->returns, RETURNS_VALUE);
	ck_assert(call("cudaMalloc")->latches);
	ck_assert_uint_eq(call("cudaMalloc")->role, ROLE_ALLOC);
	ck_assert_uint_eq(call("cudaFree")->role, ROLE_CLEANUP);
	ck_assert_uint_eq(call("cudaStreamQuery")->role, ROLE_QUERY);
	ck_assert_uint_eq(call("cudaLaunchKernel")->role, ROLE_LAUNCH);
	ck_assert(call("hipMalloc")->is_hip && !call("cudaMalloc")->is_hip);
	ck_assert_ptr_null(call("cudaNoSuchFunction"));
}
END_TEST

START_TEST(design)
{
	ck_assert_uint_gt(call("cudaGraphExecUpdate")->design.n, 0);
	ck_assert_uint_gt(call("cudaDeviceEnablePeerAccess")->design.n, 0);
	ck_assert_uint_eq(call("cudaMalloc")->design.n, 0);
	ck_assert_uint_eq(call("cudaGetDevice")->design.n, 0);
}
END_TEST

START_TEST(driver_and_libraries)
{
	ck_assert_uint_eq(call("cuMemAlloc_v2")->returns, RETURNS_DRIVER);
	ck_assert(!call("cuMemAlloc_v2")->latches);
	ck_assert_uint_eq(call("cuSomethingNew")->returns, RETURNS_DRIVER);
	ck_assert_uint_eq(call("cuLaunchKernel")->role, ROLE_LAUNCH);
	ck_assert_uint_eq(call("cublasSgemm")->returns, RETURNS_STATUS);
	ck_assert_uint_eq(call("rocblas_sgemm")->returns, RETURNS_STATUS);
	ck_assert_uint_eq(call("ncclGetErrorString")->returns, RETURNS_VALUE);
	ck_assert_uint_eq(call("curand_uniform")->returns, RETURNS_VALUE);
	ck_assert_ptr_null(call("cudf"));
	ck_assert_ptr_null(call("custom"));
}
END_TEST

START_TEST(names)
{
	ck_assert_ptr_eq(call("::cudaMalloc"), call("cudaMalloc"));
	ck_assert_ptr_eq(call("gpu::rt::cudaMalloc"), call("cudaMalloc"));
	const struct model_call *scan = call("cub::DeviceScan::ExclusiveSum");
	ck_assert(scan->drains && !scan->latches);
	ck_assert_ptr_eq(call("DeviceScan::InclusiveSum"), scan);
	ck_assert_ptr_eq(call("thrust::cuda_cub::cub::DeviceScan::InclusiveSum"), scan);
	ck_assert(call("hipcub::DeviceScan::InclusiveSum")->is_hip);
	ck_assert(call("hipcub::DeviceScan::InclusiveSum")->latches);
	ck_assert_ptr_null(call("DeviceScan"));
	ck_assert_ptr_null(call(""));
	ck_assert_ptr_null(call("::"));
	ck_assert_ptr_null(call("a::"));
	ck_assert_ptr_nonnull(check("thrust::cuda_cub::throw_on_error"));
	ck_assert_ptr_null(check("throw_on_error"));
}
END_TEST

START_TEST(checks)
{
	ck_assert_uint_eq(check("C10_CUDA_CHECK")->fails, FAILS_THROW);
	ck_assert(check("C10_CUDA_CHECK")->drains);
	ck_assert_uint_eq(check("C10_CUDA_KERNEL_LAUNCH_CHECK")->reads, READS_SLOT);
	ck_assert_uint_eq(check("C10_CUDA_ERROR_HANDLED")->fails, FAILS_NOTHING);
	ck_assert(!check("NVTE_CHECK_CUDA")->drains);
	ck_assert_uint_eq(check("TORCH_CHECK")->reads, READS_CONDITION);
	ck_assert_ptr_null(check("MY_CHECK"));
}
END_TEST

START_TEST(noreturn)
{
	ck_assert(models_noreturn(&models, S("abort")));
	ck_assert(models_noreturn(&models, S("std::exit")));
	ck_assert(models_noreturn(&models, S("::exit")));
	ck_assert(models_noreturn(&models, S("std::terminate")));
	ck_assert(models_noreturn(&models, S("Kokkos::abort")));
	ck_assert(!models_noreturn(&models, S("server::exit")));
	ck_assert(!models_noreturn(&models, S("printf")));
}
END_TEST

START_TEST(user_rows)
{
	ck_assert(models_add(&models, "checks", S("name\treads\tfails\tdrains\tevidence\n# ours\nMY_CHECK\tcode\tlog\tno\tours\r\n"), &err));
	ck_assert_uint_eq(check("MY_CHECK")->fails, FAILS_LOG);
	ck_assert(models_add(&models, "checks", S("C10_CUDA_CHECK\tcode\tabort\tno\tours"), &err));
	ck_assert_uint_eq(check("C10_CUDA_CHECK")->fails, FAILS_ABORT);
	ck_assert(models_add(&models, "runtime", S("cu*\tdriver\tno\tsetup\t\tours\n"), &err));
	ck_assert_uint_eq(call("cuInit")->role, ROLE_SETUP);
	ck_assert(models_add(&models, "noreturn", S("my_die\tours\n"), &err));
	ck_assert(models_noreturn(&models, S("my_die")));
	ck_assert(models_add(&models, "checks", S(""), &err));
}
END_TEST

START_TEST(errors)
{
	must_fail("checks", "A\tcode\texplode\tno\tours\n",
	          "line 1, column 'fails': 'explode' is none of nothing abort throw return log");
	must_fail("checks", "# x\n\nA\tcode\tabort\n", "line 3: 3 cells where the table has 5: name reads fails drains evidence");
	must_fail("checks", "A\tcode\tabort\tno\t\n", "line 1, column 'evidence': empty");
	must_fail("noreturn", "a\tx\nb\tx\na\tx\n", "line 3: 'a' is on line 1 already");
	must_fail("runtime", "a\terror\tmaybe\tplain\t\tx\n", "line 1, column 'latches': 'maybe' is none of no yes drains empties");
	must_fail("runtime", "a\terror\tno\tplain\t\tx\tmore\n",
	          "line 1: 7 cells where the table has 6: name returns latches role design evidence");
	must_fail("tables", "", "'tables' is no table: runtime checks noreturn capture regions torch");
}
END_TEST

/* A table with a NUL, no tabs or only tabs is an error or nothing, never a crash. */
START_TEST(hostile)
{
	ck_assert(!models_add(&models, "runtime", (struct str){"a\0b\n", 4}, &err));
	ck_assert(!models_add(&models, "runtime", S("\t\t\t\t\t"), &err));
	ck_assert(models_add(&models, "noreturn", S("*\tours\n::*\tours\n"), &err));
	ck_assert(models_add(&models, "runtime", S("*\terror\tno\tplain\t\tours\n"), &err));
	ck_assert_ptr_null(call("anything"));
}
END_TEST

/* Every row is found by its own name. */
START_TEST(rows_find_themselves)
{
	ck_assert_uint_gt(models.call_rows.n, 1000);
	for (u32 i = 0; i < models.call_rows.n; i++) {
		struct str name = models.call_rows.at[i].name;
		if (!str_ends(name, "*"))
			ck_assert_msg(models_call(&models, name) == &models.call_rows.at[i], "%.*s", (int)name.n, name.p);
	}
	for (u32 i = 0; i < models.check_rows.n; i++)
		ck_assert_ptr_eq(models_check(&models, models.check_rows.at[i].name), &models.check_rows.at[i]);
	for (u32 i = 0; i < models.noreturn_rows.n; i++)
		ck_assert(models_noreturn(&models, models.noreturn_rows.at[i]));
}
END_TEST

/* cudaX and hipX are the same call on two runtimes. */
START_TEST(twins_agree)
{
	u32 twins = 0;
	for (u32 i = 0; i < models.call_rows.n; i++) {
		const struct model_call *a = &models.call_rows.at[i];
		if (!str_starts(a->name, "cuda") || str_ends(a->name, "*"))
			continue;
		struct str name = str_of(arena_format(&arena, "hip%.*s", (int)a->name.n - 4, a->name.p + 4));
		const struct model_call *b = models_call(&models, name);
		if (!b || !str_eq(b->name, name))
			continue;
		twins++;
		ck_assert_msg(a->returns == b->returns && a->role == b->role && a->latches == b->latches && a->drains == b->drains, "%s", name.p);
	}
	ck_assert_uint_gt(twins, 200);
}
END_TEST

START_TEST(version)
{
	ck_assert_uint_ne(models_version(), 0);
	ck_assert_uint_eq(models_version(), models_version());
}
END_TEST

int main(void)
{
	Suite *s = suite_create("models");
	TCase *t = tcase_create("models");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, roles);
	tcase_add_test(t, design);
	tcase_add_test(t, driver_and_libraries);
	tcase_add_test(t, names);
	tcase_add_test(t, checks);
	tcase_add_test(t, noreturn);
	tcase_add_test(t, user_rows);
	tcase_add_test(t, errors);
	tcase_add_test(t, hostile);
	tcase_add_test(t, rows_find_themselves);
	tcase_add_test(t, twins_agree);
	tcase_add_test(t, version);
	suite_add_tcase(s, t);
	SRunner *r = srunner_create(s);
	srunner_run_all(r, CK_ENV);
	int failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
