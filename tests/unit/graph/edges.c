/* Floods over a body: what can follow a row, how far, and over which exceptions. */
#include "tests.h"

#include "graph/edges.h"

static struct body b;

static void make(const char *text)
{
	program("a.cu", text);
	b = body_of("f");
}

static u32 call_of(const char *callee)
{
	for (u32 row = 0; row < b.n; row++)
		if (b.rows[row].op == ROW_CALL && str_is(body_row_name(&made.program, &b.rows[row]), callee))
			return row;
	ck_abort_msg("no call of %s", callee);
}

/* Up to a call of this name. */
static const char *stop;
static enum flow_on go;

static enum flow_on until(const void *context, const struct body *of, u32 row)
{
	(void)context;
	return of->rows[row].op == ROW_CALL && str_is(body_row_name(&made.program, &of->rows[row]), stop) ? FLOW_STOPS : go;
}

static bool comes(const char *from, const char *before, const char *to, enum flow_on how)
{
	stop = before;
	go = how;
	return rows_behind(&made.arena, &b, call_of(from), until, NULL)[call_of(to)];
}

START_TEST(follows_both_ways_of_a_branch)
{
	make("void f(bool c) { a(); if (c) left(); else right(); end(); }");
	ck_assert(comes("a", "", "left", FLOW_GOES_ON));
	ck_assert(comes("a", "", "right", FLOW_GOES_ON));
	ck_assert(comes("a", "left", "end", FLOW_GOES_ON));
	ck_assert(!comes("left", "", "right", FLOW_GOES_ON));
	ck_assert(!comes("end", "", "a", FLOW_GOES_ON));
}
END_TEST

START_TEST(holds_where_it_begins_and_where_it_stops)
{
	make("void f() { a(); wall(); end(); }");
	ck_assert(comes("a", "wall", "a", FLOW_GOES_ON));
	ck_assert(comes("a", "wall", "wall", FLOW_GOES_ON));
	ck_assert(!comes("a", "wall", "end", FLOW_GOES_ON));
	ck_assert(!comes("a", "a", "wall", FLOW_GOES_ON));
}
END_TEST

START_TEST(goes_over_exceptions_if_it_is_told_to)
{
	make("void f() { a(); try { risky(); } catch (...) { handler(); } end(); }");
	ck_assert(!comes("risky", "", "handler", FLOW_GOES_ON));
	ck_assert(comes("risky", "", "handler", FLOW_THROWS));
	ck_assert(comes("handler", "", "end", FLOW_GOES_ON));
}
END_TEST

START_TEST(goes_round_a_loop)
{
	make("void f(int n) { a(); for (int i = 0; i < n; i++) { first(); second(); } end(); }");
	ck_assert(comes("second", "", "first", FLOW_GOES_ON));
	ck_assert(!comes("second", "", "a", FLOW_GOES_ON));
	ck_assert(body_reaches(&b, call_of("first"), call_of("first")));
	ck_assert(!body_reaches(&b, call_of("a"), call_of("a")));
}
END_TEST

START_TEST(finds_nothing_behind_no_row)
{
	make("void f() { a(); }");
	stop = "";
	go = FLOW_GOES_ON;
	const bool *behind = rows_behind(&made.arena, &b, NONE, until, NULL);
	for (u32 row = 0; row < b.n; row++)
		ck_assert(!behind[row]);
}
END_TEST

TCase *edge_tests(void)
{
	TCase *t = tcase_create("edges");
	tcase_add_test(t, follows_both_ways_of_a_branch);
	tcase_add_test(t, holds_where_it_begins_and_where_it_stops);
	tcase_add_test(t, goes_over_exceptions_if_it_is_told_to);
	tcase_add_test(t, goes_round_a_loop);
	tcase_add_test(t, finds_nothing_behind_no_row);
	return t;
}
