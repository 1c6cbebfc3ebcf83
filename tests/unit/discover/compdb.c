/* compile_commands.json, from the flags of one command to the file on disk. */
#include "tests.h"

#include "discover/args.h"
#include "discover/compdb.h"
#include "scratch.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void expect_split(const char *text, const char *expected)
{
	struct arg_list words = {0};
	struct strbuf got = {0};
	args_split(&scratch, str_of(text), &words);
	for (u32 i = 0; i < words.list.n; i++)
		strbuf_addf(&got, "[%s]", words.list.at[i].p);
	ck_assert_msg(str_is(strbuf_str(&got), expected), "%s gives %s, not %s", text, got.p, expected);
	strbuf_release(&got);
}

START_TEST(words_are_split_as_a_shell_does)
{
	expect_split("", "");
	expect_split("  a\tb\n c ", "[a][b][c]");
	expect_split("'a b' \"c d\"e f'g'h", "[a b][c de][fgh]");
	expect_split("a\\ b \"c\\\"d\\e\" 'f\\g'", "[a b][c\"d\\e][f\\g]");
	expect_split("'' \"\"", "[][]");
	expect_split("'open a", "[open a]");
	expect_split("a\\", "[a\\]");
}
END_TEST

/* What a command becomes, then its facts. */
static void expect_args(const char *command, const char *expected)
{
	struct arg_list words = {0};
	struct compile_command c = {0};
	struct strbuf got = {0}, err = {0};
	args_split(&scratch, str_of(command), &words);
	args_translate(&scratch, S("/d"), &words, &c, &err);
	for (u32 i = 0; i < c.arg_count; i++)
		strbuf_addf(&got, "[%s]", c.args[i]);
	ck_assert_ptr_null(c.args[c.arg_count]);
	strbuf_addf(&got, "%s%s%s%s%s", c.language ? " " : "", c.language ? language_name(c.language) : "",
	            c.is_stream_per_thread ? " per-thread" : "", c.is_math_fast ? " fast" : "", err.n ? " !" : "");
	ck_assert_msg(str_is(strbuf_str(&got), expected), "%s\ngives %s\nnot   %s", command, got.p, expected);
	strbuf_release(&got);
	strbuf_release(&err);
}

START_TEST(what_a_reader_needs_is_kept)
{
	expect_args("cc -DA -D B=1 -UC -Iinc -I /abs -isystem s -isystem=t -iquote q -std=c++17 -c a.c -o a.o",
	            "[-DA][-DB=1][-UC][-I/d/inc][-I/abs][-isystem/d/s][-isystem/d/t][-iquote/d/q][-std=c++17]");
	expect_args("nvcc --define-macro A --include-path=inc --std c++20 --system-include s -x cu",
	            "[-DA][-I/d/inc][-std=c++20][-isystem/d/s] CUDA");
	expect_args("cc -include no-such.h -imacros/dev/null -include-pch x.pch", "[-includeno-such.h][-imacros/dev/null]");
	expect_args("ccache /usr/bin/c++ -DA='x y' '-DB=\"s\"'", "[-DA=x y][-DB=\"s\"]");
}
END_TEST

START_TEST(the_rest_is_dropped_with_its_values)
{
	expect_args("nvcc -forward-unknown-to-host-compiler -gencode arch=compute_90,code=sm_90 --generate-code=x -arch=sm_90 -rdc=true "
	            "-Xptxas -O3 -Xcudafe --diag_suppress=1 -maxrregcount 64 -ccbin g++ -lineinfo -G -t 4 --threads=4 -Xlinker -DX "
	            "-diag-suppress 177 --expt-relaxed-constexpr --extended-lambda -dc -DA f.cu",
	            "[-DA]");
	expect_args("cc -Werror -DA -O -DB -m64 -O3 -g -fPIC -MD -MF -DX -MT t -Wall -DC", "[-DA][-DB][-DC]");
	expect_args("nvcc -Werror all-warnings -O 3 -DA", "[-DA]");
	expect_args("clang -Xclang -DX -mllvm -DY -DA", "[-DA]");
	expect_args("cc -D", "");
	expect_args("cc -DA -include", "[-DA]");
	expect_args("cc -DA --sysroot", "[-DA]");
	expect_args("", "");
}
END_TEST

START_TEST(host_flags_and_facts_are_found)
{
	expect_args("nvcc -Xcompiler -fPIC,-DA -Xcompiler=-DB -Xcompiler \"-DC -Wall\" --compiler-options -DE", "[-DA][-DB][-DC][-DE]");
	expect_args("nvcc --default-stream per-thread --use_fast_math", " per-thread fast");
	expect_args("nvcc -default-stream=legacy -use_fast_math -x c++", " C++ fast");
	expect_args("nvcc -DCUDA_API_PER_THREAD_DEFAULT_STREAM", "[-DCUDA_API_PER_THREAD_DEFAULT_STREAM] per-thread");
	expect_args("nvcc -DCUDA_API_PER_THREAD_DEFAULT_STREAM=0", "[-DCUDA_API_PER_THREAD_DEFAULT_STREAM=0]");
	expect_args("clang -xhip -fgpu-default-stream=per-thread -ffast-math", " HIP per-thread fast");
}
END_TEST

START_TEST(response_files_are_read)
{
	scratch_file("inc.rsp", "-Ia \"-I/b c\"\n-DX");
	scratch_file("more.rsp", "-DY @inc.rsp");
	scratch_file("loop.rsp", "-DZ @loop.rsp");
	const char *in = scratch_path("");
	const char *kept = arena_format(&scratch, "[-I/d/a][-I/b c][-DX]");
	expect_args(arena_format(&scratch, "nvcc --options-file %s/inc.rsp", in), kept);
	expect_args(arena_format(&scratch, "nvcc -optf=%s/inc.rsp", in), kept);
	expect_args(arena_format(&scratch, "cc @%s/inc.rsp -DA", in), arena_format(&scratch, "%s[-DA]", kept));
	expect_args(arena_format(&scratch, "cc @%s/more.rsp -DA", in), "[-DY][-DA] !");
	expect_args(arena_format(&scratch, "cc @%s/none.rsp -DA", in), "[-DA] !");

	struct arg_list words = {0};
	struct compile_command c = {0};
	struct strbuf err = {0};
	args_split(&scratch, S("cc @loop.rsp"), &words);
	args_translate(&scratch, str_of(in), &words, &c, &err);
	ck_assert_uint_eq(c.arg_count, 64);
	ck_assert_msg(strstr(err.p, "loop.rsp would be one response file too many"), "%s", err.p);
	strbuf_release(&err);
}
END_TEST

/* "path: args" of each file that the database knows, then one line a notice. */
static const char *loaded(const char *given)
{
	static const char *const dot[] = {"."};
	struct discovery d;
	struct notices notices = {.arena = &scratch};
	struct compdb db;
	struct strbuf out = {0};
	ck_assert(discover(&scratch, &(struct discover_options){.paths = (const char **)(uintptr_t)dot, .path_count = 1}, &d,
	                   &notices, &out));
	compdb_load(&scratch, &d, given, &notices, &db);
	for (u32 i = 0; i < d.files.n; i++) {
		const struct compile_command *c = db.of_file[i];
		if (!c)
			continue;
		strbuf_addf(&out, "%s:", d.files.at[i].path.p);
		for (u32 k = 0; k < c->arg_count; k++)
			strbuf_addf(&out, " %s", c->args[k]);
		strbuf_putc(&out, '\n');
	}
	for (u32 i = 0; i < notices.list.n; i++) {
		const struct notice *n = &notices.list.at[i];
		strbuf_addf(&out, "%s%s\n", n->is_failure ? n->was_named ? "! " : "? " : "- ", n->text.p);
	}
	const char *text = arena_text(&scratch, out.p ? out.p : "", out.n);
	strbuf_release(&out);
	return text;
}

START_TEST(a_database_is_found_and_read)
{
	ck_assert_str_eq(loaded(NULL), "- holds no source file to report on\n");
	scratch_file("a.cu", "");
	scratch_file("src/b.cc", "");
	scratch_file("c.cu", "");
	scratch_file("build/x.rsp", "-DR");
	scratch_file("build/compile_commands.json",
	             "[{\"directory\": \".\", \"file\": \"../a.cu\", \"command\": \"nvcc --options-file x.rsp -DA\\\\ B -c ../a.cu\"},\n"
	             "{\"directory\": \"..\", \"file\": \"src/../src/b.cc\", \"arguments\": [\"c++\", \"-D\", \"Q=1 2\"]},\n"
	             "{\"directory\": \"..\", \"file\": \"a.cu\", \"command\": \"nvcc -DSECOND\"},\n"
	             "{\"directory\": \"..\", \"file\": \"not-there.cu\", \"command\": \"nvcc -DX\"}]");
	const char *both = "a.cu: -DR -DA B\nsrc/b.cc: -DQ=1 2\n";
	ck_assert_str_eq(loaded(NULL), both);
	ck_assert_str_eq(loaded("build"), both);
	ck_assert_str_eq(loaded("build/compile_commands.json"), both);
	scratch_file("compile_commands.json", "[{\"file\": \"c.cu\", \"command\": \"nvcc -DTOP\"}]");
	ck_assert_str_eq(loaded(NULL), "c.cu: -DTOP\n");
	ck_assert_str_eq(loaded("build"), both);
}
END_TEST

START_TEST(a_broken_database_is_told_of)
{
	scratch_file("a.cu", "");
	ck_assert_str_eq(loaded("."), "! compile commands: can't be read: No such file or directory\n");
	scratch_file("compile_commands.json", "[\n  {\"file\": }]");
	ck_assert_msg(!strncmp(loaded("."), "! line 2, column 12: ", 21), "%s", loaded("."));
	ck_assert_msg(!strncmp(loaded(NULL), "? line 2, column 12: ", 21), "%s", loaded(NULL));
	scratch_file("compile_commands.json", "{}");
	ck_assert_str_eq(loaded("."), "! is not a list of compile commands\n");
	scratch_file("compile_commands.json", "[1, {\"file\": \"a.cu\"}, {\"file\": \"a.cu\", \"arguments\": [1]}, "
	                                      "{\"file\": \"a.cu\", \"command\": \"cc -DA @no\"}]");
	ck_assert_str_eq(loaded(NULL), arena_format(&scratch, "a.cu: -DA\n- response file %s/no can't be read: No such file or "
	                                                      "directory\n- entry 1 lacks a file or a command; 3 such entries are "
	                                                      "left out\n", scratch_path("")));
}
END_TEST

TCase *compdb_tests(void)
{
	TCase *t = tcase_create("compdb");
	tcase_add_checked_fixture(t, scratch_enter, scratch_leave);
	tcase_add_test(t, words_are_split_as_a_shell_does);
	tcase_add_test(t, what_a_reader_needs_is_kept);
	tcase_add_test(t, the_rest_is_dropped_with_its_values);
	tcase_add_test(t, host_flags_and_facts_are_found);
	tcase_add_test(t, response_files_are_read);
	tcase_add_test(t, a_database_is_found_and_read);
	tcase_add_test(t, a_broken_database_is_told_of);
	return t;
}
