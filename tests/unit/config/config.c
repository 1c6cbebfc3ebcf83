/* What a configuration means, what is said of mistakes, and which file counts. */
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const levels[] = {"note", "warning", "error", NULL};
static const struct config_key keys[] = {
	{"level", CONFIG_CHOICE, levels, "h"}, {"strict", CONFIG_FLAG, NULL, "h"}, {"select", CONFIG_RULES, NULL, "h"},
	{"exclude", CONFIG_NAMES, NULL, "h"},  {"size", CONFIG_SIZE, NULL, "h"},   {"baseline", CONFIG_PATH, NULL, "h"},
};
static const struct rule rules[] = {{.name = "dropped-error"}, {.name = "latched-error"}};
static const struct config_known known = {keys, COUNT(keys), rules, COUNT(rules)};
static char *folder;

static void enter(void)
{
	char name[] = "/tmp/caplint-config-XXXXXX";
	ck_assert_ptr_nonnull(mkdtemp(name));
	folder = realpath(name, NULL);
	ck_assert(folder && chdir(folder) == 0);
}

static void leave(void)
{
	ck_assert(system(arena_format(&arena, "rm -rf %s", folder)) == 0);
	free(folder);
	arena_release(&arena);
}

static void put(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");
	ck_assert(f && fputs(text, f) >= 0 && !fclose(f));
}

static struct config read_as(const char *path, const char *text)
{
	struct config c;
	struct strbuf err = {0};
	put(path, text);
	ck_assert_msg(config_read(&arena, &known, path, &c, &err), "%s", err.p);
	return c;
}

START_TEST(all_that_there_is)
{
	struct config c = read_as("caplint.toml",
		"level = 'error'\nstrict = true\nselect = ['dropped-error']\nexclude = []\nsize = 12\nentry-points = ['a::b']\n"
		"[per-file-ignores]\n'x/**' = ['latched-error']\n'y' = []\n[rules.latched-error]\nseverity = 'note'\n"
		"[[models.checks]]\nname = 'C'\nreads = 'code'\nfails = 'throw'\ndrains = true\n[[models.noreturn]]\nname = 'die'\n");
	ck_assert_msg(!c.faults.list.n, "%s", c.faults.list.n ? c.faults.list.at[0].text.p : "");
	ck_assert_uint_eq(c.settings.n, 5);
	ck_assert(str_is(c.settings.at[0].words.list.at[0].text, "error") && str_is(c.settings.at[1].words.list.at[0].text, "true"));
	ck_assert(str_is(c.settings.at[4].words.list.at[0].text, "12") && !c.settings.at[3].words.list.n);
	ck_assert(c.entry_points.list.n == 1 && str_is(c.entry_points.list.at[0].text, "a::b"));
	ck_assert(c.ignores.n == 2 && c.ignores.at[0].rules.n == 1 && c.ignores.at[0].rules.at[0] == 1 && !c.ignores.at[1].rules.n);
	ck_assert(c.severities.n == 1 && c.severities.at[0].rule == 1 && c.severities.at[0].severity == SEVERITY_NOTE);
	ck_assert(c.rows.n == 2 && str_is(c.rows.at[0].cells[3], "yes") && str_is(c.rows.at[0].cells[4], "caplint.toml"));
	ck_assert(str_eq(c.folder, str_of(folder)));
}
END_TEST

START_TEST(every_mistake_has_its_place)
{
	static const struct { const char *text, *fault; u32 line, column; } cases[] = {
		{"levl = 'note'\n", "unknown key 'levl'; did you mean 'level'?", 1, 1},
		{"\n level = 'warnin'\n", "'warnin' is not one of: note, warning, error; did you mean 'warning'?", 2, 10},
		{"level = 'warn'\n", "'warn' is not one of: note, warning, error; did you mean 'warning'?", 1, 9},
		{"jobs = 4\n", "unknown key 'jobs'; 'caplint config' shows the keys", 1, 1},
		{"[tool.caplint]\nlevel = 'note'\n", "unknown key 'tool'; only a pyproject.toml has the table [tool.caplint]", 1, 2},
		{"level = 1\n", "'level' is an integer where a text belongs", 1, 9},
		{"strict = 'yes'\n", "'strict' is a text where true or false belongs", 1, 10},
		{"select = 'dropped-error'\n", "'select' is a text where a list belongs: [\"dropped-error\"]", 1, 10},
		{"select = [\n 'droped-error']\n", "unknown rule 'droped-error'; did you mean 'dropped-error'?", 2, 2},
		{"exclude = ['a', 2]\n", "an integer where a text belongs", 1, 17},
		{"exclude = ['']\n", "the text is empty", 1, 12},
		{"baseline = \"a\\u0007\"\n", "the text holds a control character", 1, 12},
		{"size = 1.5\n", "'size' is a number with a fraction where a text belongs", 1, 8},
		{"[per-file-ignores]\nx = ['latched']\n", "unknown rule 'latched'; did you mean 'latched-error'?", 2, 6},
		{"[rules.x]\nseverity = 'note'\n", "unknown rule 'x'; 'caplint rules' lists them", 1, 8},
		{"[rules.dropped-error]\nseverty = 'note'\n", "'severty' is no setting of a rule: there is severity", 2, 1},
		{"[rules.dropped-error]\nlevel = 'note'\n", "'level' is no setting of a rule: there is severity; for the whole run it stands above the first table", 2, 1},
		{"[rules.dropped-error]\nseverity = 'off'\n", "'off' is no level: note, warning or error; a rule is turned off by ignore = [\"dropped-error\"] above the first table", 2, 12},
		{"[models]\nchecks = 1\n", "'checks' is an integer where a list belongs", 2, 10},
		{"[models.checks]\nname = 'a'\n", "'checks' is a list of rows, each below brackets of its own: [[models.checks]]", 1, 9},
		{"[[models.chekcs]]\n", "'chekcs' is no table of the models; did you mean 'checks'?", 1, 10},
		{"[[models.checks]]\nname = 'a'\nraeds = 'code'\n", "'raeds' is no column of checks; did you mean 'reads'?", 3, 1},
		{"[[models.checks]]\nname = 'a'\nreads = 'slots'\n", "'slots' is not one of: nothing, code, condition, slot; did you mean 'slot'?", 3, 9},
		{"[[models.noreturn]]\nevidence = 'b'\n", "the row of noreturn has no 'name'", 1, 1},
		{"\xef\xbb\xbflevl = 'note'\n", "unknown key 'levl'; did you mean 'level'?", 1, 1},
		{"[[models.noreturn]]\nname = 'a'\n[[models.noreturn]]\nname = 'a'\n", "'a' is given twice", 4, 8},
		{"[[models.capture]]\nname = 'a'\ndoes = 'alloc'\nhere = 'okk'\n", "the cell 'okk' is none of - node ok once 900", 4, 8},
		{"[[models.regions]]\nname = 'a'\nlanguage = 'any'\nkind = 'with'\nsure = true\nargument = 99\n", "the cell '99' is no position of an argument, 0 to 15", 6, 12},
		{"[[models.regions]]\nname = 'a'\nlanguage = ''\nkind = 'with'\nsure = true\n", "the text is empty", 3, 12},
		{"[[models.noreturn]]\nname = \"a\\tb\"\n", "the text holds a control character", 2, 8},
		{"level = 'note'strict = true\n", "begins on the line of something else", 1, 15},
		{"models = 3\n", "'models' is an integer where a table belongs", 1, 10},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct config c = read_as("caplint.toml", cases[i].text);
		u32 line = 0, column = 0;
		bool is_found = false;
		for (u32 k = 0; k < c.faults.list.n && !is_found; k++) {
			config_place(&c, c.faults.list.at[k].at, &line, &column);
			is_found = str_starts(c.faults.list.at[k].text, cases[i].fault);
		}
		ck_assert_msg(is_found, "%s\nsays '%s'", cases[i].text, c.faults.list.n ? c.faults.list.at[0].text.p : "nothing");
		ck_assert_msg(line == cases[i].line && column == cases[i].column, "'%s' is said of %u:%u", cases[i].fault, line, column);
	}
}
END_TEST

START_TEST(rows_become_tables)
{
	struct config c = read_as("caplint.toml", "[[models.noreturn]]\nname = 'b'\n[[models.regions]]\nname = 'a'\nlanguage = 'any'\nkind = 'with'\nsure = false\n"
	                          "argument = 2\n[[models.regions]]\nname = 'a'\nlanguage = 'native'\nkind = 'end'\nsure = true\n[[models.noreturn]]\nname = 'c'\nevidence = 'd'\n");
	struct strbuf text = {0};
	ck_assert_uint_eq(c.faults.list.n, 0);
	for (u32 i = 0; models_table(i); i++)
		config_rows_text(&c, i, &text);
	ck_assert_str_eq(text.p, "b\tcaplint.toml\nc\td\na\tany\twith\t2\t-\t-\t-\tno\tcaplint.toml\na\tnative\tend\t-\t-\t-\t-\tyes\tcaplint.toml\n");
	strbuf_release(&text);
	c = read_as("caplint.toml", "[[models.noreturn]]\nname = 'a'\n[[models.noreturn]]\nname = 'a'\n[[models.capture]]\nname = 'x'\ndoes = 'alloc'\nhere = 'y'\n"
	            "[[models.capture]]\nname = 'z'\ndoes = 'alloc'\nhere = 'y'\n");
	ck_assert_uint_eq(c.faults.list.n, 3);
}
END_TEST

START_TEST(a_mistake_hides_no_other)
{
	struct config c = read_as("caplint.toml", "levl = 1\nstrict = 2\nbroken\nselect = ['a', 'b']\nlevel = 'note'\n");
	ck_assert_uint_eq(c.faults.list.n, 5);
	ck_assert_uint_eq(c.settings.n, 2);
	for (u32 i = 1; i < c.faults.list.n; i++)
		ck_assert(c.faults.list.at[i - 1].at <= c.faults.list.at[i].at);
}
END_TEST

START_TEST(a_pyproject_has_a_table)
{
	struct config c = read_as("pyproject.toml", "[project]\nname = 'x'\n[tool.other]\nlevel = 1\n[tool.caplint]\nlevel = 'note'\nbad = 1\n");
	ck_assert(c.settings.n == 1 && c.faults.list.n == 1);
	c = read_as("pyproject.toml", "[project]\nname = 'x'\n");
	ck_assert(!c.settings.n && !c.faults.list.n);
}
END_TEST

static void check_found(const char *path, const char *expected)
{
	const char *found = config_find(&arena, &path, 1);
	ck_assert_msg(expected ? found && !strcmp(found, expected) : !found, "for %s: %s, not %s", path, found ? found : "nothing", expected ? expected : "nothing");
}

START_TEST(the_nearest_file_counts)
{
	ck_assert(!mkdir("r", 0755) && !mkdir("r/.git", 0755) && !mkdir("r/s", 0755) && !mkdir("r/s/t", 0755));
	put("caplint.toml", "");
	put("r/s/a.cu", "");
	check_found("r/s", NULL); /* the top of the repository is the end */
	put("r/pyproject.toml", "[project]\nname = 'caplint'\n");
	check_found("r/s/a.cu", NULL);
	put("r/pyproject.toml", "[tool.caplint]\n");
	check_found("r/s/a.cu", "r/pyproject.toml");
	put("r/pyproject.toml", "[tool.other]\na = \"no end\n[tool.caplint]\nlevel = 'note'\n");
	check_found("r/s/a.cu", "r/pyproject.toml"); /* a mistake above the table does not hide it */
	put("r/pyproject.toml", "[tool.other]\na = \"no end of caplint\n");
	check_found("r/s/a.cu", NULL);
	put("r/caplint.toml", "");
	check_found("r/s/t", "r/caplint.toml");
	put("r/s/.caplint.toml", "");
	put("r/s/caplint.toml", "");
	check_found("r/s/t", "r/s/.caplint.toml");
	check_found("r/s/t/no/such/file.cu", "r/s/.caplint.toml");
	check_found("r", "r/caplint.toml");
	const char *both[] = {"r/s/t", "r/s/a.cu", "r"};
	ck_assert_str_eq(config_find(&arena, both, 2), "r/s/.caplint.toml");
	ck_assert_str_eq(config_find(&arena, both, 3), "r/caplint.toml");
	ck_assert(chdir("r/s/t") == 0);
	check_found(".", "../.caplint.toml");
}
END_TEST

START_TEST(what_can_not_be_read_is_said)
{
	struct config c;
	struct strbuf err = {0};
	ck_assert(!config_read(&arena, &known, "none.toml", &c, &err));
	ck_assert(strstr(err.p, "No such file"));
	err.n = 0;
	ck_assert(!config_read(&arena, &known, "/", &c, &err));
	ck_assert(strstr(err.p, "not a regular file"));
	strbuf_release(&err);
}
END_TEST

TCase *config_tests(void)
{
	TCase *tcase = tcase_create("config");
	tcase_set_timeout(tcase, 60);
	tcase_add_checked_fixture(tcase, enter, leave);
	tcase_add_test(tcase, all_that_there_is);
	tcase_add_test(tcase, every_mistake_has_its_place);
	tcase_add_test(tcase, rows_become_tables);
	tcase_add_test(tcase, a_mistake_hides_no_other);
	tcase_add_test(tcase, a_pyproject_has_a_table);
	tcase_add_test(tcase, the_nearest_file_counts);
	tcase_add_test(tcase, what_can_not_be_read_is_said);
	return tcase;
}
