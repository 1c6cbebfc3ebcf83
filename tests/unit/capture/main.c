/* The test program's entry, and the tables of the capture stage as text. */
#include "tests.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct made made;
struct capture capture;
static struct slot_flow slot;

void make_capture(const char *path, const char *text, ...)
{
	enum { FILES = 4 };
	const char *more[2 * FILES] = {NULL};
	va_list rest;
	va_start(rest, text);
	for (u32 i = 0; i < 2 * FILES && (more[i] = va_arg(rest, const char *)); i++)
		;
	va_end(rest);
	made_forget(&made);
	made_of(&made, path, text, more[0], more[1], more[2], more[3], more[4], more[5], NULL);
	slot_run(&made.program, &made.arena, &slot);
	capture_run(&made.program, &made.arena, &slot, &capture);
}

static struct str name_of(fn_id fn) { return fn_name(&made.program.functions[fn]); }

const struct reached *reached_of(const char *function)
{
	for (u32 i = 0; i < capture.reached.n; i++)
		if (str_is(name_of(capture.reached.at[i].fn), function))
			return &capture.reached.at[i];
	ck_abort_msg("%s is not reached", function);
}

u32 row_of(const struct body *b, const char *callee)
{
	for (u32 row = 0; row < b->n; row++)
		if ((b->rows[row].op == ROW_CALL || b->rows[row].op == ROW_LAUNCH) && str_is(body_row_name(&made.program, &b->rows[row]), callee))
			return row;
	ck_abort_msg("no call of %s", callee);
}

static void compare(struct strbuf *got, const char *expected)
{
	strbuf_putc(got, '\0');
	ck_assert_str_eq(got->p, expected);
	strbuf_release(got);
}

/* 'X' in "'X' begins a capture here", else the last word. */
static struct str why_word(struct str why)
{
	const char *open = memchr(why.p, '\'', why.n), *close = open ? memchr(open + 1, '\'', why.n - (size_t)(open + 1 - why.p)) : NULL;
	if (close)
		return (struct str){open + 1, (size_t)(close - open - 1)};
	size_t at = why.n;
	while (at && why.p[at - 1] != ' ')
		at--;
	return (struct str){why.p + at, why.n - at};
}

static const char *const grades[] = {"code", "claim", "profile"};

void check_regions(const char *expected)
{
	static const char *const modes[] = {"", " global", " thread-local", " relaxed"};
	struct strbuf out = {0};
	for (u32 i = 0; i < capture.regions.n; i++) {
		const struct capture_region *r = &capture.regions.at[i];
		struct str name = name_of(r->fn), why = why_word(r->why);
		strbuf_addf(&out, "%s%s %.*s %.*s\n", grades[r->grade], modes[r->mode], (int)name.n, name.p, (int)why.n, why.p);
	}
	compare(&out, expected);
}

void check_states(const char *function, const char *expected)
{
	static const char *const states[] = {"never", "eager", "captured", "both"};
	const struct reached *r = reached_of(function);
	struct strbuf out = {0};
	for (u32 row = 0; row < r->body->n; row++) {
		struct str name = r->body->rows[row].op == ROW_CALL ? body_row_name(&made.program, &r->body->rows[row]) : S("");
		if (name.n == 1)
			strbuf_addf(&out, "%s%c %s", out.n ? ", " : "", name.p[0], states[r->state[row]]);
	}
	compare(&out, expected);
}

void check_reached(const char *expected)
{
	struct strbuf out = {0};
	for (u32 i = 0; i < capture.reached.n; i++) {
		const struct reached *r = &capture.reached.at[i];
		struct str name = name_of(r->fn);
		strbuf_addf(&out, "%.*s %s", (int)name.n, name.p, grades[capture.regions.at[r->region].grade]);
		if (r->from != NONE) {
			struct str from = name_of(capture.reached.at[r->from].fn);
			strbuf_addf(&out, " from %.*s", (int)from.n, from.p);
		}
		strbuf_addf(&out, "%s\n", r->by_name ? " by-name" : "");
	}
	compare(&out, expected);
}

int main(void)
{
	TCase *(*const all[])(void) = {region_tests, state_tests, guard_tests, reach_tests, hazard_tests, stream_tests, fork_tests, habit_tests, unfit_tests, intrude_tests, surface_tests};
	Suite *suite = suite_create("capture");
	for (u32 i = 0; i < COUNT(all); i++)
		suite_add_tcase(suite, all[i]());
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	made_forget(&made);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
