/* Builds in a folder of its own, which is gone afterwards, and runs there. A program is built once however many cases it
 * has: its parameters are arguments. Programs of PyTorch are run as they are. */
#include "confirm/build.h"

#include "confirm/confirm.h"
#include "confirm/process.h"
#include "confirm/sources.h"
#include "probe/launch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUILD_SECONDS = 600, RUN_SECONDS = 60 };

/* Machine code and PTX for each, so that a newer device can run it too. */
#define TARGET(n) "-gencode", "arch=compute_" n ",code=[sm_" n ",compute_" n "]"
const char *const build_nvcc_flags[] = {
	"-std=c++17", "-O2", "-cudart", "static", TARGET("90"), TARGET("120"), TARGET("121"), "-Xptxas", "-warn-spills,-Werror",
	"-Werror", "all-warnings", "-Xcompiler", "-Wall,-Wextra,-Werror,-static-libstdc++,-static-libgcc", "-I.", NULL,
};
const char *const build_hipcc_flags[] = {"--offload-arch=gfx90a", "-x", "hip", "-std=c++17", "-O2", "-I.", NULL};

struct workshop {
	struct confirm_set *set;
	const char *folder, *nvcc, *hipcc, *python; /* NULL if there is none */
	const char *libraries;             /* of the toolkit, for the program that loads a shared runtime */
};

static const char *find_nvcc(struct arena *a, const char *cuda_path)
{
	const char *given = cuda_path ? arena_format(a, "%s/bin/nvcc", cuda_path) : NULL;
	static const char usual[] = "/usr/local/cuda/bin/nvcc";
	if (given)
		return access(given, X_OK) ? NULL : given;
	const char *found = process_find(a, "nvcc");
	return found ? found : access(usual, X_OK) ? NULL : usual;
}

static bool write_sources(struct workshop *w, struct strbuf *err)
{
	struct arena *a = w->set->arena;
	for (u32 i = 0; i < confirm_source_count; i++) {
		const struct confirm_source *s = &confirm_sources[i];
		struct str rule = source_rule(s);
		if (rule.n && mkdir(arena_format(a, "%s/%.*s", w->folder, (int)rule.n, rule.p), 0777) && errno != EEXIST)
			break;
		FILE *f = fopen(arena_format(a, "%s/%s", w->folder, s->path), "wb");
		if (!f)
			break;
		bool is_whole = fwrite(s->text, 1, s->n, f) == s->n;
		if (fclose(f) || !is_whole)
			break;
		if (i + 1 == confirm_source_count)
			return true;
	}
	strbuf_addf(err, "can't write the sources into '%s': %s", w->folder, strerror(errno));
	return false;
}

static void remove_folder(const char *folder)
{
	struct strbuf ignored = {0};
	process_run((const char *const[]){"rm", "-rf", "--", folder, NULL}, NULL, BUILD_SECONDS, &ignored, &ignored);
	strbuf_release(&ignored);
}

/* The first line that says error, else the first. */
static const char *first_error(struct arena *a, struct strbuf *said)
{
	const char *text = said->p ? said->p : "", *error = strstr(text, "error");
	const char *from = error ? error : text;
	while (from > text && from[-1] != '\n')
		from--;
	return arena_format(a, "%.*s", (int)strcspn(from, "\n") > 300 ? 300 : (int)strcspn(from, "\n"), from);
}

static bool build(struct workshop *w, const struct confirm_source *program, bool is_hip, const char *binary, const char **why)
{
	struct arena *a = w->set->arena;
	const char *const *flags = is_hip ? build_hipcc_flags : build_nvcc_flags;
	const char *argv[48] = {is_hip ? w->hipcc : w->nvcc};
	u32 n = 1;
	struct strbuf said = {0};
	for (; *flags; flags++)
		argv[n++] = str_is(str_of(*flags), "-I.") ? arena_format(a, "-I%s", w->folder) : *flags;
	argv[n++] = arena_format(a, "-DSOURCE_HASH=\"%s\"", source_hash(a, program));
	argv[n++] = arena_format(a, "%s/%s", w->folder, program->path);
	argv[n++] = "-o";
	argv[n] = binary;
	struct process_result r = process_run(argv, NULL, BUILD_SECONDS, &said, &said);
	if (r.status)
		*why = arena_format(a, "%s: %s", r.is_late ? "the build took too long" : "it could not be built", first_error(a, &said));
	strbuf_release(&said);
	return !r.status;
}

/* `command` and what the case asks for; NULL ends both. */
static void run_case(struct workshop *w, struct confirm_case *c, const char *const *command)
{
	struct arena *a = w->set->arena;
	const char *argv[8 + CONFIRM_PARAMETERS] = {NULL};
	struct strbuf out = {0}, said = {0}, err = {0};
	u32 n = 0;
	while (command[n])
		argv[n] = command[n], n++;
	for (u32 i = 0; i < CONFIRM_PARAMETERS; i++)
		if (c->values[i].n)
			argv[n++] = arena_format(a, "%s=%.*s", confirm_parameter_names[i], (int)c->values[i].n, c->values[i].p);
	struct process_result r = process_run(argv, w->libraries, RUN_SECONDS, &out, &said);
	struct json_value *result = json_read(a, strbuf_str(&out), &err);
	if (r.is_late)
		confirm_settle(c, CONFIRM_BROKEN, "it did not end in time");
	else if (!result)
		confirm_settle(c, CONFIRM_BROKEN, arena_format(a, "it ended with status %d and without a result: %s", r.status, first_error(a, &said)));
	else if (!confirm_take(w->set, c, result, &err))
		confirm_settle(c, CONFIRM_BROKEN, arena_format(a, "%s", err.p));
	strbuf_release(&out);
	strbuf_release(&said);
	strbuf_release(&err);
}

static void run_in_python(struct workshop *w, const struct confirm_source *program)
{
	struct arena *a = w->set->arena;
	const char *path = getenv("PYTHONPATH");
	const char *const command[] = {"env", arena_format(a, "SOURCE_HASH=%s", source_hash(a, program)),
	                               arena_format(a, "PYTHONPATH=%s%s%s", w->folder, path && *path ? ":" : "", path ? path : ""), w->python, "-B",
	                               arena_format(a, "%s/%s", w->folder, program->path), NULL};
	for (u32 i = 0; i < w->set->cases.n; i++) {
		struct confirm_case *c = w->set->cases.at[i];
		if (c->state != CONFIRM_OPEN || c->program != program)
			continue;
		if (w->python)
			run_case(w, c, command);
		else
			confirm_settle(c, CONFIRM_NOT_BUILT, "it needs python3 with PyTorch");
	}
}

/* All open cases of one program and one kind of device. */
static void run_program(struct workshop *w, const struct confirm_source *program, bool is_hip)
{
	struct arena *a = w->set->arena;
	struct str rule = source_rule(program);
	const char *binary = arena_format(a, "%s/%.*s/%s", w->folder, (int)rule.n, rule.p, is_hip ? "hip" : "cuda"), *why = NULL;
	bool is_built = false;
	for (u32 i = 0; i < w->set->cases.n; i++) {
		struct confirm_case *c = w->set->cases.at[i];
		if (c->state != CONFIRM_OPEN || c->is_hip != is_hip || c->program != program)
			continue;
		if (is_hip && !w->hipcc) {
			confirm_settle(c, CONFIRM_NOT_BUILT, "it needs hipcc");
			continue;
		}
		if (!is_built && !why)
			is_built = build(w, program, is_hip, binary, &why);
		if (is_built)
			run_case(w, c, (const char *const[]){binary, NULL});
		else
			confirm_settle(c, CONFIRM_BROKEN, why);
	}
}

static bool has_open(const struct confirm_set *set, bool is_python)
{
	for (u32 i = 0; i < set->cases.n; i++)
		if (set->cases.at[i]->state == CONFIRM_OPEN && source_is_python(set->cases.at[i]->program) == is_python)
			return true;
	return false;
}

static const char *find_python(struct arena *a)
{
	const char *python = probe_python(a);
	return strchr(python, '/') ? (access(python, X_OK) ? NULL : python) : process_find(a, python);
}

bool confirm_run(struct confirm_set *set, const char *cuda_path, struct strbuf *err)
{
	bool builds = has_open(set, false);
	if (!builds && !has_open(set, true))
		return true;
	struct arena *a = set->arena;
	const char *base = getenv("TMPDIR");
	char *folder = arena_format(a, "%s/caplint.XXXXXX", base && *base ? base : "/tmp");
	struct workshop w = {.set = set, .nvcc = find_nvcc(a, cuda_path), .hipcc = process_find(a, "hipcc"), .python = find_python(a)};
	if (builds && !w.nvcc) {
		strbuf_addf(err, "there is no nvcc %s; 'caplint confirm --emit DIR' writes a bundle that builds and runs elsewhere",
		            cuda_path ? "in --cuda-path" : "on the PATH or in /usr/local/cuda");
		return false;
	}
	if (!mkdtemp(folder)) {
		strbuf_addf(err, "no folder can be made for the build: %s", strerror(errno));
		return false;
	}
	w.folder = folder;
	if (w.nvcc)
		w.libraries = arena_format(a, "%.*s/lib64", (int)(strlen(w.nvcc) - strlen("/bin/nvcc")), w.nvcc);
	bool is_written = write_sources(&w, err);
	for (u32 i = 0; i < confirm_source_count && is_written; i++)
		if (source_is_python(&confirm_sources[i])) {
			run_in_python(&w, &confirm_sources[i]);
		} else if (source_rule(&confirm_sources[i]).n) {
			run_program(&w, &confirm_sources[i], false);
			run_program(&w, &confirm_sources[i], true);
		}
	remove_folder(folder);
	return is_written;
}
