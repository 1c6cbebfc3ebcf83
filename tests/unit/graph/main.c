/* The test program's entry and what the tests share. */
#include "tests.h"

#include <stdlib.h>
#include <string.h>

#include "graph/link.h"

struct made made;

void forget(void) { made_forget(&made); }

static void print_targets(u32 file, const struct call_target *t, struct strbuf *out)
{
	for (u32 i = 0; i < t->n; i++) {
		const struct fn *fn = &made.program.functions[t->at[i]];
		struct str name = fn->f->kind == FN_LAMBDA ? S("lambda") : fn_name(fn), path = made.sources[fn->file].path;
		strbuf_addf(out, "%s%.*s", i ? " " : "", (int)name.n, name.p);
		if (fn->file != file)
			strbuf_addf(out, "(%.*s)", (int)path.n, path.p);
	}
	if (t->call)
		strbuf_puts(out, t->call == &made.program.link->declared ? "declared" : "runtime");
	if (t->check)
		strbuf_puts(out, "model");
	if (!t->n && !t->call && !t->check)
		strbuf_puts(out, "unknown");
	if (t->n && !t->is_complete)
		strbuf_puts(out, " ...");
}

const char *targets(const char *in, const char *callee)
{
	struct program *p = &made.program;
	fn_id f = made_fn(&made, in);
	const struct fn *fn = &p->functions[f];
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[i];
		struct str name = unit_text(fn->unit, row->name);
		bool is_meant = callee[0] == '~' ? row->op == ROW_DESTROY && str_is(name, callee + 1) : row->op == ROW_CALL && str_is(name, callee);
		if (!is_meant)
			continue;
		struct call_target t = program_resolve(p, f, row, name);
		struct strbuf out = {0};
		print_targets(fn->file, &t, &out);
		const char *text = arena_text(&made.arena, out.p, out.n);
		strbuf_release(&out);
		return text;
	}
	ck_abort_msg("no call of %s in %s", callee, in);
}

struct body body_of(const char *function)
{
	struct body b;
	body_build(&made.program, &made.arena, made_fn(&made, function), &b);
	return b;
}

int main(void)
{
	TCase *(*const cases[])(void) = {name_tests, method_tests, macro_tests, trait_tests, body_tests, cell_tests, limit_tests, order_tests, relevant_tests, path_tests, edge_tests, dominate_tests, python_tests, wanted_tests, word_index_tests};
	Suite *suite = suite_create("graph");
	for (u32 i = 0; i < COUNT(cases); i++) {
		TCase *t = cases[i]();
		tcase_add_checked_fixture(t, NULL, forget);
		suite_add_tcase(suite, t);
	}
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
