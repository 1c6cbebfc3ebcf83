/* Output files, write errors and the choice of colour. */
#include "report/output.h"
#include "tests.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];
static char file[80];

static void make_folder(void)
{
	strcpy(folder, P_tmpdir "/caplint-test-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(file, sizeof file, "%s/out", folder);
}

static u32 files_in_folder(void)
{
	u32 n = 0;
	DIR *d = opendir(folder);
	for (struct dirent *e; (e = readdir(d));)
		n += e->d_name[0] != '.';
	closedir(d);
	return n;
}

static void check_content(const char *expected)
{
	char text[64] = "";
	FILE *f = fopen(file, "rb");
	ck_assert_ptr_nonnull(f);
	size_t n = fread(text, 1, sizeof text - 1, f);
	text[n] = 0;
	fclose(f);
	ck_assert_str_eq(text, expected);
}

static void write_file(const char *text)
{
	FILE *f = fopen(file, "wb");
	ck_assert(f && fputs(text, f) >= 0 && !fclose(f));
}

START_TEST(a_file_appears_in_full)
{
	struct output o;
	struct strbuf err = {0};
	make_folder();
	write_file("old");
	chmod(file, 0640);
	ck_assert(output_open(&o, file, &err));
	fputs("new", o.stream);
	check_content("old");
	ck_assert(output_close(&o, &err));
	check_content("new");
	struct stat info;
	ck_assert(!stat(file, &info) && (info.st_mode & 0777) == 0640);
	ck_assert_uint_eq(files_in_folder(), 1);
	remove(file);
	remove(folder);
}
END_TEST

START_TEST(a_link_stays_a_link)
{
	struct output o;
	struct strbuf err = {0};
	char link_path[80];
	struct stat info;
	make_folder();
	write_file("old");
	snprintf(link_path, sizeof link_path, "%s/link", folder);
	ck_assert(!symlink("out", link_path));
	ck_assert(output_open(&o, link_path, &err));
	fputs("new", o.stream);
	ck_assert(output_close(&o, &err));
	check_content("new");
	ck_assert(!lstat(link_path, &info) && S_ISLNK(info.st_mode));
	remove(link_path);
	/* One that leads to nothing yet. */
	ck_assert(!remove(file) && !symlink("out", link_path));
	ck_assert(output_open(&o, link_path, &err) && output_close(&o, &err));
	ck_assert(!lstat(link_path, &info) && S_ISLNK(info.st_mode) && !lstat(file, &info) && S_ISREG(info.st_mode));
	remove(link_path);
	remove(file);
	remove(folder);
}
END_TEST

START_TEST(a_full_disk_is_noticed)
{
	struct output o;
	struct strbuf err = {0};
	ck_assert(output_open(&o, "/dev/full", &err));
	for (u32 i = 0; i < 10000; i++)
		fputs("more than the buffer holds ", o.stream);
	ck_assert(!output_close(&o, &err));
	ck_assert(str_starts(strbuf_str(&err), "can't write '/dev/full': "));
	strbuf_release(&err);
	ck_assert(output_open(&o, "/dev/full", &err));
	fputs("little", o.stream);
	ck_assert(!output_close(&o, &err));
	ck_assert(str_ends(strbuf_str(&err), "No space left on device"));
	strbuf_release(&err);
}
END_TEST

START_TEST(a_folder_that_is_not_there_is_an_error)
{
	struct output o;
	struct strbuf err = {0};
	ck_assert(!output_open(&o, "/nonexistent/out", &err));
	ck_assert_str_eq(err.p, "can't write '/nonexistent/out': No such file or directory");
	strbuf_release(&err);
}
END_TEST

START_TEST(color_follows_choice_then_environment)
{
	FILE *f = tmpfile();
	setenv("CLICOLOR_FORCE", "1", 1);
	ck_assert(color_wanted(COLOR_AUTO, f));
	ck_assert(!color_wanted(COLOR_NEVER, f));
	setenv("NO_COLOR", "1", 1);
	ck_assert(!color_wanted(COLOR_AUTO, f));
	ck_assert(color_wanted(COLOR_ALWAYS, f));
	setenv("NO_COLOR", "", 1);
	ck_assert(color_wanted(COLOR_AUTO, f));
	unsetenv("CLICOLOR_FORCE");
	ck_assert(!color_wanted(COLOR_AUTO, f));
	fclose(f);
}
END_TEST

TCase *output_tests(void)
{
	TCase *t = tcase_create("output");
	tcase_add_test(t, a_file_appears_in_full);
	tcase_add_test(t, a_link_stays_a_link);
	tcase_add_test(t, a_full_disk_is_noticed);
	tcase_add_test(t, a_folder_that_is_not_there_is_an_error);
	tcase_add_test(t, color_follows_choice_then_environment);
	return t;
}
