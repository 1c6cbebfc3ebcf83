#include "scratch.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct arena scratch;
static char *folder;

void scratch_shell(const char *command) { ck_assert_msg(system(command) == 0, "%s", command); }

void scratch_enter(void)
{
	char name[] = "/tmp/caplint-discover-XXXXXX";
	ck_assert_ptr_nonnull(mkdtemp(name));
	folder = realpath(name, NULL);
	ck_assert(folder && chdir(folder) == 0);
	setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
	setenv("GIT_CONFIG_SYSTEM", "/dev/null", 1);
}

void scratch_leave(void)
{
	scratch_shell(arena_format(&scratch, "chmod -R u+rwx %s; rm -rf %s", folder, folder));
	free(folder);
	arena_release(&scratch);
}

const char *scratch_path(const char *path) { return arena_format(&scratch, "%s%s%s", folder, *path ? "/" : "", path); }

void scratch_file(const char *path, const char *text)
{
	scratch_shell(arena_format(&scratch, "mkdir -p $(dirname %s)", path));
	FILE *f = fopen(path, "w");
	ck_assert(f && fputs(text, f) >= 0 && fclose(f) == 0);
}
