/* Exceptions, destructors, guards, lambdas. */
#include "tests.h"

START_TEST(thrown)
{
	check_survivors("void f(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) throw 1; }", "survivor thrown nothing cudaMalloc\n");
	check_survivors("void f(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) { cudaGetLastError(); throw 1; } }", "");
	/* The code itself is in the exception: its handler has it. */
	check_survivors("void f(int *p) { cudaError_t e = cudaMalloc(&p, 4); if (e != cudaSuccess) throw e; }", "survivor thrown nothing cudaMalloc\n");
}
END_TEST

START_TEST(caught)
{
	check_survivors("void f(int *p) { try { if (cudaMalloc(&p, 4) != cudaSuccess) throw 1; } catch (...) { } }", "survivor degraded nothing cudaMalloc\n");
	check_survivors("void f(int *p) { try { if (cudaMalloc(&p, 4) != cudaSuccess) throw 1; } catch (...) { cudaGetLastError(); } }", "");
	check_survivors("void f(int *p) { try { if (cudaMalloc(&p, 4) != cudaSuccess) throw 1; } catch (...) { abort(); } }", "");
	check_survivors("void f(int *p) { try { if (cudaMalloc(&p, 4) != cudaSuccess) throw 1; } catch (...) { throw; } }", "survivor thrown nothing cudaMalloc\n");
}
END_TEST

/* A handler of one type lets others by. */
START_TEST(caught_by_type)
{
	check_survivors("void f(int *p) { try { if (cudaMalloc(&p, 4) != cudaSuccess) throw 1; } catch (const E &e) { abort(); } }", "survivor thrown nothing cudaMalloc\n");
	check_survivors("void f(int *p) { try { if (cudaMalloc(&p, 4) != cudaSuccess) throw 1; } catch (const E &e) { abort(); } catch (...) { cudaGetLastError(); } }", "");
}
END_TEST

START_TEST(caught_in_the_caller)
{
	check_survivors("void g(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) throw 1; }\nvoid f(int *p) { try { g(p); } catch (...) { } }",
	                "survivor degraded nothing cudaMalloc root f\n");
	check_survivors("void g(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) throw 1; }\nvoid f(int *p) { try { g(p); } catch (...) { cudaGetLastError(); } }", "");
	check_survivors("void g(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) throw 1; }\nvoid f(int *p) { g(p); }", "survivor thrown nothing cudaMalloc root f\n");
}
END_TEST

START_TEST(destructors)
{
	check_survivors("struct D { ~D() { cudaGetLastError(); } };\nbool f(int *p) { D d; if (cudaMalloc(&p, 4) != cudaSuccess) return false; return true; }", "");
	check_survivors("struct D { ~D() { note(); } };\nbool f(int *p) { D d; if (cudaMalloc(&p, 4) != cudaSuccess) return false; return true; }",
	                "survivor degraded zero cudaMalloc:2\n");
	check_losses("struct D { int *p; ~D() { cudaFree(p); } };", "loss discarded cudaFree cleanup\n");
	check_losses("void f(int *p) noexcept { cudaFree(p); }", "loss discarded cudaFree cleanup\n");
}
END_TEST

/* The destructor runs where an exception unwinds, too. */
START_TEST(unwinding)
{
	check_survivors("struct D { ~D() { cudaGetLastError(); } };\nvoid f(int *p) { D d; if (cudaMalloc(&p, 4) != cudaSuccess) throw 1; }", "");
	check_survivors("struct D { ~D() { cudaGetLastError(); } };\nvoid f(int *p) { try { D d; if (cudaMalloc(&p, 4) != cudaSuccess) throw 1; } catch (...) { } }", "");
}
END_TEST

START_TEST(guards)
{
	check_survivors("bool f(int *p) { Guard g([&] { cudaGetLastError(); }); if (cudaMalloc(&p, 4) != cudaSuccess) return false; return true; }", "");
	check_survivors("bool f(int *p) { Guard g([&] { note(); }); if (cudaMalloc(&p, 4) != cudaSuccess) return false; return true; }",
	                "survivor degraded zero cudaMalloc\n");
	check_losses("void f(int *p) { auto g = make_guard([=] { cudaFree(p); }); }", "loss discarded cudaFree\n");
}
END_TEST

START_TEST(lambdas)
{
	check_survivors("bool f(int *p) { auto get = [&] { return cudaMalloc(&p, 4) == cudaSuccess; }; if (!get()) return false; return true; }",
	                "survivor degraded zero cudaMalloc\n");
	check_survivors("bool f(int *p) { auto get = [&] { return cudaMalloc(&p, 4) == cudaSuccess; }; if (!get()) abort(); return true; }", "");
	check_survivors("bool f(int *p) { cudaError_t e; auto get = [&] { e = cudaMalloc(&p, 4); }; get(); if (e != cudaSuccess) abort(); return true; }", "");
	check_survivors("bool f(int *p) { return [&] { if (cudaMalloc(&p, 4)) return false; return true; }(); }", "survivor degraded zero cudaMalloc\n");
}
END_TEST

/* Something unknown that is given a lambda may run it there. */
START_TEST(lambda_handed_on)
{
	check_survivors("void f(int *p) { each(p, [&](int *q) { if (cudaMalloc(&q, 4) != cudaSuccess) return; }); }", "survivor degraded nothing cudaMalloc\n");
	check_losses("void f(int *p) { std::call_once(flag, [&] { cudaFree(p); }); }", "loss discarded cudaFree\n");
	check_launches("void f(int n) { dispatch(n, [&] { k<<<1, 1>>>(); }); if (cudaGetLastError()) abort(); }", "launch k checked\n");
	check_launches("void f(int n) { dispatch(n, [&] { k<<<1, 1>>>(); }); }", "launch k unchecked\n");
}
END_TEST

TCase *scope_tests(void)
{
	TCase *t = tcase_create("scopes");
	tcase_add_test(t, thrown);
	tcase_add_test(t, caught);
	tcase_add_test(t, caught_by_type);
	tcase_add_test(t, caught_in_the_caller);
	tcase_add_test(t, destructors);
	tcase_add_test(t, unwinding);
	tcase_add_test(t, guards);
	tcase_add_test(t, lambdas);
	tcase_add_test(t, lambda_handed_on);
	return t;
}
