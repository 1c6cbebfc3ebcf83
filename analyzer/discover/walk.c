/* A plain walk. Folders wait in a list, so depth costs no stack; links are never followed, so a loop can't hurt. */
#include "discover/built.h"
#include "discover/listing.h"
#include "discover/paths.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

static bool is_folder(DIR *d, const struct dirent *entry)
{
	struct stat st;
	if (entry->d_type != DT_UNKNOWN)
		return entry->d_type == DT_DIR;
	return !fstatat(dirfd(d), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) && S_ISDIR(st.st_mode);
}

void walk_list(struct arena *a, struct str root, struct str prefix, bool is_recursive, struct listing *out)
{
	VEC(struct str) waiting = {0};
	vec_push(a, &waiting, prefix);
	while (waiting.n) {
		struct str dir = waiting.at[--waiting.n];
		const struct dirent *entry;
		DIR *d = opendir(arena_format(a, "%.*s/%.*s", (int)root.n, root.p, (int)dir.n, dir.p));
		if (!d) {
			struct closed_folder closed = {dir, errno};
			if (errno != ENOENT)
				vec_push(a, &out->closed, closed);
			continue;
		}
		while ((entry = readdir(d))) {
			struct str name = str_of(entry->d_name);
			bool goes_down = is_folder(d, entry);
			if (str_starts(name, ".") || (goes_down ? !is_recursive : !language_of_path(name) && !path_is_build_list(name)))
				continue;
			struct str path = path_join(a, dir, (struct str){arena_text(a, name.p, name.n), name.n});
			if (goes_down)
				vec_push(a, &waiting, path);
			else if (!language_of_path(name))
				vec_push(a, &out->builds, path);
			else
				vec_push(a, &out->files, path);
		}
		closedir(d);
	}
}
