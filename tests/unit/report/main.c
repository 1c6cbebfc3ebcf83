/* The test program's entry and its fixture. */
#include "tests.h"

#include <stdlib.h>
#include <string.h>

const struct rule test_rules[RULES] = {
	[DROPPED] = {
		.name = "dropped-error", .summary = "the result of a runtime call is dropped", .category = "correctness",
		.severity = SEVERITY_WARNING, .precision = PRECISION_HIGH, .tags = "cuda hip error-slot", .rank = 10,
		.help = "## What it does\n\nFinds calls whose error code\nnobody reads.\n\n- one\n  more\n- two\n\n"
		        "## Bad\n\n```cuda\ncudaFree(p);\n  cudaFree(q);\n```\n",
	},
	[LATCHED] = {
		.name = "latched-error", .summary = "an expected failure stays in the last-error slot",
		.category = "correctness", .severity = SEVERITY_ERROR, .precision = PRECISION_VERY_HIGH,
		.tags = "cuda correctness", .rank = 30, .help = "",
	},
	[UNCHECKED] = {
		.name = "unchecked-launch", .summary = "nothing checks a launch", .category = "correctness",
		.severity = SEVERITY_NOTE, .precision = PRECISION_MEDIUM, .tags = "", .rank = 5,
		.help = "A launch that fails says so only\nin the slot.\n",
	},
};

void fixture_open(struct fixture *f, const char *root)
{
	*f = (struct fixture){0};
	f->findings.arena = f->notices.arena = &f->arena;
	files_init(&f->files, str_of(root), f->sources, COUNT(f->sources), 1 << 20, &f->notices);
	f->report = (struct report){
		.findings = &f->findings, .sources = f->sources, .files = &f->files, .rules = test_rules,
		.rule_count = RULES, .notices = &f->notices, .level = SEVERITY_WARNING, .color = COLOR_NEVER,
	};
}

void fixture_add_source(struct fixture *f, struct source source)
{
	if (!source.shown.p)
		source.shown = source.path;
	f->sources[f->source_count++] = source;
}

u32 fixture_add_captured(struct fixture *f, u32 caller, const char *name, struct span whole, u32 kind, const char *why)
{
	u32 n = f->captured.functions.n;
	struct captured_function function = {.name = str_of(name), .name_span = whole, .whole = whole, .caller = caller, .call = whole};
	if (caller == NONE) {
		struct captured_region region = {kind, whole, str_of(name), str_of(why), n};
		function.region = f->captured.regions.n;
		vec_push(&f->arena, &f->captured.regions, region);
	} else {
		function.region = f->captured.functions.at[caller].region;
		function.call = f->captured.functions.at[caller].whole;
	}
	vec_push(&f->arena, &f->captured.functions, function);
	f->report.captured = &f->captured;
	return n;
}

int fixture_run(struct fixture *f, enum report_format format)
{
	struct str paths[COUNT(f->sources)];
	for (u32 i = 0; i < f->source_count; i++)
		paths[i] = f->sources[i].path;
	findings_sort(&f->findings, paths);
	free(f->out);
	free(f->log);
	f->report.log = open_memstream(&f->log, &f->log_size);
	struct output output = {.stream = open_memstream(&f->out, &f->out_size), .format = format};
	int status = report_run(&f->report, &output, 1);
	fclose(output.stream);
	fclose(f->report.log);
	return status;
}

void fixture_close(struct fixture *f)
{
	free(f->out);
	free(f->log);
	files_release(&f->files);
	arena_release(&f->arena);
}

struct span place(struct fixture *f, u32 file, const char *text, u32 nth)
{
	struct str bytes = files_bytes(&f->files, file);
	const char *at = bytes.p;
	for (u32 i = 0; at && i <= nth; i++)
		at = strstr(at + (i ? 1 : 0), text);
	ck_assert_msg(at != NULL, "'%s' is not in file %u", text, file);
	u32 begin = (u32)(at - bytes.p);
	return (struct span){file, begin, begin + (u32)strlen(text)};
}

int main(void)
{
	Suite *s = suite_create("report");
	suite_add_tcase(s, parts_tests());
	suite_add_tcase(s, output_tests());
	suite_add_tcase(s, format_tests());
	suite_add_tcase(s, owners_tests());
	suite_add_tcase(s, captures_tests());
	SRunner *r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	int failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
