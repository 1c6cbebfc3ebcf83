/* Statements: which part is which, and which are absent. */
#include "clang_tests.h"

START_TEST(for_loops_name_their_parts)
{
	expect_body("for (;;) break;", "(for _ _ _ (break))");
	expect_body("for (int i = 0; i < n; i++) continue;", "(for (var i:int 0) (binary < i n) (unary x++ i) (continue))");
	expect_body("for (; n;) {}", "(for _ n _ (block))");
	expect_body("for (n = 1;; n++) {}", "(for (expr (assign n 1)) _ (unary x++ n) (block))");
	expect_body("for (int i = 0, j = 1; ; ) {}", "(block (var i:int 0) (var j:int 1) (for _ _ _ (block)))");
}
END_TEST

START_TEST(for_loops_out_of_macros)
{
	expect_file("#define LOOP(i, n) for (int i = 0; i < (n); ++i)\n#define EVER for (;;)\n"
	            "void f(int n) { LOOP(i, n) { g(i); } EVER { g(n); } }",
	            "(function f:void (param n:int) (block (for (var i:int 0) (binary < i n) (unary ++x i) (block (expr (call g i)))) "
	            "(for _ _ _ (block (expr (call g n))))))");
}
END_TEST

START_TEST(range_loops)
{
	expect_body("int a[3]; for (auto &t : a) t = 1;", "(var a:int[]) (foreach (var t) a (expr (assign t 1)))");
	expect_body("std::vector<int> v; for (const auto &[x, y] : v) { g(x); }",
	            "(var v:std::vector<int>) (foreach (list x y) v (block (expr (call g x))))");
}
END_TEST

START_TEST(if_with_declarations)
{
	expect_body("if (n) return; else if (p) { n = 1; } else n = 2;",
	            "(if n (return) (if p (block (expr (assign n 1))) (expr (assign n 2))))");
	expect_body("if (int z = n; z > 2) n = z;", "(block (var z:int n) (if (binary > z 2) (expr (assign n z))))");
	expect_body("if (auto e = cudaGetLastError()) n = 1;",
	            "(block (var e (call :cudaError_t cudaGetLastError)) (if e (expr (assign n 1))))");
	expect_body("if (unknown.ok()) n = 1;", "(if (call (member ok unknown)) (expr (assign n 1)))");
}
END_TEST

START_TEST(while_and_do)
{
	expect_body("while (n) n--;", "(while n (expr (unary x-- n)))");
	expect_body("while (auto q = g()) {}", "(block (var q) (while (assign q (call g)) (block)))");
	expect_body("do { n--; } while (n > 0);", "(do (block (expr (unary x-- n))) (binary > n 0))");
}
END_TEST

START_TEST(switch_labels_are_statements)
{
	expect_body("switch (n) { case 1: case 2: n++; break; default: n = 4; }",
	            "(switch n (block (case 1) (case 2) (expr (unary x++ n)) (break) (case _) (expr (assign n 4))))");
	expect_body("switch (n) { case unknown::A: n = 1; break; case unknown::B: n = 2; }",
	            "(switch n (block (case unknown::A) (expr (assign n 1)) (break) (case unknown::B) (expr (assign n 2))))");
}
END_TEST

/* libclang nests label in label, deeper than any reader would go. */
START_TEST(many_labels_in_a_row)
{
	struct strbuf source = {0};
	u32 count = 0;
	strbuf_puts(&source, "int f(int n) { switch (n) {");
	for (int i = 0; i < 1000; i++)
		strbuf_addf(&source, " case %d:", i);
	strbuf_puts(&source, " return 1; } return 0; }");
	struct node *label = find_kind(clang_read(source.p), NODE_CASE);
	for (; label && label->kind == NODE_CASE; label = label->next)
		count++;
	ck_assert_uint_eq(count, 1000);
	ck_assert(label && label->kind == NODE_RETURN);
	strbuf_release(&source);
}
END_TEST

START_TEST(exceptions)
{
	expect_body("try { throw 1; } catch (const std::exception &e) { throw; } catch (...) {}",
	            "(try (block (throw 1)) (catch e:std::exception (block (throw))) (catch (block)))");
	expect_body("if (n) throw std::runtime_error(\"a\");",
	            "(if n (throw (call :std::runtime_error std::runtime_error \"a\")))");
}
END_TEST

START_TEST(jumps)
{
	expect_body("if (n) goto done; n = 1; done: n = 2;",
	            "(if n (goto done)) (expr (assign n 1)) (label done) (expr (assign n 2))");
	expect_body("[[maybe_unused]] int a = 1; ; [[likely]] n = a;", "(var a:int 1) (expr (assign n a))");
}
END_TEST

START_TEST(only_the_arm_taken_is_seen)
{
	expect_body("#if UNKNOWN\n g(1);\n#elif 1\n g(2);\n#else\n g(3);\n#endif\n#ifdef __CUDACC__\n g(4);\n#endif",
	            "(expr (call g 2)) (expr (call g 4))");
}
END_TEST

TCase *clang_statements_case(void)
{
	TCase *c = tcase_create("statements");
	tcase_add_test(c, for_loops_name_their_parts);
	tcase_add_test(c, for_loops_out_of_macros);
	tcase_add_test(c, range_loops);
	tcase_add_test(c, if_with_declarations);
	tcase_add_test(c, while_and_do);
	tcase_add_test(c, switch_labels_are_statements);
	tcase_add_test(c, many_labels_in_a_row);
	tcase_add_test(c, exceptions);
	tcase_add_test(c, jumps);
	tcase_add_test(c, only_the_arm_taken_is_seen);
	return c;
}
