/* The formats against tests/golden/report (CAPLINT_BLESS=1 writes it anew), limits, levels and exit statuses. */
#include "tests.h"

#include <stdlib.h>
#include <string.h>

#define GOLDEN SOURCE_DIR "/tests/golden/report/"
enum { LOADER, SIZES, LONG, PEER_TEST, VENDORED }; /* in the order in which they are added */

static char *read_all(const char *path)
{
	FILE *f = fopen(path, "rb");
	if (!f)
		return NULL;
	char *text = NULL;
	size_t n = 0;
	ssize_t got = getdelim(&text, &n, 0, f);
	fclose(f);
	if (got >= 0)
		return text;
	free(text);
	return strdup("");
}

/* A release must not change the goldens. */
static char *without_version(const char *text)
{
	const char *at = strstr(text, "\"semanticVersion\": \"" CAPLINT_VERSION "\"");
	struct strbuf out = {0};
	if (at) {
		strbuf_add(&out, text, (size_t)(at - text));
		strbuf_puts(&out, "\"semanticVersion\": \"0.0.0\"");
		at += strlen("\"semanticVersion\": \"" CAPLINT_VERSION "\"");
	}
	strbuf_puts(&out, at ? at : text);
	return out.p;
}

static void check_golden(const char *name, const char *text)
{
	char path[4096];
	snprintf(path, sizeof path, GOLDEN "%s", name);
	char *got = without_version(text);
	if (getenv("CAPLINT_BLESS")) {
		FILE *f = fopen(path, "wb");
		ck_assert(f && fputs(got, f) >= 0 && !fclose(f));
	}
	char *expected = read_all(path);
	ck_assert_msg(expected != NULL, "no golden file %s", name);
	size_t same = 0;
	while (got[same] && got[same] == expected[same])
		same++;
	ck_assert_msg(!strcmp(got, expected), "%s differs at byte %zu: '%.300s', expected '%.300s'", name, same, got + same, expected + same);
	free(expected);
	free(got);
}

static u32 occurrences(const char *text, const char *part)
{
	u32 n = 0;
	for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
		n++;
	return n;
}

static struct gap place_gap(struct fixture *f)
{
	struct span span = place(f, LOADER, "<<<", 0);
	return (struct gap){span.begin, 3};
}

static void add_findings(struct fixture *f)
{
	struct findings *all = &f->findings;
	struct finding *peer = finding_add(all, LATCHED, SEVERITY_ERROR, place(f, LOADER, "cudaDeviceEnablePeerAccess(b, 0)", 0),
		"the refusal of 'cudaDeviceEnablePeerAccess' stays in the last-error slot");
	peer->function = S("probe");
	finding_step(all, peer, place(f, LOADER, "cudaDeviceEnablePeerAccess", 0), "fails if peer access is already enabled");
	finding_step(all, peer, place(f, LOADER, "return can", 0), "'probe' returns with the slot dirty");
	finding_related(all, peer, place(f, LOADER, "cudaGetLastError()", 0), "this check of table[i](x) would report it");
	finding_param(all, peer, "call", S("cudaDeviceEnablePeerAccess"));
	finding_add(all, DROPPED, SEVERITY_WARNING, place(f, LOADER, "cudaDeviceCanAccessPeer(&can, a, b)", 0),
	            "nobody reads what 'cudaDeviceCanAccessPeer' returns")->function = S("probe");
	struct finding *launch = finding_add(all, UNCHECKED, SEVERITY_WARNING, place(f, SIZES, "fill<T><<<1, 1>>>(p);\r\n}", 0),
	                                     "nothing checks this launch");
	for (u32 i = 0; i < 7; i++)
		finding_related(all, launch, place(f, PEER_TEST, "cudaMalloc", i % 2), "place %u", i);
	finding_add(all, DROPPED, SEVERITY_WARNING, place(f, LONG, "cudaStreamQuery(stream)", 0),
	            "nobody reads what 'cudaStreamQuery' returns")->function = S("f");
	for (u32 i = 0; i < 2; i++)
		finding_add(all, DROPPED, SEVERITY_NOTE, place(f, PEER_TEST, "cudaMalloc(&p, 1 << 20)", i),
		            "nobody reads what 'cudaMalloc' returns")->function = S("main");
	finding_add(all, UNCHECKED, SEVERITY_NOTE, place(f, LOADER, "scale<<<n / 256, 256>>>(p, n)", 0), "nothing checks this launch");
	finding_add(all, DROPPED, SEVERITY_WARNING, place(f, VENDORED, "cudaFree(0)", 0), "nobody reads what 'cudaFree' returns");
}

/* A capture that reaches a launch, a claim, and two library entries, one of which the capture reaches. */
static void add_captures(struct fixture *f)
{
	u32 step = fixture_add_captured(f, NONE, "step", place(f, LOADER, "void step(float *p, int n)\n{\n\tscale<<<n / 256, 256>>>(p, n);", 0), CAPTURED_CODE,
	                                "'cudaStreamBeginCapture' begins a <capture> here");
	fixture_add_captured(f, NONE, "graph_safe", place(f, LONG, "cudaStreamQuery(stream)", 0), CAPTURED_CLAIM, "its name says that it can be captured");
	fixture_add_captured(f, step, "probe", place(f, LOADER, "static bool probe(int a, int b)\n{\n\tint can = 0;\n\tcudaDeviceCanAccessPeer(&can, a, b);", 0), 0, NULL);
	fixture_add_captured(f, NONE, "launch<T>", place(f, SIZES, "template", 0), CAPTURED_PROFILE, "it takes tensors");
	struct captured_region below = {CAPTURED_PROFILE, place(f, LOADER, "probe", 0), S("probe"), S("it takes a stream"), 2};
	vec_push(&f->arena, &f->captured.regions, below);
}

static void open_example(struct fixture *f)
{
	fixture_open(f, GOLDEN "input");
	fixture_add_source(f, (struct source){.path = S("src/loader.cu"), .shown = S("../src/loader.cu"), .is_reported = true});
	fixture_add_source(f, (struct source){.path = S("src/kernels & co/größe.cuh"), .is_reported = true});
	fixture_add_source(f, (struct source){.path = S("src/long.cu"), .is_reported = true});
	fixture_add_source(f, (struct source){.path = S("tests/peer_test.cu"), .is_reported = true, .is_test = true});
	fixture_add_source(f, (struct source){.path = S("third_party/lib.cu"), .is_vendored = true});
	add_findings(f);
	add_captures(f);
	notice_add(&f->notices, S("../src/loader.cu"), true, false, "the parser crashed");
	notice_add(&f->notices, S("/home/someone/no.cu"), false, false, "not a regular file");
	f->report.coverage = (struct coverage){.files = 5, .files_parsed = 4, .launches = 2, .launches_understood = 1,
	                                       .calls = 6, .calls_understood = 6};
}

START_TEST(golden_text)
{
	struct fixture f;
	open_example(&f);
	ck_assert_int_eq(fixture_run(&f, FORMAT_TEXT), 1);
	check_golden("text.txt", f.out);
	check_golden("log.txt", f.log);
	f.report.level = SEVERITY_NOTE;
	f.report.color = COLOR_ALWAYS;
	f.report.is_audit = true;
	fixture_run(&f, FORMAT_TEXT);
	check_golden("color.txt", f.out);
	check_golden("audit-log.txt", f.log);
	fixture_close(&f);
}
END_TEST

START_TEST(golden_sarif)
{
	struct fixture f;
	open_example(&f);
	f.report.level = SEVERITY_NOTE;
	ck_assert_int_eq(fixture_run(&f, FORMAT_SARIF), 1);
	check_golden("results.sarif", f.out);
	ck_assert(!strstr(f.out, "home") && !strstr(f.out, SOURCE_DIR));
	fixture_close(&f);
}
END_TEST

START_TEST(golden_jsonl)
{
	struct fixture f;
	open_example(&f);
	f.report.level = SEVERITY_NOTE;
	ck_assert_int_eq(fixture_run(&f, FORMAT_JSONL), 1);
	check_golden("results.jsonl", f.out);
	fixture_close(&f);
}
END_TEST

START_TEST(golden_of_the_other_formats)
{
	static const struct { enum report_format format; const char *name; } rows[] = {
		{FORMAT_GITHUB, "github.txt"}, {FORMAT_GITLAB, "gitlab.json"}, {FORMAT_RDJSON, "rdjson.json"},
		{FORMAT_RDJSONL, "rdjsonl.jsonl"}, {FORMAT_JUNIT, "junit.xml"}, {FORMAT_MARKDOWN, "summary.md"},
	};
	struct fixture f;
	open_example(&f);
	f.report.level = SEVERITY_NOTE;
	f.report.is_strict = true;
	for (size_t i = 0; i < COUNT(rows); i++) {
		ck_assert_int_eq(fixture_run(&f, rows[i].format), 2);
		check_golden(rows[i].name, f.out);
		ck_assert_msg(!strstr(f.out, SOURCE_DIR), "%s", rows[i].name);
	}
	fixture_close(&f);
}
END_TEST

START_TEST(golden_of_a_clean_run)
{
	static const struct { enum report_format format; const char *expected; } rows[] = {
		{FORMAT_TEXT, ""}, {FORMAT_JSONL, ""}, {FORMAT_GITHUB, ""}, {FORMAT_GITLAB, "[]\n"}, {FORMAT_RDJSONL, ""},
		{FORMAT_RDJSON, "{\n \"source\": {\n  \"name\": \"caplint\"\n },\n \"diagnostics\": []\n}\n"},
		{FORMAT_JUNIT, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		 "<testsuites name=\"caplint\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\" time=\"0\">\n"
		 " <testsuite name=\"caplint\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\" time=\"0\">\n"
		 "  <testcase name=\"nothing found\" classname=\"caplint\" time=\"0\"/>\n </testsuite>\n</testsuites>\n"},
		{FORMAT_MARKDOWN, "## caplint: nothing found\n\nOf the code: no launches and no runtime calls in 0 files.\n"},
	};
	struct fixture f;
	fixture_open(&f, GOLDEN "input");
	for (size_t i = 0; i < COUNT(rows); i++) {
		ck_assert_int_eq(fixture_run(&f, rows[i].format), 0);
		ck_assert_str_eq(f.out, rows[i].expected);
	}
	fixture_close(&f);
}
END_TEST

/* The page without its style and its script, whose hashes change with them. */
static char *without_assets(const char *page)
{
	static const struct { const char *begin, *end; } parts[] = {
		{"style-src '", "'\""}, {"<style>", "</style>"}, {"<script>", "</script>"}, {"content=\"caplint ", "\""}, {"by caplint ", " The"},
	};
	struct strbuf out = {0};
	while (*page) {
		const char *end = NULL;
		for (size_t i = 0; i < COUNT(parts) && !end; i++)
			if (str_starts(str_of(page), parts[i].begin)) {
				strbuf_puts(&out, parts[i].begin);
				end = strstr(page + strlen(parts[i].begin), parts[i].end);
				ck_assert_ptr_nonnull(end);
			}
		if (end)
			page = end;
		else
			strbuf_putc(&out, *page++);
	}
	return out.p;
}

START_TEST(golden_page)
{
	struct fixture f;
	open_example(&f);
	f.report.level = SEVERITY_NOTE;
	struct gap gap = place_gap(&f);
	struct file_coverage files[COUNT(f.sources)] = {[LOADER] = {.launches = 2, .launches_understood = 1, .gap_count = 1, .gaps = &gap}};
	f.report.coverage.of_file = files;
	f.findings.list.at[0]->verdict = S("confirmed on a device");
	struct property verdict = {S("verdict"), S("confirmed")};
	vec_push(&f.arena, &f.findings.list.at[0]->confirmation, verdict);
	f.findings.list.at[4]->state = FINDING_ALLOWED;
	f.findings.list.at[4]->reason = S("the <second> one is asked for");
	f.report.shows_silenced = true;
	ck_assert_int_eq(fixture_run(&f, FORMAT_HTML), 1);
	char *page = without_assets(f.out);
	check_golden("audit.html", page);
	free(page);
	f.report.shows_silenced = false;
	fixture_run(&f, FORMAT_HTML);
	ck_assert(strstr(f.out, "Left out: 1 silenced in the source.") && !strstr(f.out, "&lt;second&gt;"));
	fixture_close(&f);
	fixture_open(&f, GOLDEN "input");
	ck_assert_int_eq(fixture_run(&f, FORMAT_HTML), 0);
	ck_assert(strstr(f.out, "Nothing was found") && !strstr(f.out, "id=\"rules\""));
	fixture_close(&f);
}
END_TEST

/* Source text, paths and messages that would end an element, an attribute, a command or a document. */
START_TEST(hostile_text_stays_text)
{
	static const char name[] = "hostile \"&<i>`.cu";
	char root[] = P_tmpdir "/caplint-test-XXXXXX", path[64];
	struct fixture f;
	ck_assert_ptr_nonnull(mkdtemp(root));
	snprintf(path, sizeof path, "%s/%s", root, name);
	FILE *source = fopen(path, "wb");
	ck_assert(source && fputs("// </pre></script><script>x</script>\n/* \x1b[31m \xe2\x80\xae */ void f() {\n"
	                          "\tcudaFree(\"</details>&amp;<!--\");\n}\n", source) >= 0 && !fclose(source));
	fixture_open(&f, root);
	fixture_add_source(&f, (struct source){.path = S("hostile \"&<i>`.cu"), .is_reported = true});
	struct finding *finding = finding_add(&f.findings, DROPPED, SEVERITY_ERROR, place(&f, 0, "cudaFree", 0), "%s",
	    "</script><script>x</script>\n::error::two]]> \x1b[31m | @team `code` \xe2\x80\xae");
	finding->function = S("operator<<\"");
	finding_step(&f.findings, finding, place(&f, 0, "cudaFree", 0), "</pre><b>\r\n::stop::");
	static const char *const raw[] = {"<script>x", "</script><script>", "<i>`", "\x1b", "\xe2\x80\xae", "operator<<\"", "<b>\r"};
	static const enum report_format formats[] = {FORMAT_HTML, FORMAT_JUNIT};
	for (size_t i = 0; i < COUNT(formats); i++) {
		fixture_run(&f, formats[i]);
		ck_assert(strstr(f.out, "&lt;script&gt;x&lt;/script&gt;") != NULL);
		for (size_t k = 0; k < COUNT(raw); k++)
			ck_assert_msg(!strstr(f.out, raw[k]), "format %u holds '%s'", formats[i], raw[k]);
	}
	fixture_run(&f, FORMAT_GITHUB);
	ck_assert_uint_eq(occurrences(f.out, "\n"), 1); /* the steps are in the one command */
	ck_assert(!strstr(f.out, "\n::error::") && !strstr(f.out, "\r"));
	fixture_run(&f, FORMAT_MARKDOWN);
	ck_assert(strstr(f.out, "\\<script\\>x") && strstr(f.out, "\\`code\\`") && strstr(f.out, "`` hostile \"&<i>`.cu:3 ``"));
	fixture_close(&f);
	remove(path);
	remove(root);
}
END_TEST

START_TEST(tests_of_one_place_have_names_of_their_own)
{
	struct fixture f;
	open_example(&f);
	f.findings.list.n = 0;
	struct span span = {LOADER, 3, 5}, longer = {LOADER, 3, 9};
	finding_add(&f.findings, DROPPED, SEVERITY_WARNING, span, "one");
	finding_add(&f.findings, UNCHECKED, SEVERITY_WARNING, span, "other rule");
	finding_add(&f.findings, DROPPED, SEVERITY_NOTE, span, "not shown");
	finding_add(&f.findings, DROPPED, SEVERITY_WARNING, span, "two");
	finding_add(&f.findings, DROPPED, SEVERITY_WARNING, longer, "three");
	fixture_run(&f, FORMAT_JUNIT);
	ck_assert_uint_eq(occurrences(f.out, "name=\"dropped-error at 1:4\""), 1);
	ck_assert_uint_eq(occurrences(f.out, "name=\"dropped-error at 1:4 (2)\""), 1);
	ck_assert_uint_eq(occurrences(f.out, "name=\"dropped-error at 1:4 (3)\""), 1);
	ck_assert_uint_eq(occurrences(f.out, "name=\"unchecked-launch at 1:4\""), 1);
	fixture_close(&f);
}
END_TEST

START_TEST(a_summary_fits_into_an_issue)
{
	struct fixture f;
	open_example(&f);
	for (u32 i = 0; i < 3000; i++)
		finding_add(&f.findings, UNCHECKED, SEVERITY_WARNING, (struct span){LOADER, i % 100, i % 100 + 1}, "finding %u", i);
	fixture_run(&f, FORMAT_MARKDOWN);
	ck_assert_uint_lt(f.out_size, 65536);
	u32 written = occurrences(f.out, "- [ ] "), left = 0;
	ck_assert_int_eq(sscanf(strstr(f.out, "\nAnd "), "\nAnd %u more", &left), 1);
	ck_assert_uint_eq(written + left, 3004);
	ck_assert(strstr(f.out, "**error**") < strstr(f.out, "**warning**"));
	fixture_close(&f);
}
END_TEST

START_TEST(several_outputs_are_what_each_alone_is)
{
	struct fixture f;
	open_example(&f);
	char *texts[2] = {0};
	size_t sizes[2];
	struct output both[2] = {{.stream = open_memstream(&texts[0], &sizes[0]), .format = FORMAT_SARIF},
	                         {.stream = open_memstream(&texts[1], &sizes[1]), .format = FORMAT_TEXT}};
	fixture_run(&f, FORMAT_SARIF);
	char *sarif = strdup(f.out);
	fixture_run(&f, FORMAT_TEXT);
	f.report.log = fopen("/dev/null", "w");
	ck_assert_int_eq(report_run(&f.report, both, 2), 1);
	fclose(both[0].stream);
	fclose(both[1].stream);
	fclose(f.report.log);
	ck_assert(!strcmp(texts[0], sarif) && !strcmp(texts[1], f.out));
	free(sarif);
	free(texts[0]);
	free(texts[1]);
	fixture_close(&f);
}
END_TEST

START_TEST(golden_sarif_of_a_clean_run)
{
	struct fixture f;
	fixture_open(&f, GOLDEN "input");
	ck_assert_int_eq(fixture_run(&f, FORMAT_SARIF), 0);
	check_golden("clean.sarif", f.out);
	check_golden("clean-log.txt", f.log);
	fixture_close(&f);
}
END_TEST

static char *fingerprints_of_second_twin(struct fixture *f)
{
	fixture_run(f, FORMAT_JSONL);
	char *at = strstr(f->out, "returns\",\"path\":\"tests/peer_test.cu\",\"line\":4,");
	ck_assert_ptr_nonnull(at);
	char *mark = strstr(at, "\"fingerprints\"");
	return strndup(mark, strcspn(mark, "}"));
}

START_TEST(fingerprints_do_not_depend_on_the_level)
{
	struct fixture f;
	open_example(&f);
	f.findings.list.at[5]->severity = SEVERITY_ERROR; /* the first twin stays hidden */
	char *high = fingerprints_of_second_twin(&f);
	f.report.level = SEVERITY_NOTE;
	char *all = fingerprints_of_second_twin(&f);
	ck_assert_str_eq(high, all);
	ck_assert(strstr(high, ":2\"") != NULL);
	free(high);
	free(all);
	fixture_close(&f);
}
END_TEST

START_TEST(sarif_keeps_the_weightiest_results)
{
	struct fixture f;
	open_example(&f);
	f.findings.list.n = 0;
	for (u32 i = 0; i < 5400; i++) {
		u32 rule = i % 9 ? UNCHECKED : DROPPED;
		finding_add(&f.findings, rule, SEVERITY_WARNING, (struct span){LOADER, i % 100, i % 100 + 1}, "finding %u", i);
	}
	finding_add(&f.findings, UNCHECKED, SEVERITY_ERROR, (struct span){VENDORED - 1, 0, 1}, "last in the order");
	fixture_run(&f, FORMAT_SARIF);
	ck_assert_uint_eq(occurrences(f.out, "\"ruleIndex\""), 5000);
	ck_assert_uint_eq(occurrences(f.out, "\"ruleId\": \"dropped-error\""), 600);
	ck_assert(strstr(f.out, "last in the order") != NULL);
	ck_assert(strstr(f.out, "401 results of the lowest severity and precision left out") != NULL);
	fixture_close(&f);
}
END_TEST

START_TEST(sarif_keeps_to_the_limits_of_one_result)
{
	struct fixture f;
	open_example(&f);
	f.findings.list.n = 0;
	struct span span = {LOADER, 3, 5};
	struct finding *finding = finding_add(&f.findings, DROPPED, SEVERITY_WARNING, span, "many");
	for (u32 i = 0; i < 1500; i++) {
		finding_step(&f.findings, finding, span, "step");
		finding_related(&f.findings, finding, span, "victim");
	}
	fixture_run(&f, FORMAT_SARIF);
	ck_assert_uint_eq(occurrences(f.out, "\"text\": \"step\""), 1000);
	ck_assert_uint_eq(occurrences(f.out, "\"text\": \"victim\""), 100);
	ck_assert(strstr(f.out, "many. See [victim](1), [here](2), [here](3), [here](4), [here](5) and 1495 more") != NULL);
	fixture_run(&f, FORMAT_TEXT);
	ck_assert_uint_eq(occurrences(f.out, "note: victim"), 20);
	ck_assert(strstr(f.out, "and 1480 more") != NULL);
	fixture_close(&f);
}
END_TEST

START_TEST(status_follows_level_failures_and_flags)
{
	struct fixture f;
	open_example(&f);
	ck_assert_int_eq(fixture_run(&f, FORMAT_TEXT), 1);
	f.report.exit_zero = true;
	ck_assert_int_eq(fixture_run(&f, FORMAT_TEXT), 0);
	f.report.is_strict = true;
	ck_assert_int_eq(fixture_run(&f, FORMAT_TEXT), 2);
	f.report.is_strict = f.report.exit_zero = false;
	notice_add(&f.notices, S("x.cu"), true, true, "not there");
	ck_assert_int_eq(fixture_run(&f, FORMAT_SARIF), 2);
	ck_assert(strstr(f.out, "\"executionSuccessful\": false") != NULL);
	f.notices.list.n = 0;
	f.findings.list.n = 0;
	finding_add(&f.findings, UNCHECKED, SEVERITY_NOTE, (struct span){LOADER, 0, 1}, "below");
	ck_assert_int_eq(fixture_run(&f, FORMAT_TEXT), 0);
	f.report.level = SEVERITY_NOTE;
	ck_assert_int_eq(fixture_run(&f, FORMAT_TEXT), 1);
	fixture_close(&f);
}
END_TEST

START_TEST(quiet_says_only_what_decides_the_status)
{
	struct fixture f;
	open_example(&f);
	f.report.is_quiet = true;
	fixture_run(&f, FORMAT_TEXT);
	ck_assert_str_eq(f.log, "");
	notice_add(&f.notices, S("x.cu"), true, true, "not there");
	fixture_run(&f, FORMAT_TEXT);
	ck_assert_str_eq(f.log, "caplint: x.cu: not there\n");
	fixture_close(&f);
}
END_TEST

START_TEST(many_notices_are_counted)
{
	struct fixture f;
	open_example(&f);
	f.notices.list.n = 0;
	for (u32 i = 0; i < 1100; i++)
		notice_add(&f.notices, S("src/long.cu"), true, false, "reason %04u", i);
	fixture_run(&f, FORMAT_SARIF);
	ck_assert_uint_eq(occurrences(f.log, "src/long.cu: reason"), 10);
	ck_assert(strstr(f.log, "and 1090 more notices (-v shows them)") != NULL);
	ck_assert_uint_eq(occurrences(f.out, "src/long.cu: reason"), 1000);
	ck_assert(strstr(f.out, "100 notices left out") != NULL);
	f.report.is_verbose = true;
	fixture_run(&f, FORMAT_TEXT);
	ck_assert_uint_eq(occurrences(f.log, "src/long.cu: reason"), 1100);
	fixture_close(&f);
}
END_TEST

START_TEST(a_file_that_vanished_has_no_line)
{
	struct fixture f;
	fixture_open(&f, "/nonexistent");
	fixture_add_source(&f, (struct source){.path = S("a.cu"), .is_reported = true});
	finding_add(&f.findings, DROPPED, SEVERITY_WARNING, (struct span){0, 70, 90}, "gone");
	ck_assert_int_eq(fixture_run(&f, FORMAT_TEXT), 1);
	ck_assert_str_eq(f.out, "a.cu:1:1: warning: gone [dropped-error]\n");
	ck_assert(strstr(f.log, "a.cu: can't be read again") != NULL);
	fixture_run(&f, FORMAT_SARIF);
	ck_assert(strstr(f.out, "c129715d7a2bc9a3:1") != NULL);
	ck_assert_uint_eq(f.notices.list.n, 1);
	fixture_close(&f);
}
END_TEST

TCase *format_tests(void)
{
	TCase *t = tcase_create("formats");
	tcase_set_timeout(t, 60); /* sanitizers on a busy machine */
	tcase_add_test(t, golden_text);
	tcase_add_test(t, golden_sarif);
	tcase_add_test(t, golden_jsonl);
	tcase_add_test(t, golden_of_the_other_formats);
	tcase_add_test(t, golden_of_a_clean_run);
	tcase_add_test(t, golden_page);
	tcase_add_test(t, hostile_text_stays_text);
	tcase_add_test(t, tests_of_one_place_have_names_of_their_own);
	tcase_add_test(t, a_summary_fits_into_an_issue);
	tcase_add_test(t, several_outputs_are_what_each_alone_is);
	tcase_add_test(t, golden_sarif_of_a_clean_run);
	tcase_add_test(t, fingerprints_do_not_depend_on_the_level);
	tcase_add_test(t, sarif_keeps_the_weightiest_results);
	tcase_add_test(t, sarif_keeps_to_the_limits_of_one_result);
	tcase_add_test(t, status_follows_level_failures_and_flags);
	tcase_add_test(t, quiet_says_only_what_decides_the_status);
	tcase_add_test(t, many_notices_are_counted);
	tcase_add_test(t, a_file_that_vanished_has_no_line);
	return t;
}
