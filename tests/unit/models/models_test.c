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
	ck_assert(check("CHECK_EQ")->is_glog && check("CHECK_EQ")->fails == FAILS_THROW);
	ck_assert(!check("TORCH_CHECK")->is_glog);
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

static const struct torch_op *op(const char *name)
{
	return models_torch(&models, str_of(name));
}

static const struct capture_api *api(const char *name)
{
	return models_capture(&models, str_of(name));
}

static const struct region_api *region(const char *name, bool is_member)
{
	return models_region(&models, str_of(name), is_member);
}

START_TEST(capture)
{
	const struct capture_api *copy = api("cudaMemcpyAsync");
	ck_assert_uint_eq(copy->does, DOES_COPY_ASYNC);
	ck_assert_int_eq(copy->at[CAPTURE_STREAM], 4);
	ck_assert_int_eq(copy->at[CAPTURE_FROM], 1);
	ck_assert_int_eq(copy->at[CAPTURE_EVENT], -1);
	ck_assert_uint_eq(copy->here[0], OUTCOME_NODE);
	ck_assert_uint_eq(copy->legacy[0], OUTCOME_906);
	ck_assert_uint_eq(copy->legacy[1], OUTCOME_ONCE);
	ck_assert_uint_eq(copy->legacy_relaxed, OUTCOME_ONCE);
	ck_assert_uint_eq(api("cudaMalloc")->here[0], OUTCOME_900);
	ck_assert_uint_eq(api("cudaMalloc")->here[1], OUTCOME_OK);
	ck_assert_uint_eq(api("cudaStreamSynchronize")->legacy[1], OUTCOME_900);
	ck_assert_uint_eq(api("cudaStreamSynchronize")->legacy_relaxed, OUTCOME_OK);
	ck_assert(outcome_goes_on(api("cudaMemcpyBatchAsync")->here[0]) && !outcome_breaks(api("cudaMemcpyBatchAsync")->here[0]));
	ck_assert(outcome_breaks(api("cublasDestroy")->here[1]) && !outcome_breaks(OUTCOME_ONCE));
	ck_assert_ptr_eq(api("cublasDgemmBatched"), api("cublas*"));
	ck_assert_ptr_eq(api("cub::DeviceReduce::Sum"), api("DeviceReduce::Sum"));
	ck_assert(api("hipMalloc")->is_hip);
	ck_assert_ptr_null(api("std::sort"));
}
END_TEST

START_TEST(regions)
{
	const struct region_api *graph = region("torch.cuda.graph", false);
	ck_assert_uint_eq(graph->kind, REGION_WITH);
	ck_assert_uint_eq(graph->mode, MODE_GLOBAL);
	ck_assert_int_eq(graph->mode_argument.position, 3);
	ck_assert(str_is(graph->mode_argument.keyword, "capture_error_mode"));
	ck_assert_ptr_null(region("my.cuda.graph", false));
	ck_assert_uint_eq(region("g.capture_begin", true)->kind, REGION_BEGIN);
	ck_assert_uint_eq(region("graph->capture_end", true)->kind, REGION_END);
	ck_assert_ptr_null(region("capture_begin", false));
	ck_assert_ptr_eq(region("gpu::cudaStreamEndCapture", false), region("cudaStreamEndCapture", false));
	ck_assert_int_eq(region("cudaStreamEndCapture", false)->graph.position, 1);
	ck_assert_uint_eq(region("engine.state._is_graph_capturing", false)->kind, REGION_GUARD);
	ck_assert(!region("engine.state._is_graph_capturing", false)->is_sure);
	ck_assert_ptr_null(region("engine.torch.compile", false));
}
END_TEST

START_TEST(conditions_of_regions)
{
	const struct region_api *mode = region("torch.compile", false), *options = mode + 1;
	ck_assert(mode->has_more && options->has_more && !options[1].has_more);
	ck_assert(region_is_meant(mode, S("\"reduce-overhead\"")) && region_is_meant(mode, S("'max-autotune'")));
	ck_assert(!region_is_meant(mode, S("'max-autotune-no-cudagraphs'")) && !region_is_meant(mode, S("")));
	ck_assert(region_is_meant(options, S("{\"triton.cudagraphs\": True}")) && !region_is_meant(options, S("None")));
	ck_assert(region_is_meant(region("torch.cuda.graph", false), S("")));
}
END_TEST

START_TEST(torch)
{
	ck_assert_uint_eq(op("Tensor.item")->whens, 1);
	ck_assert_uint_eq(op("Tensor.item")->when[0].test, WHEN_HOST);
	ck_assert(op("Tensor.item")->has_more);
	ck_assert_uint_eq(op("Tensor.item")[1].capture, TORCH_SYNC);
	ck_assert_uint_eq(op("Tensor.item")[1].gives, GIVES_HOST);
	ck_assert_uint_eq(op("Tensor.contiguous")->gives, GIVES_MAYBE);
	ck_assert(op("Tensor.contiguous")->traits & TRAIT_ALLOCATES);
	ck_assert_uint_eq(op("Tensor.fill_")->writes, 1);
	ck_assert_uint_eq(op("torch.nonzero")->traits & TRAIT_DATA_SHAPE, TRAIT_DATA_SHAPE);
	ck_assert_ptr_eq(op("torch.nonzero"), op("Tensor.nonzero"));
	ck_assert_ptr_eq(op("torch.Tensor.copy_"), op("Tensor.copy_"));
	ck_assert_ptr_eq(op("torch.ops.aten.mm.default"), op("Tensor.mm"));
	ck_assert_ptr_eq(op("torch.ops.aten.mm"), op("torch.mm"));
	ck_assert_ptr_eq(op("torch._foreach_mul_"), op("torch._foreach_*"));
	ck_assert_ptr_nonnull(op("torch.cuda.synchronize"));
	ck_assert_ptr_null(op("torch.cuda.no_such"));
	ck_assert_ptr_null(op("cuda.item"));
	ck_assert_ptr_null(op("torch."));
	ck_assert_ptr_null(op("torch.ops.aten."));
	ck_assert_ptr_null(op(""));
}
END_TEST

/* Rows of the user's replace all of a name. */
START_TEST(user_rows_of_capture)
{
	ck_assert(models_add(&models, "torch", S("Tensor.item\ttrue:@0\tok\tno\thost\t-\tread\t-\tours\nTensor.item\t-\tstalls\tno\thost\t0,2\tread\tlazy pinned\tours\n"), &err) == false);
	strbuf_release(&err);
	err = (struct strbuf){0};
	ck_assert(models_add(&models, "torch", S("Tensor.item\ttrue:0\tok\tno\thost\t-\tread\t-\tours\nTensor.item\t-\tstalls\tno\thost\t0,2\tread\tlazy pinned\tours\n"), &err));
	ck_assert_uint_eq(op("Tensor.item")[1].capture, TORCH_STALLS);
	ck_assert_uint_eq(op("Tensor.item")[1].writes, 5);
	ck_assert(!op("Tensor.item")[1].has_more);
	ck_assert_uint_eq(op("Tensor.item")[1].traits, TRAIT_LAZY | TRAIT_PINNED);
	ck_assert(models_add(&models, "regions", S("my_capture\tany\tcalls\tfn@0\t-\t-\t-\tyes\tours\n"), &err));
	ck_assert_uint_eq(region("my_capture", false)->kind, REGION_CALLS);
	ck_assert(models_add(&models, "capture", S("my_launch\tlaunch\tstream=2\tnode\tonce\t906|900/ok\tours\n"), &err));
	ck_assert_uint_eq(api("ns::my_launch")->legacy_relaxed, OUTCOME_OK);
	ck_assert(models_add(&models, "capture", S("my_count\tlaunch\tstream=1 answers\tnode\tonce\t-\tours\n"), &err));
	ck_assert(api("my_count")->answers && !api("my_launch")->answers);
	ck_assert_int_eq(api("my_count")->at[CAPTURE_STREAM], 1);
}
END_TEST

START_TEST(errors_of_capture)
{
	must_fail("capture", "a\tlaunch\tstreem=2\tnode\tonce\t-\tx\n",
	          "line 1, column 'arguments': 'streem' is none of stream to from event graph exec node function kind mode flags handle");
	must_fail("capture", "a\tlaunch\tstream=99\tnode\tonce\t-\tx\n",
	          "line 1, column 'arguments': '99' is no position of an argument, 0 to 15");
	must_fail("capture", "a\tlaunch\tstream\tnode\tonce\t-\tx\n", "line 1, column 'arguments': '' is no position of an argument, 0 to 15");
	must_fail("capture", "a\tlaunch\t-\tnode/nodes\tonce\t-\tx\n",
	          "line 1, column 'here': 'nodes' is none of - node ok once 900 900+ 901 902 903 904 905 906 907 907+ 906+ 1+ 401+ broken");
	must_fail("regions", "a\tany\twith\t-\t-\tmode\t-\tyes\tx\n", "line 1, column 'when': 'mode' is not of the form ARG=WORD|WORD");
	must_fail("regions", "a\tany\twith\t@2\t-\t-\t-\tyes\tx\n", "line 1, column 'argument': '@2' names no argument");
	must_fail("regions", "a\tany\tbegin\t-\t-\t-\t1=fast\tyes\tx\n",
	          "line 1, column 'mode': 'fast' is none of - global thread_local relaxed");
	must_fail("torch", "a\tgiven\tok\tno\tnew\t-\tcompute\t-\tx\n", "line 1, column 'when': 'given' is not of the form TEST:ARG");
	must_fail("torch", "a\t-\tok\tno\tnew\t-\tcompute\t-\tx\na\ttrue:b\tok\tno\tnew\t-\tcompute\t-\tx\n",
	          "line 2, column 'when': the row above holds always, so this one never does");
	must_fail("torch", "a\ttrue:b\tok\tno\tnew\t-\tcompute\t-\tx\nb\t-\tok\tno\tnew\t-\tcompute\t-\tx\na\t-\tok\tno\tnew\t-\tcompute\t-\tx\n",
	          "line 3: 'a' is on line 1 already");
	must_fail("torch", "a\t-\tok\tno\tnew\t-\tcompute\trandom\tx\n",
	          "line 1, column 'traits': 'random' is none of data-shape rng seeds allocates pinned frees lazy source");
}
END_TEST

START_TEST(errors)
{
	must_fail("checks", "A\tcode\texplode\tno\tours\n",
	          "line 1, column 'fails': 'explode' is none of nothing abort throw return log glog");
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
	ck_assert_uint_gt(models.capture_rows.n, 700);
	for (u32 i = 0; i < models.capture_rows.n; i++)
		ck_assert_ptr_eq(models_capture(&models, models.capture_rows.at[i].name), &models.capture_rows.at[i]);
	for (u32 i = 0; i < models.region_rows.n; i += 1u + models.region_rows.at[i].has_more)
		ck_assert(str_eq(models_region(&models, models.region_rows.at[i].name, false)->name, models.region_rows.at[i].name));
	ck_assert_uint_gt(models.torch_rows.n, 1000);
	for (u32 i = 0; i < models.torch_rows.n; i++)
		ck_assert(str_eq(models_torch(&models, models.torch_rows.at[i].name)->name, models.torch_rows.at[i].name));
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
	twins = 0;
	for (u32 i = 0; i < models.capture_rows.n; i++) {
		const struct capture_api *a = &models.capture_rows.at[i];
		if (!str_starts(a->name, "cuda"))
			continue;
		const struct capture_api *b = models_capture(&models, str_of(arena_format(&arena, "hip%.*s", (int)a->name.n - 4, a->name.p + 4)));
		twins += b != NULL;
		ck_assert_msg(!b || a->does == b->does, "%.*s", (int)a->name.n, a->name.p);
	}
	ck_assert_uint_gt(twins, 80);
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
	tcase_add_test(t, capture);
	tcase_add_test(t, regions);
	tcase_add_test(t, conditions_of_regions);
	tcase_add_test(t, torch);
	tcase_add_test(t, user_rows_of_capture);
	tcase_add_test(t, errors_of_capture);
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
