/* The command line: what is understood, and what is said about what is not. */
#include "options.h"

#include "base/spelling.h"
#include "finding/finding.h"
#include "report/output.h"
#include "report/report.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Splits at blanks; kept for the whole program, since options borrow from argv. */
static bool parse(struct options *o, const char *line, struct strbuf *err)
{
	static char text[512];
	static char *argv[64];
	int argc = 0;
	snprintf(text, sizeof text, "%s", line);
	for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	argv[argc] = NULL;
	return options_parse(o, argc, argv, err);
}

static struct options good(const char *line)
{
	struct options o;
	struct strbuf err = {0};
	ck_assert_msg(parse(&o, line, &err), "%s: %s", line, err.p);
	ck_assert_uint_eq(err.n, 0);
	return o;
}

START_TEST(defaults)
{
	struct options o = good("caplint check");
	ck_assert_int_eq(o.command, COMMAND_CHECK);
	ck_assert_uint_eq(o.path_count, 1);
	ck_assert_str_eq(o.paths[0], ".");
	ck_assert_uint_eq(o.level, SEVERITY_WARNING);
	ck_assert_uint_eq(o.format, FORMAT_TEXT);
	ck_assert_uint_eq(o.color, COLOR_AUTO);
	ck_assert_uint_eq(o.hip_semantics, HIP_ROCM7);
	ck_assert_uint_eq(o.jobs, 0);
	ck_assert_uint_eq(o.max_file_bytes, 8u << 20);
	ck_assert(!o.compile_commands && !o.cuda_path && !o.dump);
	ck_assert(!o.is_strict && !o.exit_zero && !o.report_vendored && !o.is_quiet && !o.is_verbose);
	ck_assert_uint_eq(good("caplint audit").level, SEVERITY_NOTE);
	ck_assert_uint_eq(good("caplint audit --level error").level, SEVERITY_ERROR);
}
END_TEST

START_TEST(every_option)
{
	struct options o = good("caplint check a --format sarif --level=note b --output out.sarif --color=never --strict "
	                        "--exit-zero --all -j 3 -p build --cuda-path /cuda --hip-semantics legacy "
	                        "--max-file-size 64k --dump=facts -qv c");
	ck_assert_uint_eq(o.format, FORMAT_SARIF);
	ck_assert_uint_eq(o.level, SEVERITY_NOTE);
	ck_assert_str_eq(o.outputs[0].path, "out.sarif");
	ck_assert_uint_eq(o.color, COLOR_NEVER);
	ck_assert(o.is_strict && o.exit_zero && o.report_vendored && o.is_quiet && o.is_verbose);
	ck_assert_uint_eq(o.jobs, 3);
	ck_assert_str_eq(o.compile_commands, "build");
	ck_assert_str_eq(o.cuda_path, "/cuda");
	ck_assert_uint_eq(o.hip_semantics, HIP_LEGACY);
	ck_assert_uint_eq(o.max_file_bytes, 64u << 10);
	ck_assert_str_eq(o.dump, "facts");
	ck_assert_uint_eq(o.path_count, 3);
	ck_assert_str_eq(o.paths[0], "a");
	ck_assert_str_eq(o.paths[1], "b");
	ck_assert_str_eq(o.paths[2], "c");
}
END_TEST

START_TEST(spellings_of_values)
{
	ck_assert_uint_eq(good("caplint check -j4").jobs, 4);
	ck_assert_uint_eq(good("caplint check -qj4").jobs, 4);
	ck_assert_uint_eq(good("caplint check --jobs=4 --jobs 5").jobs, 5);
	ck_assert_uint_eq(good("caplint check --format=jsonl").format, FORMAT_JSONL);
	ck_assert_uint_eq(good("caplint check --max-file-size 1G").max_file_bytes, 1u << 30);
	ck_assert_uint_eq(good("caplint check --max-file-size=17").max_file_bytes, 17);
	struct options o = good("caplint check -q -- -v --all");
	ck_assert(o.is_quiet && !o.is_verbose && !o.report_vendored);
	ck_assert_uint_eq(o.path_count, 2);
	ck_assert_str_eq(o.paths[0], "-v");
}
END_TEST

START_TEST(other_commands)
{
	ck_assert_int_eq(good("caplint --version").command, COMMAND_VERSION);
	ck_assert_int_eq(good("caplint version").command, COMMAND_VERSION);
	ck_assert_int_eq(good("caplint rules").command, COMMAND_RULES);
	ck_assert_str_eq(good("caplint explain latched-error").subject, "latched-error");
	static const struct { const char *line, *subject; } rows[] = {
		{"caplint --help", NULL}, {"caplint -h", NULL}, {"caplint help", NULL}, {"caplint help audit", "audit"},
		{"caplint check -h", "check"}, {"caplint check x --help", "check"}, {"caplint explain --help", "explain"},
	};
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct options o = good(rows[i].line);
		ck_assert_int_eq(o.command, COMMAND_HELP);
		ck_assert_pstr_eq(o.subject, rows[i].subject);
	}
}
END_TEST

static void check_outputs(const char *line, u32 n, const u32 *formats, const char *const *paths)
{
	struct options o = good(line);
	ck_assert_msg(o.output_count == n, "%s: %u outputs", line, o.output_count);
	for (u32 i = 0; i < n; i++) {
		ck_assert_msg(o.outputs[i].format == formats[i], "%s: format %u", line, o.outputs[i].format);
		ck_assert_pstr_eq(o.outputs[i].path, paths[i]);
	}
}

START_TEST(outputs)
{
	static const struct { const char *line; u32 n, formats[3]; const char *paths[3]; } rows[] = {
		{"caplint check", 1, {FORMAT_TEXT}, {NULL}},
		{"caplint check --format junit", 1, {FORMAT_JUNIT}, {NULL}},
		{"caplint check --output x", 1, {FORMAT_TEXT}, {"x"}},
		{"caplint check --format sarif -o x", 1, {FORMAT_SARIF}, {"x"}},
		{"caplint check -o sarif=x.sarif -o text=-", 2, {FORMAT_SARIF, FORMAT_TEXT}, {"x.sarif", NULL}},
		{"caplint check --format github -osarif=x", 2, {FORMAT_SARIF, FORMAT_GITHUB}, {"x", NULL}},
		{"caplint check -o sarif=x", 1, {FORMAT_SARIF}, {"x"}},
		{"caplint check -o ./a=b -o A=b", 2, {FORMAT_TEXT, FORMAT_TEXT}, {"./a=b", "A=b"}},
		{"caplint audit . --html page.html", 1, {FORMAT_HTML}, {"page.html"}},
		{"caplint audit --html text=page -o -", 2, {FORMAT_HTML, FORMAT_TEXT}, {"text=page", NULL}},
		{"caplint confirm --format jsonl x", 1, {FORMAT_JSONL}, {NULL}},
	};
	for (size_t i = 0; i < COUNT(rows); i++)
		check_outputs(rows[i].line, rows[i].n, rows[i].formats, rows[i].paths);
}
END_TEST

START_TEST(mistakes)
{
	static const struct { const char *line, *message; } rows[] = {
		{"caplint", "no command; 'caplint check PATH...' finds bugs, 'caplint --help' tells more"},
		{"caplint chekc .", "unknown command 'chekc'; did you mean 'check'?"},
		{"caplint frobnicate", "unknown command 'frobnicate'"},
		{"caplint src/a.cu", "'src/a.cu' is no command; did you mean 'caplint check src/a.cu'?"},
		{"caplint /", "'/' is no command; did you mean 'caplint check /'?"},
		{"caplint --format=sarif .", "'--format=sarif' stands before a command; did you mean 'caplint check --format=sarif'?"},
		{"caplint -V", "unknown option '-V'; 'caplint --version' prints versions, 'caplint check -v PATH' every notice"},
		{"caplint check --fromat sarif", "unknown option '--fromat'; did you mean '--format'?"},
		{"caplint check --frobnicate", "unknown option '--frobnicate'"},
		{"caplint check -x", "unknown option '-x'"},
		{"caplint check --format", "option '--format' needs a value: FORMAT"},
		{"caplint check --strict=yes", "option '--strict' takes no value"},
		{"caplint check --output=", "option '--output' names no file"},
		{"caplint check -o text=", "option '--output' names no file"},
		{"caplint check -o sarfi=x", "'sarfi' is no value for --output (text, sarif, jsonl, github, gitlab, rdjson, rdjsonl, junit, markdown, html); did you mean 'sarif'?"},
		{"caplint check -o text=- --format sarif", "two outputs go to standard output"},
		{"caplint check -o text=a -o sarif=a", "two outputs go to a"},
		{"caplint check -o a1 -o a2 -o a3 -o a4 -o a5 -o a6 -o a7 -o a8 -o a9 -o a10 -o a11 -o a12 -o a13 -o a14 -o a15 -o a16 -o a17", "more than 16 outputs"},
		{"caplint check --format sarfi", "'sarfi' is no value for --format (text, sarif, jsonl, github, gitlab, rdjson, rdjsonl, junit, markdown, html); did you mean 'sarif'?"},
		{"caplint check -j many", "'many' is no value for --jobs (0 to 1024)"},
		{"caplint check -j 1025", "'1025' is no value for --jobs (0 to 1024)"},
		{"caplint check -j -1", "'-1' is no value for --jobs (0 to 1024)"},
		{"caplint check --max-file-size 2G", "'2G' is no value for --max-file-size (bytes, at most 1G; suffixes k, M, G)"},
		{"caplint check --max-file-size 1kk", "'1kk' is no value for --max-file-size (bytes, at most 1G; suffixes k, M, G)"},
		{"caplint check --max-file-size 99999999999999999999", "'99999999999999999999' is no value for --max-file-size (bytes, at most 1G; suffixes k, M, G)"},
		{"caplint check --poll", "--poll says how --watch looks; it means nothing without"},
		{"caplint check --watch --dump=facts", "--watch tells of findings after each change, and --dump of a stage: one or the other"},
		{"caplint check --watch -o a -o sarif=-", "--watch writes after each change, and one sarif document behind the other on standard output is none: give it a file, --output sarif=FILE"},
		{"caplint audit --watch", "unknown option '--watch'"},
		{"caplint explain", "explain needs the name of a rule; 'caplint rules' lists them"},
		{"caplint explain a b", "'b' is one argument too many for 'explain'"},
		{"caplint rules a", "'a' is one argument too many for 'rules'"},
		{"caplint rules --level note", "'rules' takes no option '--level'"},
		{"caplint --version x", "'x' is one argument too many for 'version'"},
	};
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct options o;
		struct strbuf err = {0};
		ck_assert_msg(!parse(&o, rows[i].line, &err), "%s", rows[i].line);
		ck_assert_str_eq(err.p, rows[i].message);
		strbuf_release(&err);
	}
}
END_TEST

START_TEST(help_names_every_option)
{
	char *out = NULL;
	size_t n = 0;
	struct strbuf err = {0};
	FILE *f = open_memstream(&out, &n);
	ck_assert(options_help(f, "check", &err));
	fclose(f);
	static const char *const words[] = {"--format", "-j, --jobs", "-p, --compile-commands", "--dump", "-h, --help", "--exit-zero"};
	for (size_t i = 0; i < COUNT(words); i++)
		ck_assert_msg(strstr(out, words[i]) != NULL, "%s", words[i]);
	free(out);
	ck_assert(!options_help(stdout, "chekc", &err));
	ck_assert_str_eq(err.p, "unknown command 'chekc'; did you mean 'check'?");
	strbuf_release(&err);
}
END_TEST

START_TEST(distances)
{
	static const struct { const char *a, *b; u32 distance; } rows[] = {
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"check", "chekc", 1}, {"check", "chck", 1},
		{"sitting", "kitten", 3}, {"ab", "ba", 1}, {"ca", "abc", 3},
	};
	for (size_t i = 0; i < COUNT(rows); i++)
		ck_assert_uint_eq(spelling_distance(rows[i].a, rows[i].b), rows[i].distance);
	char longer[200];
	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = 0;
	ck_assert_uint_eq(spelling_distance(longer, ""), 63);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("options");
	TCase *t = tcase_create("options");
	tcase_add_test(t, defaults);
	tcase_add_test(t, every_option);
	tcase_add_test(t, spellings_of_values);
	tcase_add_test(t, other_commands);
	tcase_add_test(t, outputs);
	tcase_add_test(t, mistakes);
	tcase_add_test(t, help_names_every_option);
	tcase_add_test(t, distances);
	suite_add_tcase(s, t);
	SRunner *r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	int failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
