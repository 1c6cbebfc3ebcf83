/* Which Python, and where the package is: beside caplint, as pip or cmake has put both. */
#include "probe/launch.h"

#include "probe/launch.inc"

#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const package_places[] = {
	"../share/caplint/python/caplint_probe",
	"../lib/python3*/site-packages/caplint_probe",
	"../lib64/python3*/site-packages/caplint_probe",
	"../lib/python3*/dist-packages/caplint_probe",
	"../local/lib/python3*/dist-packages/caplint_probe",
	"../caplint_probe",
};

/* The folder of our own executable; empty if it is not known. */
static const char *own_folder(struct arena *a)
{
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
	path[n > 0 ? n : 0] = '\0';
	char *slash = strrchr(path, '/');
	return slash ? arena_text(a, path, (size_t)(slash - path)) : "";
}

/* The folder that holds the package; empty: it is looked for where Python looks. */
static const char *package_folder(struct arena *a, const char *own)
{
	for (size_t i = 0; i < COUNT(package_places) && *own; i++) {
		glob_t found;
		const char *folder = NULL;
		if (!glob(arena_format(a, "%s/%s", own, package_places[i]), 0, NULL, &found)) {
			const char *package = found.gl_pathv[0];
			folder = arena_text(a, package, (size_t)(strrchr(package, '/') - package));
		}
		globfree(&found);
		if (folder)
			return folder;
	}
	return "";
}

const char *probe_python(struct arena *a)
{
	const char *own = own_folder(a), *python = getenv("CAPLINT_PYTHON");
	const char *beside = arena_format(a, "%s/python3", own);
	if (python && *python)
		return python;
	return *own && !access(beside, X_OK) ? beside : "python3";
}

void probe_launch(char *const *arguments, struct strbuf *err)
{
	struct arena a = {0};
	const char *python = probe_python(&a);
	size_t n = 0;
	while (arguments[n])
		n++;
	const char **argv = arena_array(&a, const char *, n + 5);
	argv[0] = python;
	argv[1] = "-c";
	argv[2] = probe_launcher;
	argv[3] = package_folder(&a, own_folder(&a));
	memcpy(argv + 4, arguments, n * sizeof *argv);
	execvp(python, (char *const *)(uintptr_t)argv);
	strbuf_addf(err, "caplint probe needs Python 3.9 or later: '%s' can't be started: %s", python, strerror(errno));
	arena_release(&a);
}
