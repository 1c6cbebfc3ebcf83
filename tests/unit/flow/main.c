/* The test program's entry, and the tables as text:
 *
 *   survivor HOW ANSWER CALL [decided CALLEE-OR-LINE] [by CHECK] [told] [thrown] [runs] [victims CALL ...] [root F]
 *   loss HOW CALL [depth N] [picked-up] [drained] [cleanup] [alternatives] [judged]
 *   launch KERNEL [unchecked] [checked] [swallowed] [unseen]
 *   read KIND CALL [discarded] [after-launch] [entry] [empty] [was-read] [stays] [untested CALL ...] [failed CALL ...] [FATE]
 *   around CALL [first] [only-call] [in-failure] [launches-next] [follows-launch] [after-others] [may-follow-unknown] [text] [overwrites]
 *   sticky CALL NAME [slot] [goes-on]
 *
 * A call is its name with :LINE, which is left out on line 1. The root is told only if it is not the function of the call. */
#include "tests.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void print_place(const struct made *m, const struct site *s, struct strbuf *out)
{
	const struct fn *fn = &m->program.functions[s->fn];
	struct str name = unit_text(fn->unit, s->row->name);
	u32 line = made_line(m, s->fn, s->row->begin);
	strbuf_addf(out, " %.*s", (int)name.n, name.p);
	if (line > 1)
		strbuf_addf(out, ":%u", line);
}

static void print_function(const struct made *m, const char *word, fn_id f, struct strbuf *out)
{
	struct str name = fn_name(&m->program.functions[f]);
	strbuf_addf(out, " %s %.*s", word, (int)name.n, name.p);
}

static void print_word(bool is_true, const char *word, struct strbuf *out)
{
	if (is_true)
		strbuf_addf(out, " %s", word);
}

static void print_survivor(const struct made *m, const struct survivor *v, struct strbuf *out)
{
	static const char *const hows[] = {"degraded", "status", "code", "thrown", "main"};
	static const char *const answers[] = {"nothing", "zero", "number", "status", "code"};
	strbuf_addf(out, "survivor %s %s", hows[v->how], answers[v->answer]);
	print_place(m, &v->producer.site, out);
	if (v->tolerated_by != NONE)
		print_function(m, "by", v->tolerated_by, out);
	print_word(v->is_told, "told", out);
	print_word(v->is_thrown, "thrown", out);
	print_word(v->meets_runtime, "runs", out);
	print_word(v->victims.n, "victims", out);
	for (u32 i = 0; i < v->victims.n; i++)
		print_place(m, &v->victims.at[i], out);
	if (v->root != v->producer.site.body)
		print_function(m, "root", v->root, out);
}

static void print_loss(const struct made *m, const struct code_loss *l, struct strbuf *out)
{
	static const char *const hows[] = {"discarded", "void", "unread", "overwritten"};
	strbuf_addf(out, "loss %s", hows[l->how]);
	print_place(m, &l->producer.site, out);
	if (l->producer.depth)
		strbuf_addf(out, " depth %u", l->producer.depth);
	print_word(l->is_picked_up, "picked-up", out);
	print_word(l->is_drained_on_purpose, "drained", out);
	print_word(l->in_cleanup, "cleanup", out);
	print_word(l->is_in_alternatives, "alternatives", out);
	print_word(l->is_judged_otherwise, "judged", out);
}

static void print_launch(const struct made *m, const struct launch *l, struct strbuf *out)
{
	strbuf_puts(out, "launch");
	print_place(m, &l->producer.origin, out);
	print_word(l->is_unchecked, "unchecked", out);
	print_word(l->is_checked, "checked", out);
	print_word(l->is_swallowed, "swallowed", out);
	print_word(l->has_unseen_callers, "unseen", out);
}

static void print_read(const struct made *m, const struct slot_read *r, struct strbuf *out)
{
	static const char *const kinds[] = {"get", "peek", "check"};
	static const char *const fates[] = {NULL, "nowhere", "answer", "end", "handed-over", "told"};
	strbuf_addf(out, "read %s", kinds[r->kind]);
	print_place(m, &r->site, out);
	print_word(r->is_discarded, "discarded", out);
	print_word(r->after_launch, "after-launch", out);
	print_word(r->meets_entry, "entry", out);
	print_word(r->meets_empty, "empty", out);
	print_word(r->was_read, "was-read", out);
	print_word(r->stays_on_failure, "stays", out);
	print_word(r->untested.n, "untested", out);
	for (u32 i = 0; i < r->untested.n; i++)
		print_place(m, &r->untested.at[i].site, out);
	print_word(r->failed.n, "failed", out);
	for (u32 i = 0; i < r->failed.n; i++)
		print_place(m, &r->failed.at[i].site, out);
	print_word(r->fate, fates[r->fate], out);
}

static void print_surroundings(const struct made *m, const struct slot_read *r, struct strbuf *out)
{
	strbuf_puts(out, "around");
	print_place(m, &r->site, out);
	print_word(r->is_function_first, "first", out);
	print_word(r->is_only_call, "only-call", out);
	print_word(r->in_failure, "in-failure", out);
	print_word(r->launches_next, "launches-next", out);
	print_word(r->follows_launch, "follows-launch", out);
	print_word(r->is_after_others, "after-others", out);
	print_word(r->may_follow_unknown, "may-follow-unknown", out);
	print_word(r->is_used_as_text, "text", out);
	print_word(r->overwrites, "overwrites", out);
}

static void print_sticky(const struct made *m, const struct sticky_test *t, struct strbuf *out)
{
	strbuf_puts(out, "sticky");
	print_place(m, &t->site, out);
	strbuf_addf(out, " %.*s", (int)t->name.n, t->name.p);
	print_word(t->is_slot_read, "slot", out);
	print_word(t->goes_on, "goes-on", out);
}

static void print_table(const struct made *m, const struct slot_flow *flow, enum table table, struct strbuf *out)
{
	u32 counts[] = {flow->survivors.n, flow->losses.n, flow->launches.n, flow->reads.n, flow->reads.n, flow->sticky.n};
	for (u32 i = 0; i < counts[table]; i++) {
		if (table == TABLE_SURVIVORS)
			print_survivor(m, &flow->survivors.at[i], out);
		else if (table == TABLE_LOSSES)
			print_loss(m, &flow->losses.at[i], out);
		else if (table == TABLE_LAUNCHES)
			print_launch(m, &flow->launches.at[i], out);
		else if (table == TABLE_READS)
			print_read(m, &flow->reads.at[i], out);
		else if (table == TABLE_SURROUNDINGS)
			print_surroundings(m, &flow->reads.at[i], out);
		else
			print_sticky(m, &flow->sticky.at[i], out);
		strbuf_putc(out, '\n');
	}
}

static void check_made(struct made *m, enum table table, const char *expected)
{
	struct slot_flow flow;
	struct strbuf got = {0};
	slot_run(&m->program, &m->arena, &flow);
	print_table(m, &flow, table, &got);
	const char *text = got.p ? got.p : "";
	ck_assert_msg(!strcmp(text, expected), "%s\ngot:\n%s\nexpected:\n%s", m->texts[0].p, text, expected);
	strbuf_release(&got);
	made_forget(m);
}

void check_program(enum table table, const char *expected, const char *path, const char *text, ...)
{
	const char *more[8] = {NULL};
	struct made m;
	u32 n = 0;
	va_list list;
	va_start(list, text);
	for (const char *next; (next = va_arg(list, const char *));)
		more[n++] = next;
	va_end(list);
	ck_assert_uint_lt(n, COUNT(more));
	made_of(&m, path, text, more[0], more[1], more[2], more[3], more[4], more[5], more[6], more[7], NULL);
	check_made(&m, table, expected);
}

static void check_one(enum table table, const char *source, const char *expected)
{
	struct made m;
	made_of(&m, "a.cu", source, NULL);
	check_made(&m, table, expected);
}

void check_survivors(const char *source, const char *expected) { check_one(TABLE_SURVIVORS, source, expected); }
void check_losses(const char *source, const char *expected) { check_one(TABLE_LOSSES, source, expected); }
void check_launches(const char *source, const char *expected) { check_one(TABLE_LAUNCHES, source, expected); }
void check_reads(const char *source, const char *expected) { check_one(TABLE_READS, source, expected); }
void check_surroundings(const char *source, const char *expected) { check_one(TABLE_SURROUNDINGS, source, expected); }
void check_sticky(const char *source, const char *expected) { check_one(TABLE_STICKY, source, expected); }

int main(void)
{
	TCase *(*const cases[])(void) = {state_tests, branch_tests, value_tests, loop_tests, scope_tests, macro_tests, check_tests,
	                                 wrapper_tests, unknown_tests, launch_tests, read_tests, sticky_tests, root_tests};
	Suite *suite = suite_create("flow");
	for (u32 i = 0; i < COUNT(cases); i++)
		suite_add_tcase(suite, cases[i]());
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
