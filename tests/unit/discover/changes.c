/* What git diff says, read; and real repositories. */
#include "discover/changes.h"
#include "scratch.h"
#include "tests.h"

#include <string.h>

static struct changes parsed(const char *diff)
{
	struct changes c = {0};
	changes_parse(&scratch, str_of(diff), &c);
	return c;
}

static bool touches(const struct changes *c, const char *path, u32 first, u32 last)
{
	return changes_touch(c, str_of(path), first, last);
}

START_TEST(hunks_become_lines)
{
	struct changes c = parsed("diff --git a/a.cu b/a.cu\nindex 1..2 100644\n--- a/a.cu\n+++ b/a.cu\n"
	                          "@@ -3 +3,2 @@ f()\n-old\n+new\n+new\n@@ -9,2 +10,0 @@\n-x\n-y\n@@ -20,0 +19 @@\n+z\n\\ No newline at end of file\n");
	ck_assert_uint_eq(c.files.n, 1);
	ck_assert(touches(&c, "a.cu", 3, 3) && touches(&c, "a.cu", 4, 9) && touches(&c, "a.cu", 1, 3) && touches(&c, "a.cu", 19, 30));
	ck_assert(!touches(&c, "a.cu", 1, 2) && !touches(&c, "a.cu", 5, 18) && !touches(&c, "a.cu", 20, 99));
	ck_assert(!touches(&c, "b.cu", 3, 3) && changes_know(&c, S("a.cu")) && !changes_know(&c, S("b.cu")));
}
END_TEST

START_TEST(lines_may_look_like_headers)
{
	struct changes c = parsed("--- a/a.cu\n+++ b/a.cu\n@@ -1,2 +1,2 @@\n--- a/x\n-@@ -1 +1 @@\n+++ b/y\n+@@ -7 +7 @@\n@@ -5,0 +6 @@\n+q\n");
	ck_assert_uint_eq(c.files.n, 1);
	ck_assert_uint_eq(c.files.at[0].ranges.n, 2);
	ck_assert_uint_eq(c.files.at[0].ranges.at[1].first, 6);
}
END_TEST

START_TEST(names_are_unquoted)
{
	struct changes c = parsed("+++ \"b/a\\\"\\t\\303\\244\\\\.cu\"\n@@ -0,0 +1 @@\n+x\n");
	ck_assert(str_is(c.files.at[0].path, "a\"\t\xc3\xa4\\.cu"));
	c = parsed("+++ b/with blank.cu\t\n@@ -0,0 +1 @@\n+x\n");
	ck_assert(str_is(c.files.at[0].path, "with blank.cu"));
	c = parsed("+++ /dev/null\n@@ -1 +0,0 @@\n-x\n");
	ck_assert(!changes_know(&c, S("dev/null")));
}
END_TEST

START_TEST(binary_files_count_whole)
{
	struct changes c = parsed("diff --git a/x and b/y.cu b/x and b/y.cu\nindex 1..2 100644\nBinary files a/x and b/y.cu and b/x and b/y.cu differ\n");
	ck_assert(c.files.n == 1 && str_is(c.files.at[0].path, "x and b/y.cu") && c.files.at[0].is_whole);
	c = parsed("Binary files /dev/null and \"b/\\303\\244.cu\" differ\n");
	ck_assert(touches(&c, "\xc3\xa4.cu", 1, 1));
	c = parsed("diff --git a/o.cu b/n.cu\nsimilarity index 61%\nrename from o.cu\nrename to n.cu\nBinary files a/o.cu and b/n.cu differ\n"
	           "diff --git a/p.cu b/p.cu\nBinary files a/p.cu and b/p.cu differ\n");
	ck_assert(c.files.n == 2 && str_is(c.files.at[0].path, "n.cu") && str_is(c.files.at[1].path, "p.cu"));
	c = parsed("diff --git a/lib/x b/lib/x\nBinary files a/lib/xxxxxxxxxx and /dev/null differ\n");
	ck_assert(!c.files.at[0].path.n);
}
END_TEST

START_TEST(no_text_does_harm)
{
	static const char *const texts[] = {"", "Binary files ", "Binary files differ", "Binary files  and  differ\nrename to ", "Binary files /dev/null and  differ", "rename to \"\nBinary files a differ", "+++ ", "+++ \"", "+++ \"b/\\", "@@ -1 +1 @@\n", "+++ b/a\n@@ -1 +99999999999999999999,3 @@\n+x\n",
	                                    "+++ b/a\n@@ -x +y @@\n", "+++ b/a\n@@ -1,4000000000 +1,4000000000 @@\n", "+++ b/a\n@@ -1,2 +1,2 @@"};
	for (size_t i = 0; i < COUNT(texts); i++)
		parsed(texts[i]);
}
END_TEST

static void git(const char *command)
{
	scratch_shell(arena_format(&scratch, "git -c user.name=n -c user.email=e@e -c init.defaultBranch=main -c commit.gpgsign=false %s >/dev/null 2>&1", command));
}

static struct changes since(const char *base, u32 notice_count)
{
	struct changes c;
	struct strbuf err = {0};
	struct notices notices = {.arena = &scratch};
	ck_assert_msg(changes_read(&scratch, str_of(scratch_path("")), base, &c, &notices, &err), "%s", err.p);
	ck_assert_uint_eq(notices.list.n, notice_count);
	return c;
}

START_TEST(a_branch_is_compared_with_where_it_left)
{
	git("init -q .");
	scratch_file("a.cu", "1\n2\n3\n4\n5\n");
	scratch_file("old.cu", "1\n2\n3\n4\n5\n6\n7\n8\n");
	git("add .");
	git("commit -qm one");
	git("checkout -qb topic");
	scratch_file("a.cu", "1\n2\nthree\n4\n5\n");
	git("mv old.cu new.cu");
	git("commit -qam two");
	git("checkout -q main");
	scratch_file("a.cu", "ONE\n2\n3\n4\n5\n");
	git("commit -qam three");
	git("checkout -q topic");
	scratch_file("a.cu", "1\n2\nthree\n4\nfive\n");
	scratch_file("free/b.cu", "x\n");
	struct changes c = since("main", 0);
	ck_assert(touches(&c, "a.cu", 3, 3) && touches(&c, "a.cu", 5, 5));
	ck_assert(!touches(&c, "a.cu", 1, 2) && !touches(&c, "a.cu", 4, 4));
	ck_assert_msg(!changes_know(&c, S("new.cu")), "a renamed file has not changed");
	ck_assert_msg(touches(&c, "free/b.cu", 1, 1), "an untracked file counts whole");
	scratch_file(".gitattributes", "made.cu -diff\n");
	scratch_file("made.cu", "1\n");
	git("add .");
	git("commit -qm four");
	scratch_file("made.cu", "2\n");
	c = since("HEAD", 0);
	ck_assert_msg(touches(&c, "made.cu", 1, 1), "what git does not compare line by line counts whole");
	git("checkout -q --orphan alone");
	git("commit -qm five");
	since("main", 1);
}
END_TEST

START_TEST(what_is_no_revision_is_said)
{
	struct changes c;
	struct strbuf err = {0};
	struct notices notices = {.arena = &scratch};
	struct str here = str_of(scratch_path(""));
	ck_assert(!changes_read(&scratch, here, "main", &c, &notices, &err));
	ck_assert(strstr(err.p, "is no git repository"));
	git("init -q .");
	err.n = 0;
	ck_assert(!changes_read(&scratch, here, "nothing", &c, &notices, &err));
	ck_assert_msg(strstr(err.p, "'nothing' is no revision"), "%s", err.p);
	err.n = 0;
	ck_assert(!changes_read(&scratch, here, "--output=x", &c, &notices, &err));
	ck_assert(strstr(err.p, "is no revision"));
	scratch_file("a.cu", "1\n");
	git("add .");
	git("commit -qm one");
	err.n = 0;
	ck_assert_msg(!changes_read(&scratch, here, "^HEAD", &c, &notices, &err), "a revision that is left out is none");
	strbuf_release(&err);
}
END_TEST

TCase *changes_tests(void)
{
	TCase *tcase = tcase_create("changes");
	tcase_set_timeout(tcase, 60);
	tcase_add_checked_fixture(tcase, scratch_enter, scratch_leave);
	tcase_add_test(tcase, hunks_become_lines);
	tcase_add_test(tcase, lines_may_look_like_headers);
	tcase_add_test(tcase, names_are_unquoted);
	tcase_add_test(tcase, binary_files_count_whole);
	tcase_add_test(tcase, no_text_does_harm);
	tcase_add_test(tcase, a_branch_is_compared_with_where_it_left);
	tcase_add_test(tcase, what_is_no_revision_is_said);
	return tcase;
}
