/* Callees before callers, and components. */
#include "tests.h"

#include "graph/order.h"

static struct order order;
static struct body *bodies;

static void make_order(void)
{
	struct program *p = &made.program;
	bodies = arena_array(&made.arena, struct body, p->function_count);
	for (fn_id f = 0; f < p->function_count; f++)
		if (p->functions[f].f->kind != FN_FILE)
			body_build(p, &made.arena, f, &bodies[f]);
	order_bodies(&made.arena, bodies, p->function_count, &order);
}

/* The group of a function; groups are in order. */
static u32 group(const char *name)
{
	fn_id f = made_fn(&made, name);
	for (u32 g = 0; g < order.group_count; g++)
		for (u32 i = 0; i < order.groups[g].n; i++)
			if (order.fns[order.groups[g].first + i] == f)
				return g;
	ck_abort_msg("%s is in no group", name);
}

START_TEST(callees_first)
{
	program("a.cu", "void a() { b(); c(); }\nvoid b() { c(); }\nvoid c() { d(1); }\nvoid d(int) { }\n");
	make_order();
	ck_assert_uint_eq(order.group_count, 4);
	ck_assert_uint_lt(group("d"), group("c"));
	ck_assert_uint_lt(group("c"), group("b"));
	ck_assert_uint_lt(group("b"), group("a"));
	for (u32 g = 0; g < order.group_count; g++)
		ck_assert(!order.groups[g].is_recursive);
}
END_TEST

START_TEST(components)
{
	program("a.cu", "void a() { b(); }\nvoid b() { c(); e(); }\nvoid c() { a(); }\nvoid d() { a(); }\nvoid e() { e(); }\nvoid f() { }\n");
	make_order();
	ck_assert_uint_eq(group("a"), group("b"));
	ck_assert_uint_eq(group("a"), group("c"));
	ck_assert_uint_eq(order.groups[group("a")].n, 3);
	ck_assert(order.groups[group("a")].is_recursive);
	ck_assert(order.groups[group("e")].is_recursive);
	ck_assert(!order.groups[group("d")].is_recursive);
	ck_assert(!order.groups[group("f")].is_recursive);
	ck_assert_uint_lt(group("e"), group("a"));
	ck_assert_uint_lt(group("a"), group("d"));
}
END_TEST

/* Each function with a body stands in one group, and every call that is not inside a group goes backwards. */
START_TEST(every_call_goes_back)
{
	struct strbuf text = {0};
	u64 seed = 12345;
	for (u32 i = 0; i < 200; i++) {
		strbuf_addf(&text, "void f%u() {", i);
		for (u32 k = 0; k < 3; k++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			strbuf_addf(&text, " f%u();", (u32)(seed >> 40) % 200);
		}
		strbuf_puts(&text, " }\n");
	}
	program("a.cu", text.p);
	strbuf_release(&text);
	make_order();
	struct program *p = &made.program;
	u32 *at = arena_array(&made.arena, u32, p->function_count), placed = 0;
	for (u32 g = 0; g < order.group_count; g++)
		for (u32 i = 0; i < order.groups[g].n; i++, placed++)
			at[order.fns[order.groups[g].first + i]] = g + 1;
	ck_assert_uint_eq(placed, 200);
	for (fn_id f = 0; f < p->function_count; f++)
		for (u32 row = 0; row < bodies[f].n; row++)
			for (u32 i = 0; i < bodies[f].rows[row].callee.n; i++)
				ck_assert_uint_le(at[bodies[f].rows[row].callee.at[i]], at[f]);
}
END_TEST

START_TEST(long_chain)
{
	struct strbuf text = {0};
	for (u32 i = 0; i < 20000; i++)
		strbuf_addf(&text, "void f%u() { f%u(); }\n", i, i + 1);
	program("a.cu", text.p);
	strbuf_release(&text);
	make_order();
	ck_assert_uint_eq(order.group_count, 20000);
	ck_assert_uint_eq(group("f19999"), 0);
	ck_assert_uint_eq(group("f0"), 19999);
}
END_TEST

TCase *order_tests(void)
{
	TCase *t = tcase_create("order");
	tcase_add_test(t, callees_first);
	tcase_add_test(t, components);
	tcase_add_test(t, every_call_goes_back);
	tcase_add_test(t, long_chain);
	return t;
}
