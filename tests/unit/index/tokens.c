/* What counts as there to be understood. */
#include "tests.h"

#include <string.h>

/* The tokens of a text, each followed by a blank; '#' marks one in a macro's body. */
static void expect_tokens(const char *text, const char *expected)
{
	struct index_file f = indexed(text);
	struct strbuf got = {0};
	for (u32 i = 0; i < f.tokens.n; i++) {
		const struct index_token *t = &f.tokens.at[i];
		ck_assert_int_eq(t->is_launch, text[t->at] == '<');
		strbuf_addf(&got, "%s%.*s ", t->in_define ? "#" : "", (int)t->length, text + t->at);
	}
	ck_assert_msg(str_is(strbuf_str(&got), expected), "in: %s\ngot: %s\nexpected: %s", text, got.p ? got.p : "", expected);
	strbuf_release(&got);
}

START_TEST(runtime_calls)
{
	expect_tokens("x = cudaMalloc(&p, n); hipFree (p);", "cudaMalloc hipFree ");
	expect_tokens("cudaMalloc", "");
	expect_tokens("cudaStream_t(s); cudaEvent_t e; cudaError_t (*f)(int)", "");
	expect_tokens("cudart(x); cuda_malloc(x); xcudaMalloc(x); hipster(x); cutlass(x); cuda(x)", "");
	expect_tokens("cuInit(0); cublasSetStream(h, s); ncclSend(p); nvtxMark(m); cu_len(x)", "cuInit cublasSetStream ncclSend ");
	expect_tokens("cudaMalloc\n/* why */ // not\n\\\n (p)", "cudaMalloc ");
	expect_tokens("auto f = cudaMalloc; f(p); cudaFoo.x(); ns::cudaBar(1)", "cudaBar ");
	expect_tokens("cudaFoo(cudaBar(1), hipBaz(2))", "cudaFoo cudaBar hipBaz ");
	expect_tokens("\xc3\xa9"
	              "cudaNot(1) $cudaNot(1)", "");
}
END_TEST

START_TEST(calls_with_template_arguments)
{
	expect_tokens("cudaFunc<int>(x)", "cudaFunc ");
	expect_tokens("cudaFunc < A<B<int>>, (1 > 2), &x->y > /**/ (x)", "cudaFunc ");
	expect_tokens("cudaFunc<1 << 2, a <= b>(x); cudaFunc<'>', \">\">(x)", "cudaFunc cudaFunc ");
	expect_tokens("cudaFunc<int>", "");
	expect_tokens("cudaFunc<int> x(1)", "");
	expect_tokens("if (cudaA < 3) f(b > (c));", "");
	expect_tokens("cudaA < b; c > (d)", "");
	expect_tokens("x = cudaA << (3)", "");
	expect_tokens("cudaA<", "");
	expect_tokens("cudaA<x", "");
}
END_TEST

START_TEST(launches)
{
	expect_tokens("k<<<g, b>>>(x);", "<<< ");
	expect_tokens("k<int><<<g, b, 0, s>>>(x); f<<<1,1>>>();", "<<< <<< ");
	expect_tokens("cudaKernel<<<1, 1>>>(cudaArg(2))", "<<< cudaArg ");
	expect_tokens("a << b <<< c", "<<< ");
	expect_tokens("a <<<< b; <", "");
	expect_tokens("k << <1, 32 >> > (x); a << b < c; a << <", "<< < << < ");
	expect_tokens("friend S &operator<< <T>(S &, T); a << <<<", "<<< ");
	expect_tokens("<<<<<<< HEAD\nint a;\n=======\nint b;\n>>>>>>> branch\n", "");
	expect_tokens("friend S &operator<<<T>(S &, T); operator <<<int>(a, b)", "");
	expect_tokens("hipLaunchKernelGGL(k, g, b, 0, s, x)", "hipLaunchKernelGGL ");
	expect_tokens("<<<", "<<< ");
}
END_TEST

START_TEST(comments_hide)
{
	expect_tokens("// cudaA(1)\ncudaB(2)", "cudaB ");
	expect_tokens("/* cudaA(1) \n <<< */ cudaB(2)", "cudaB ");
	expect_tokens("// goes on \\\n cudaA(1)\ncudaB(2)", "cudaB ");
	expect_tokens("// goes on \\ \r\n cudaA(1)\r\ncudaB(2)", "cudaB ");
	expect_tokens("/* open cudaA(1)", "");
	expect_tokens("/*/ cudaA(1) /**/ cudaB(2)", "cudaB ");
	expect_tokens("a / b; cudaC(1) / 2 //", "cudaC ");
}
END_TEST

START_TEST(literals_hide)
{
	expect_tokens("s = \"cudaA(1) // \\\" <<<\"; cudaB(2)", "cudaB ");
	expect_tokens("s = \"one \\\n cudaA(1)\"; cudaB(2)", "cudaB ");
	expect_tokens("s = \"open cudaA(1)\ncudaB(2)", "cudaB ");
	expect_tokens("c = '\"'; cudaB('\\''); d = L'x'; cudaC(u8\"cudaA(1)\")", "cudaB cudaC ");
	expect_tokens("n = 1'000'000; cudaB(2); m = 0xff'ffu, k = 1e+5, l = .5'0", "cudaB ");
	expect_tokens("s = R\"(cudaA(1) \")\"; cudaB(2)", "cudaB ");
	expect_tokens("s = R\"(cudaA(1))\"; cudaB(2)", "cudaB ");
	expect_tokens("s = u8R\"xy(cudaA(1) )\" )x\" )xy\"; cudaB(2); LR\"(\n)\"; cudaC(3)", "cudaB cudaC ");
	expect_tokens("s = R\"open(cudaA(1)", "");
	expect_tokens("s = R\"no delimiter (\"; cudaB(2)", "cudaB ");
	expect_tokens("xR\"(\" cudaB(2) // )\"", "cudaB ");
}
END_TEST

START_TEST(directives)
{
	expect_tokens("#if 0\ncudaA(1);\n#else\ncudaB(2);\n#endif", "cudaA cudaB ");
	expect_tokens("#if cudaA(1)\n#pragma x cudaB(2)\n#error don't cudaC(3) \"\ncudaD(4)", "cudaD ");
	expect_tokens("#define F(x) cudaA(x); \\\n k<<<1, 1>>>(x)\ncudaB(2)", "#cudaA #<<< cudaB ");
	expect_tokens("#define cudaA(x) x\n#define cudaB hipB\n(x)", "");
	expect_tokens("#define X /* a\n b */ cudaA(1)\ncudaB(2)", "#cudaA cudaB ");
	expect_tokens("  /* c */ # define X cudaA(1) // cudaC(1)\ncudaB(2)", "#cudaA cudaB ");
	expect_tokens("x # define cudaA(1)", "cudaA ");
	expect_tokens("#define X cudaA\\\n(1)\n", "#cudaA ");
	expect_tokens("#define X \"open\ncudaB(1)", "cudaB ");
	expect_tokens("#include <cudaA(1)>\n#include \"cudaB(1)\"\n#include cudaC(1)\n", "");
}
END_TEST

TCase *token_tests(void)
{
	TCase *t = tcase_create("tokens");
	tcase_add_checked_fixture(t, NULL, forget);
	tcase_add_test(t, runtime_calls);
	tcase_add_test(t, calls_with_template_arguments);
	tcase_add_test(t, launches);
	tcase_add_test(t, comments_hide);
	tcase_add_test(t, literals_hide);
	tcase_add_test(t, directives);
	return t;
}
