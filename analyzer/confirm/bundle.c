/* A bundle: sources, two scripts and a manifest. Its text depends on the cases and on the embedded sources alone. */
#include "confirm/build.h"
#include "confirm/confirm.h"
#include "base/sha256.h"
#include "confirm/sources.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_open(const struct confirm_case *c) { return c->state == CONFIRM_OPEN; }

/* Whether some case needs the program, built for HIP or not. */
static bool needs(const struct confirm_set *set, const struct confirm_source *program, bool is_hip)
{
	for (u32 i = 0; i < set->cases.n; i++)
		if (is_open(set->cases.at[i]) && set->cases.at[i]->is_hip == is_hip && set->cases.at[i]->program == program)
			return true;
	return false;
}

static bool is_part(const struct confirm_set *set, const struct confirm_source *s)
{
	for (u32 i = 0; i < confirm_source_count; i++) {
		const struct confirm_source *program = &confirm_sources[i];
		if (source_rule(program).n && source_is_part(program, s) && (needs(set, program, false) || needs(set, program, true)))
			return true;
	}
	return false;
}

static void add_flags(struct strbuf *out, const char *const *flags)
{
	for (; *flags; flags++)
		strbuf_addf(out, " '%s'", *flags);
}

static bool add_builds(struct strbuf *out, struct arena *a, const struct confirm_set *set, bool is_hip)
{
	size_t before = out->n;
	for (u32 i = 0; i < confirm_source_count; i++) {
		const struct confirm_source *s = &confirm_sources[i];
		struct str rule = source_rule(s);
		if (rule.n && !source_is_python(s) && needs(set, s, is_hip))
			strbuf_addf(out, "build_%s %.*s %s\n", is_hip ? "hip" : "cuda", (int)rule.n, rule.p, source_hash(a, s));
	}
	return out->n > before;
}

static const char *build_script(struct arena *a, const struct confirm_set *set)
{
	struct strbuf out = {0}, builds = {0};
	strbuf_puts(&out, "#!/bin/sh\n# Builds the programs into bin/, with nvcc alone (NVCC names another one). Programs for HIP are built if hipcc is there;\n"
	                  "# those of PyTorch need no building.\n"
	                  "set -eu\ncd \"$(dirname \"$0\")\"\nnvcc=${NVCC:-nvcc}\n"
	                  "sha256sum -c --quiet <<'END' || { echo 'the sources have been changed' >&2; exit 2; }\n");
	for (u32 i = 0; i < confirm_source_count; i++)
		if (is_part(set, &confirm_sources[i]))
			strbuf_addf(&out, "%s  %s\n", sha256(a, source_text(&confirm_sources[i])), confirm_sources[i].path);
	strbuf_puts(&out, "END\nmkdir -p bin/hip\nbuild_cuda() {\n\techo \"$1\"\n\t\"$nvcc\"");
	add_flags(&out, build_nvcc_flags);
	strbuf_puts(&out, " \"-DSOURCE_HASH=\\\"$2\\\"\" \"$1/confirm.cu\" -o \"bin/$1\"\n}\nbuild_hip() {\n"
	                  "\tcommand -v hipcc >/dev/null || return 0\n\techo \"$1 (HIP)\"\n\thipcc");
	add_flags(&out, build_hipcc_flags);
	strbuf_puts(&out, " \"-DSOURCE_HASH=\\\"$2\\\"\" \"$1/confirm.cu\" -o \"bin/hip/$1\"\n}\n");
	bool is_some = add_builds(&builds, a, set, false);
	if (add_builds(&builds, a, set, true) || is_some)
		strbuf_addf(&out, "command -v \"$nvcc\" >/dev/null || { echo 'there is no nvcc; NVCC can name it' >&2; exit 2; }\n%s", builds.p);
	const char *text = arena_text(a, out.p, out.n);
	strbuf_release(&out);
	strbuf_release(&builds);
	return text;
}

static void add_runs(struct strbuf *out, struct arena *a, const struct confirm_set *set)
{
	for (u32 i = 0; i < set->cases.n; i++) {
		const struct confirm_case *c = set->cases.at[i];
		if (!is_open(c))
			continue;
		strbuf_addf(out, "run %s%.*s %s %s", c->is_hip ? "hip/" : "", (int)c->rule.n, c->rule.p, source_name(c->program), source_hash(a, c->program));
		for (u32 k = 0; k < CONFIRM_PARAMETERS; k++)
			if (c->values[k].n)
				strbuf_addf(out, " '%s=%.*s'", confirm_parameter_names[k], (int)c->values[k].n, c->values[k].p);
		strbuf_putc(out, '\n');
	}
}

static const char *run_script(struct arena *a, const struct confirm_set *set)
{
	struct strbuf out = {0};
	strbuf_puts(&out,
	            "#!/bin/sh\n# Runs what build.sh has built, and writes results.jsonl for 'caplint confirm --import'.\n"
	            "set -u\ncd \"$(dirname \"$0\")\"\n"
	            "# One program loads a shared runtime: the toolkit has one.\n"
	            "compiler=$(command -v \"${NVCC:-nvcc}\") && LD_LIBRARY_PATH=${compiler%/bin/*}/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} && export LD_LIBRARY_PATH\n"
	            "printf '{\"manifest\":\"%s\"}\\n' \"$(sha256sum manifest.json | cut -d' ' -f1)\" >results.jsonl\n"
	            "# Programs of PyTorch are run by this one.\n"
	            "python=${PYTHON:-python3}\n"
	            "in_python() {\n"
	            "\tsource=$1 program=$2\n\tshift 2\n"
	            "\tSOURCE_HASH=$source PYTHONPATH=$PWD${PYTHONPATH:+:$PYTHONPATH} timeout 60 \"$python\" -B \"$program\" \"$@\"\n}\n"
	            "# What never got as far as a result of its own.\n"
	            "without() {\n"
	            "\tverdict=$1 reason=$2\n\tprintf '{\"rule\":\"%s\",\"program\":\"%s\",\"source\":\"%s\",' \"$3\" \"$4\" \"$5\"\n\tshift 5\n"
	            "\tfor value in \"$@\"; do printf '\"%s\":\"%s\",' \"${value%%=*}\" \"${value#*=}\"; done\n"
	            "\tprintf '\"reason\":\"%s\",\"verdict\":\"%s\"}\\n' \"$reason\" \"$verdict\"\n}\n"
	            "run() {\n"
	            "\tprogram=$1 name=$2 source=$3 rule=${1#hip/} status=0 line='' absent=''\n\tshift 3\n"
	            "\tcase $name in\n"
	            "\t*.py) command -v \"$python\" >/dev/null || absent='there was no python3 for it' ;;\n"
	            "\t*) [ -x \"bin/$program\" ] || absent='there was no compiler for it' ;;\n"
	            "\tesac\n"
	            "\tif [ -n \"$absent\" ]; then\n\t\tline=$(without 'not built' \"$absent\" \"$rule\" \"$name\" \"$source\" \"$@\")\n"
	            "\telif [ \"$name\" = confirm.py ]; then\n\t\tline=$(in_python \"$source\" \"$rule/$name\" \"$@\" 2>>run.log)\n\t\tstatus=$?\n"
	            "\telse\n\t\tline=$(timeout 60 \"bin/$program\" \"$@\" 2>>run.log)\n\t\tstatus=$?\n\tfi\n"
	            "\t[ -n \"$line\" ] || line=$(without broken \"it ended with status $status and without a result\" \"$rule\" \"$name\" \"$source\" \"$@\")\n"
	            "\tprintf '%s\\n' \"$line\" | tee -a results.jsonl\n}\n");
	add_runs(&out, a, set);
	const char *text = arena_text(a, out.p, out.n);
	strbuf_release(&out);
	return text;
}

static void write_file_entry(struct json *j, struct arena *a, const char *path, struct str text)
{
	json_open(j, '{');
	json_member(j, "path", str_of(path));
	json_member(j, "sha256", str_of(sha256(a, text)));
	json_close(j, '}');
}

static void write_manifest(struct json *j, struct arena *a, const struct confirm_set *set)
{
	json_open(j, '{');
	json_open_member(j, "files", '[');
	for (u32 i = 0; i < confirm_source_count; i++)
		if (is_part(set, &confirm_sources[i]))
			write_file_entry(j, a, confirm_sources[i].path, source_text(&confirm_sources[i]));
	write_file_entry(j, a, "build.sh", str_of(build_script(a, set)));
	write_file_entry(j, a, "run.sh", str_of(run_script(a, set)));
	json_close(j, ']');
	json_open_member(j, "programs", '[');
	for (u32 i = 0; i < set->cases.n; i++) {
		const struct confirm_case *c = set->cases.at[i];
		if (!is_open(c))
			continue;
		json_open(j, '{');
		json_member(j, "program", str_of(c->program->path));
		for (u32 k = 0; k < CONFIRM_PARAMETERS; k++)
			json_member(j, confirm_parameter_names[k], c->values[k]);
		json_member(j, "device", c->is_hip ? S("hip") : S("cuda"));
		json_close(j, '}');
	}
	json_close(j, ']');
	json_close(j, '}');
	json_end(j);
}

const char *confirm_manifest(struct arena *a, const struct confirm_set *set)
{
	char *text = NULL;
	size_t n = 0;
	struct json j = {.out = open_memstream(&text, &n)};
	if (!j.out)
		die("out of memory");
	write_manifest(&j, a, set);
	fclose(j.out);
	const char *kept = arena_text(a, text, n);
	free(text);
	return kept;
}

static bool is_empty_folder(const char *folder)
{
	DIR *d = opendir(folder);
	u32 n = 0;
	while (d && readdir(d))
		n++;
	if (d)
		closedir(d);
	return n == 2;
}

static bool write_one(struct arena *a, const char *folder, const char *path, struct str text, bool is_script, struct strbuf *err)
{
	const char *full = arena_format(a, "%s/%s", folder, path);
	FILE *f = fopen(full, "wbx");
	bool is_good = f && fwrite(text.p, 1, text.n, f) == text.n;
	if (f && fclose(f))
		is_good = false;
	if (is_good && is_script && chmod(full, 0755))
		is_good = false;
	if (!is_good)
		strbuf_addf(err, "can't write '%s': %s", full, strerror(errno));
	return is_good;
}

bool confirm_emit(const struct confirm_set *set, const char *folder, struct strbuf *err)
{
	struct arena *a = set->arena;
	if (mkdir(folder, 0777) && (errno != EEXIST || !is_empty_folder(folder))) {
		strbuf_addf(err, "'%s' can't be made, or is not an empty folder", folder);
		return false;
	}
	for (u32 i = 0; i < confirm_source_count; i++) {
		const struct confirm_source *s = &confirm_sources[i];
		struct str rule = source_rule(s);
		if (!is_part(set, s))
			continue;
		if (rule.n && mkdir(arena_format(a, "%s/%.*s", folder, (int)rule.n, rule.p), 0777) && errno != EEXIST) {
			strbuf_addf(err, "can't make a folder in '%s': %s", folder, strerror(errno));
			return false;
		}
		if (!write_one(a, folder, s->path, source_text(s), false, err))
			return false;
	}
	return write_one(a, folder, "build.sh", str_of(build_script(a, set)), true, err) &&
	       write_one(a, folder, "run.sh", str_of(run_script(a, set)), true, err) &&
	       write_one(a, folder, "manifest.json", str_of(confirm_manifest(a, set)), false, err);
}
