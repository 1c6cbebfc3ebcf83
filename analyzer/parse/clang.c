/* read_clang: a file's bytes go through libclang and come out as the neutral tree. Together with the other clang_*
 * files of this folder the only place that knows libclang. */
#include "parse/front.h"

#include <string.h>

#include "parse/clang_load.h"
#include "parse/clang_prelude.h"
#include "parse/clang_source.h"
#include "parse/clang_tree.h"

/* Nothing on disk has these names, so that nothing on disk is read. */
#define MAIN_FILE "/caplint/main.cu"
#define PRELUDE_FILE "/caplint/prelude.h"

static const char *const prelude_args[] = {
	"-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "--cuda-path=/caplint", "-nostdinc", "-nostdinc++",
	"-nobuiltininc", "-std=c++20", "-include", PRELUDE_FILE,
};

/* After any arguments: go on after errors, say nothing. */
static const char *const common_args[] = {"-ferror-limit=0", "-w", "-Wno-non-pod-varargs", "-fno-spell-checking"};

struct arguments {
	const char **at;
	u32 n;
};

static struct arguments arguments_of(struct arena *a, const struct front_input *in, const struct clang_library *library)
{
	const char *const *given = in->args ? in->args : prelude_args;
	u32 count = in->args ? in->arg_count : (u32)COUNT(prelude_args);
	struct arguments args = {arena_array(a, const char *, count + COUNT(common_args) + 2), 0};
	for (u32 i = 0; i < count; i++)
		args.at[args.n++] = given[i];
	for (u32 i = 0; i < COUNT(common_args); i++)
		args.at[args.n++] = common_args[i];
	if (in->args && library->resource_dir) {
		args.at[args.n++] = "-resource-dir";
		args.at[args.n++] = library->resource_dir;
	}
	return args;
}

static u32 errors_count(CXTranslationUnit unit)
{
	u32 count = 0, n = clang.getNumDiagnostics(unit);
	for (u32 i = 0; i < n; i++) {
		CXDiagnostic diagnostic = clang.getDiagnostic(unit, i);
		count += clang.getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
		clang.disposeDiagnostic(diagnostic);
	}
	return count;
}

/* Blanks the arms of #if that libclang skipped. A range ends inside the line of the directive that ends the arm. */
static void blank_skipped(CXTranslationUnit unit, CXFile file, char *text, size_t length)
{
	CXSourceRangeList *skipped = clang.getSkippedRanges(unit, file);
	for (u32 i = 0; skipped && i < skipped->count; i++) {
		unsigned begin = 0, end = 0;
		clang.getFileLocation(clang.getRangeStart(skipped->ranges[i]), NULL, NULL, NULL, &begin);
		clang.getFileLocation(clang.getRangeEnd(skipped->ranges[i]), NULL, NULL, NULL, &end);
		while (end < length && text[end] != '\n' && strncmp(text + end, "/*", 2) != 0)
			end++;
		for (unsigned at = begin; at < end && at < length; at++)
			if (text[at] != '\n')
				text[at] = ' ';
	}
	if (skipped)
		clang.disposeSourceRangeList(skipped);
}

bool read_clang(struct arena *a, const struct front_input *in, struct tree *out, struct strbuf *err)
{
	const struct clang_library *library = clang_load(err);
	char *text = library ? clang_source(a, in, !in->args, err) : NULL;
	if (!text)
		return false;
	struct arguments args = arguments_of(a, in, library);
	const char *name = in->args ? arena_text(a, in->path.p, in->path.n) : MAIN_FILE;
	struct str prelude = in->args ? S("") : clang_prelude(a, in->index);
	struct CXUnsavedFile files[] = {
		{name, text, (unsigned long)in->bytes.n},
		{PRELUDE_FILE, prelude.p, (unsigned long)prelude.n},
	};
	CXIndex index = clang.createIndex(0, 0);
	CXTranslationUnit unit = NULL;
	unsigned rc = clang.parseTranslationUnit2(index, name, args.at, (int)args.n, files, in->args ? 1 : 2,
	                                     CXTranslationUnit_KeepGoing | CXTranslationUnit_DetailedPreprocessingRecord, &unit);
	bool is_read = rc == CXError_Success && unit;
	if (is_read) {
		struct clang_walk w = {.arena = a, .text = {text, in->bytes.n}, .file = clang.getFile(unit, name)};
		blank_skipped(unit, w.file, text, in->bytes.n);
		out->errors = errors_count(unit);
		out->file = clang_tree(&w, unit);
	} else {
		strbuf_addf(err, "libclang could not read %.*s.", (int)in->path.n, in->path.p);
	}
	if (unit)
		clang.disposeTranslationUnit(unit);
	clang.disposeIndex(index);
	return is_read;
}

void clang_stamp(struct strbuf *out) { clang_places(out); }

bool clang_describe(struct strbuf *out)
{
	const struct clang_library *library = clang_load(out);
	if (library)
		strbuf_addf(out, "libclang %s (%s)", library->version, library->major >= CLANG_FULL ? "full" : "reduced");
	return library;
}
