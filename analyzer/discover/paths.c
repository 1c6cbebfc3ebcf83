#include "discover/paths.h"

#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const vendor_folders[] = {
	"third?party", "thirdparty", "third?parties", "3rd?party", "3rdparty", "3rd", "external", "externals", "extern", "vendor", "vendors",
	"vendored", "deps", ".deps", "_deps", "submodules", "subprojects", "node_modules", "site?packages", "site?package",
};
static const char *const test_folders[] = {
	"test", "tests", "testing", "unittest", "unittests", "gtest*", "*_test", "*_tests", "*-test", "*-tests", "benchmark", "benchmarks", "benchmark_*", "bench", "perftest", "perftests", "example",
	"examples", "*_example", "*_examples", "*-example", "*-examples", "*_samples", "*-samples", "tutorial", "tutorials", "demo", "demos", "*_demo", "*_demos", "*-demo", "*-demos", "doc", "docs", "docs_*",
	"exercises", "unit", "clients",
};
/* What was kept when something new took its place: nobody builds it. */
static const char *const dead_folders[] = {
	"old", "*_old", "old_*", "*-old", "attic", "obsolete", "graveyard", "unused", "backup", "backups", "bak", "archive", "archived", "deprecated", "*_deprecated", "deadcode", "dead_code",
};
static const char *const test_files[] = {"test_*", "*_test.*", "*_tests.*", "ctest_*", "bench_*", "*_bench.*", "perf_*", "*benchmark*"};

struct str path_join(struct arena *a, struct str dir, struct str name)
{
	if (!dir.n)
		return name;
	size_t n = dir.n + 1 + name.n;
	char *p = arena_alloc(a, n + 1);
	memcpy(p, dir.p, dir.n);
	p[dir.n] = '/';
	memcpy(p + dir.n + 1, name.p, name.n);
	return (struct str){p, n};
}

static const char *last_slash(struct str path) { return path.n ? memrchr(path.p, '/', path.n) : NULL; }

struct str path_dir(struct str path)
{
	const char *slash = last_slash(path);
	return slash ? (struct str){path.p, (size_t)(slash - path.p)} : S("");
}

struct str path_name(struct str path)
{
	const char *slash = last_slash(path);
	return slash ? (struct str){slash + 1, path.n - (size_t)(slash + 1 - path.p)} : path;
}

struct str path_stem(struct str path)
{
	struct str name = path_name(path);
	const char *dot = name.n ? memchr(name.p, '.', name.n) : NULL;
	return (struct str){name.p, dot ? (size_t)(dot - name.p) : name.n};
}

bool path_is_source(struct str path)
{
	static const char *const ends[] = {".cu", ".cpp", ".cc", ".cxx", ".hip"};
	return str_ends_any(path, ends, COUNT(ends));
}

bool path_is_public(struct str path) { return str_starts(path, "include/") || str_has(path, "/include/"); }

bool path_is_below(struct str path, struct str dir)
{
	return !dir.n || (path.n >= dir.n && !memcmp(path.p, dir.p, dir.n) && (path.n == dir.n || path.p[dir.n] == '/'));
}

struct str path_seen_from(struct arena *a, struct str path, struct str from)
{
	struct strbuf ups = {0};
	struct str common = from;
	while (common.n && !path_is_below(path, common)) {
		common = path_dir(common);
		strbuf_puts(&ups, "../");
	}
	if (common.n && path.n > common.n) {
		strbuf_add(&ups, path.p + common.n + 1, path.n - common.n - 1);
		path = (struct str){arena_text(a, ups.p, ups.n), ups.n};
	}
	strbuf_release(&ups);
	return path;
}

/* The first and the last letter decide nearly always, and fnmatch costs a lot. */
static bool may_match(const char *pattern, struct str text)
{
	char first = pattern[0], last = pattern[strlen(pattern) - 1];
	if (!text.n)
		return true;
	return (first == '*' || first == '?' || (first | 32) == (text.p[0] | 32)) && (last == '*' || last == '?' || (last | 32) == (text.p[text.n - 1] | 32));
}

static bool matches_any(struct str part, const char *const *patterns, size_t count)
{
	char text[256];
	if (part.n >= sizeof text)
		return false;
	memcpy(text, part.p, part.n);
	text[part.n] = 0;
	for (size_t i = 0; i < count; i++)
		if (may_match(patterns[i], part) && !fnmatch(patterns[i], text, FNM_CASEFOLD))
			return true;
	return false;
}

static bool has_folder(struct str path, const char *const *patterns, size_t count)
{
	const char *slash;
	for (; path.n && (slash = memchr(path.p, '/', path.n)); path.p = slash + 1) {
		struct str folder = {path.p, (size_t)(slash - path.p)};
		if (matches_any(folder, patterns, count))
			return true;
		path.n -= folder.n + 1;
	}
	return false;
}

bool path_is_vendored(struct str path) { return has_folder(path, vendor_folders, COUNT(vendor_folders)); }

bool path_is_test(struct str path)
{
	return has_folder(path, test_folders, COUNT(test_folders)) || has_folder(path, dead_folders, COUNT(dead_folders)) ||
	       matches_any(path_name(path), test_files, COUNT(test_files));
}

static enum back_end back_end_of_word(struct str word)
{
	static const struct {
		const char *word;
		enum back_end is;
	} words[] = {{"cuda", BACK_END_CUDA}, {"hip", BACK_END_HIP}, {"rocm", BACK_END_HIP}, {"sycl", BACK_END_SYCL}, {"dpcpp", BACK_END_SYCL}, {"xpu", BACK_END_SYCL},
	             {"opencl", BACK_END_OPENCL}, {"ocl", BACK_END_OPENCL}, {"metal", BACK_END_METAL}, {"vulkan", BACK_END_VULKAN}, {"cpu", BACK_END_CPU}, {"npu", BACK_END_NPU},
	             {"ascend", BACK_END_NPU}, {"cann", BACK_END_NPU}, {"musa", BACK_END_MUSA}, {"maca", BACK_END_MACA}};
	for (u32 i = 0; i < COUNT(words); i++)
		if (word.n == strlen(words[i].word) && !strncasecmp(word.p, words[i].word, word.n))
			return words[i].is;
	return BACK_END_NONE;
}

/* Of the words between _, - and dots; none where they name two. */
static enum back_end back_end_of_part(struct str part)
{
	enum back_end found = BACK_END_NONE;
	for (size_t from = 0, to = 0; to <= part.n; to++) {
		if (to < part.n && part.p[to] != '_' && part.p[to] != '-' && part.p[to] != '.')
			continue;
		enum back_end one = back_end_of_word((struct str){part.p + from, to - from});
		if (one != BACK_END_NONE && found != BACK_END_NONE && one != found)
			return BACK_END_NONE;
		found = one != BACK_END_NONE ? one : found;
		from = to + 1;
	}
	return found;
}

enum back_end path_back_end(struct str path)
{
	enum back_end found = BACK_END_NONE;
	for (struct str at = path_dir(path); at.n && found == BACK_END_NONE; at = path_dir(at))
		found = back_end_of_part(path_name(at));
	return found != BACK_END_NONE ? found : back_end_of_part(path_name(path));
}

struct str path_real(struct arena *a, const char *path)
{
	char room[PATH_MAX];
	return realpath(path, room) ? str_of(arena_text(a, room, strlen(room))) : S("");
}
