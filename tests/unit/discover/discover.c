/* Small trees on disk, and the lists that come of them. Each test runs in a process and a folder of its own. */
#include "tests.h"

#include "discover/discover.h"
#include "scratch.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void make_repository(void)
{
	scratch_shell("git init -q . && git config user.name t && git config user.email t@example.org");
}

/* One line a file: shown path, language, and the flags that hold; then one line a notice. */
static const char *found(const char *const *paths, u32 count, u64 max)
{
	struct discover_options o = {.path_count = count, .max_file_bytes = max};
	struct discovery d;
	struct notices notices = {.arena = &scratch};
	struct strbuf err = {0}, out = {0};
	o.paths = arena_array(&scratch, const char *, count);
	for (u32 i = 0; i < count; i++)
		o.paths[i] = paths[i];
	if (!discover(&scratch, &o, &d, &notices, &err))
		strbuf_addf(&out, "error: %s\n", err.p);
	for (u32 i = 0; i < d.files.n; i++) {
		const struct source *f = &d.files.at[i];
		ck_assert(!i || str_cmp(d.files.at[i - 1].path, f->path) < 0);
		strbuf_addf(&out, "%.*s %s%s%s%s%s\n", (int)f->shown.n, f->shown.p, language_name(f->language),
		            f->is_reported ? "" : f->is_left_out ? " left-out" : " context", f->is_named ? " named" : "", f->is_vendored ? " vendored" : "",
		            f->is_test ? " test" : "");
	}
	notices_sort(&notices);
	for (u32 i = 0; i < notices.list.n; i++) {
		const struct notice *n = &notices.list.at[i];
		strbuf_addf(&out, "%s%.*s: %.*s\n", n->is_failure ? n->was_named ? "! " : "? " : "- ", (int)n->path.n, n->path.p,
		            (int)n->text.n, n->text.p);
	}
	const char *text = arena_text(&scratch, out.p ? out.p : "", out.n);
	strbuf_release(&out);
	strbuf_release(&err);
	return text;
}

#define FOUND(...) found((const char *const[]){__VA_ARGS__}, COUNT(((const char *const[]){__VA_ARGS__})), 0)

START_TEST(a_repository_is_what_git_lists)
{
	make_repository();
	scratch_shell("mkdir -p src third_party/x build tests; echo build >.gitignore; touch src/b.cu src/a.py src/gone.cu README.md");
	scratch_shell("touch third_party/x/v.cu build/gen.cu tests/t.cpp; git add . ; git commit -qm x; rm src/gone.cu; touch new.cuh");
	const char *all = "new.cuh CUDA\nsrc/a.py Python\nsrc/b.cu CUDA\ntests/t.cpp C++ test\n"
	                  "third_party/x/v.cu CUDA left-out vendored\n";
	ck_assert_str_eq(FOUND("."), all);
	ck_assert_str_eq(found(NULL, 0, 0), all);
	ck_assert_str_eq(FOUND("src"), "new.cuh CUDA context\nsrc/a.py Python\nsrc/b.cu CUDA\ntests/t.cpp C++ context test\n"
	                               "third_party/x/v.cu CUDA context vendored\n");
	ck_assert_str_eq(FOUND("third_party/x", "src/b.cu"),
	                 "new.cuh CUDA context\nsrc/a.py Python context\nsrc/b.cu CUDA named\ntests/t.cpp C++ context test\n"
	                 "third_party/x/v.cu CUDA vendored\n");
	ck_assert_int_eq(chdir("src"), 0);
	setenv("GIT_DIR", "/nonexistent", 1);
	ck_assert_str_eq(FOUND("b.cu"), "../new.cuh CUDA context\na.py Python context\nb.cu CUDA named\n"
	                                "../tests/t.cpp C++ context test\n../third_party/x/v.cu CUDA context vendored\n");
}
END_TEST

START_TEST(what_git_ignores_counts_when_given)
{
	make_repository();
	scratch_shell("mkdir -p build/deep; echo build >.gitignore; touch a.cu build/gen.cu build/deep/h.h");
	ck_assert_str_eq(FOUND("."), "a.cu CUDA\n");
	ck_assert_str_eq(FOUND("build"), "a.cu CUDA context\nbuild/deep/h.h C++\nbuild/gen.cu CUDA\n");
	ck_assert_str_eq(FOUND("build/gen.cu"), "a.cu CUDA context\nbuild/gen.cu CUDA named\n");
}
END_TEST

START_TEST(repositories_inside_are_foreign)
{
	make_repository();
	scratch_shell("mkdir -p lib/fmt clone; touch a.cu");
	scratch_shell("for d in lib/fmt clone; do (cd $d && git init -q && touch in.cu && git add . && "
	      "git -c user.name=t -c user.email=t@example.org commit -qm x); done");
	scratch_shell("git -c advice.addEmbeddedRepo=false add a.cu lib 2>/dev/null");
	ck_assert_str_eq(FOUND("."), "a.cu CUDA\nclone/in.cu CUDA left-out vendored\nlib/fmt/in.cu CUDA left-out vendored\n");
	ck_assert_str_eq(FOUND("lib"), "a.cu CUDA context\nclone/in.cu CUDA context vendored\n"
	                               "lib/fmt/in.cu CUDA left-out vendored\n- lib: holds no source file to report on\n");
	scratch_shell("rm -rf lib/fmt/* lib/fmt/.git");
	ck_assert_str_eq(FOUND("."), "a.cu CUDA\nclone/in.cu CUDA left-out vendored\n");
}
END_TEST

START_TEST(a_refusing_git_is_replaced_by_a_walk)
{
	make_repository();
	scratch_shell("touch a.cu; echo garbage >.git/index");
	const char *text = FOUND(".");
	ck_assert_msg(strstr(text, "a.cu CUDA\n- /"), "%s", text);
	ck_assert_msg(strstr(text, "git can't list it, so every file counts: "), "%s", text);
}
END_TEST

START_TEST(outside_git_a_folder_is_walked_and_a_file_stands_for_its_own)
{
	scratch_shell("mkdir -p p/q p/.hidden p/r; touch p/a.cu p/q/b.cu p/.hidden/c.cu p/.x.cu p/r/c.h; ln -s .. p/q/up; ln -s q p/link");
	ck_assert_str_eq(FOUND("p"), "p/a.cu CUDA\np/q/b.cu CUDA\np/r/c.h C++\n");
	ck_assert_str_eq(FOUND("p/a.cu"), "p/a.cu CUDA named\n");
	ck_assert_str_eq(FOUND("p/a.cu", "p/q/b.cu"), "p/a.cu CUDA named\np/q/b.cu CUDA named\n");
	ck_assert_str_eq(FOUND("p/q", "p/r/c.h"), "p/q/b.cu CUDA\np/r/c.h C++ named\n");
}
END_TEST

START_TEST(links_add_files_only_from_inside)
{
	scratch_shell("mkdir -p work/in out; touch out/o.cu");
	ck_assert_int_eq(chdir("work"), 0);
	scratch_shell("touch in/a.cu in/data; cd in; ln -s a.cu same.cu; ln -s ../../out/o.cu far.cu");
	scratch_shell("cd in; ln -s data one.cu; ln -s data two.cu; ln -s . self.c; ln -s loop.cu loop.cu; ln -s nowhere dangling.cu");
	ck_assert_str_eq(FOUND("in"), "in/a.cu CUDA\nin/one.cu CUDA\n- in/loop.cu: is a loop of symbolic links\n");
	ck_assert_str_eq(FOUND("in/same.cu"),
	                 "in/a.cu CUDA named\nin/one.cu CUDA context\n- in/loop.cu: is a loop of symbolic links\n");
	ck_assert_str_eq(FOUND("in/dangling.cu", "in/a.cu"),
	                 "in/a.cu CUDA named\nin/one.cu CUDA context\n! in/dangling.cu: no such file or folder\n"
	                 "- in/loop.cu: is a loop of symbolic links\n");
	ck_assert_str_eq(FOUND("in/far.cu"), "in/a.cu CUDA context\nin/far.cu CUDA named\nin/one.cu CUDA context\n"
	                                     "- in/loop.cu: is a loop of symbolic links\n");
}
END_TEST

START_TEST(each_failure_says_what_and_where)
{
	scratch_shell("mkdir d; touch a.cu; mkfifo f.cu; ln -s l.cu l.cu; echo 0123456789 >d/big.cu");
	ck_assert_str_eq(FOUND("nothing"), "error: nothing: no such file or folder\n! nothing: no such file or folder\n");
	ck_assert_str_eq(FOUND("a.cu", "no.cu", "f.cu", "l.cu", "a.cu/x"),
	                 "a.cu CUDA named\n! a.cu/x: Not a directory\n! f.cu: is not a regular file\n"
	                 "! l.cu: is a loop of symbolic links\n! no.cu: no such file or folder\n");
	ck_assert_str_eq(found((const char *const[]){"d"}, 1, 10), "? d/big.cu: is larger than the limit of 10 bytes\n");
	ck_assert_str_eq(found((const char *const[]){"d"}, 1, 11), "d/big.cu CUDA\n");
	ck_assert_str_eq(found((const char *const[]){"d/big.cu"}, 1, 10), "! d/big.cu: is larger than the limit of 10 bytes\n");
	if (geteuid() != 0) {
		scratch_shell("chmod 0 d/big.cu");
		ck_assert_str_eq(FOUND("d"), "? d/big.cu: can't be read: Permission denied\n");
		scratch_shell("chmod 0 d");
		ck_assert_str_eq(FOUND("d"), "- d: folder can't be read: Permission denied\n");
	}
}
END_TEST

START_TEST(paths_of_another_repository_are_refused)
{
	scratch_shell("mkdir one two; touch one/a.cu two/b.cu; git init -q one; git init -q two");
	const char *text = FOUND("one", "two/b.cu");
	ck_assert_msg(strstr(text, "one/a.cu CUDA\n! two/b.cu: is not inside /"), "%s", text);
}
END_TEST

START_TEST(content_speaks_where_a_suffix_does_not)
{
	scratch_shell("printf '#include <x>\\nint f();\\n' >code.def; printf '#!/usr/bin/env python3\\n' >tool; echo text >notes.txt");
	ck_assert_str_eq(FOUND("code.def", "tool", "notes.txt"),
	                 "code.def C++ named\nnotes.txt unknown named\ntool Python named\n"
	                 "! notes.txt: is in no language that caplint reads\n");
}
END_TEST

START_TEST(a_file_is_read_whole_or_not_at_all)
{
	struct str bytes;
	struct strbuf err = {0};
	scratch_shell("printf 'abc' >a; mkfifo f; touch empty");
	ck_assert(file_read(&scratch, "a", 3, &bytes, &err));
	ck_assert(str_is(bytes, "abc") && bytes.p[3] == 0);
	ck_assert(file_read(&scratch, "empty", 3, &bytes, &err) && bytes.n == 0 && bytes.p[0] == 0);
	ck_assert(file_read(&scratch, "/proc/self/stat", 1 << 20, &bytes, &err) && bytes.n > 10);
	ck_assert(!file_read(&scratch, "/proc/self/stat", 4, &bytes, &err));
	ck_assert(!file_read(&scratch, "a", 2, &bytes, &err));
	ck_assert(!file_read(&scratch, "f", 3, &bytes, &err) && !file_read(&scratch, ".", 3, &bytes, &err));
	ck_assert(!file_read(&scratch, "no", 3, &bytes, &err));
	ck_assert_str_eq(err.p, "is larger than the limit of 4 bytesis larger than the limit of 2 bytesis not a regular file"
	                        "is not a regular filecan't be read: No such file or directory");
	strbuf_release(&err);
}
END_TEST

TCase *discover_tests(void)
{
	TCase *t = tcase_create("discover");
	tcase_set_timeout(t, 60);
	tcase_add_checked_fixture(t, scratch_enter, scratch_leave);
	tcase_add_test(t, a_repository_is_what_git_lists);
	tcase_add_test(t, what_git_ignores_counts_when_given);
	tcase_add_test(t, repositories_inside_are_foreign);
	tcase_add_test(t, a_refusing_git_is_replaced_by_a_walk);
	tcase_add_test(t, outside_git_a_folder_is_walked_and_a_file_stands_for_its_own);
	tcase_add_test(t, links_add_files_only_from_inside);
	tcase_add_test(t, each_failure_says_what_and_where);
	tcase_add_test(t, paths_of_another_repository_are_refused);
	tcase_add_test(t, content_speaks_where_a_suffix_does_not);
	tcase_add_test(t, a_file_is_read_whole_or_not_at_all);
	return t;
}
