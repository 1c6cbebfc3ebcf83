/* Which files a run reads. Paths given are files or folders. Inside a git work tree a folder stands for what
 * `git ls-files -z --cached --others --exclude-standard` lists below it; elsewhere for a plain walk (no hidden folders, no
 * symlinked folders, so a loop can't hurt). What is given but git ignores (a build folder) is added. Only files whose
 * suffix tells a language are listed, and whatever is named. A symlink adds a file only if it leads inside the root to
 * one that nothing else lists.
 *
 * The program is always the whole repository (or the folder given, outside git; or the folder of a file given), so
 * that `check F` prints exactly F's findings of `check .`: files outside the paths given are `context`.
 * Vendored code (third_party, 3rdparty, external, vendor, deps, submodules, ...) is context unless named. */
#ifndef CAPLINT_DISCOVER_H
#define CAPLINT_DISCOVER_H

#include "base/stamp.h"
#include "base/text.h"
#include "discover/glob.h"
#include "finding/notice.h"

enum language { LANG_NONE, LANG_C, LANG_CPP, LANG_CUDA, LANG_HIP, LANG_PYTHON };

struct source {
	struct str path;     /* relative to root, '/' between parts, no "./" */
	struct str shown;    /* as the user would write it, relative to the working folder */
	u8 language;         /* enum language, by suffix; index_file may refine it by content */
	bool is_reported;    /* findings in it are printed: inside the paths given, not vendored, not excluded */
	bool is_named;       /* the file itself was given on the command line */
	bool is_vendored;
	bool is_left_out;    /* inside the paths given, and not reported all the same: vendored, or excluded */
	bool has_allow;      /* holds "caplint:", as suppressions do; known once it has been read */
	bool is_unlisted;    /* no list of the build names it, though its neighbours are named one by one */
	bool is_test;        /* tests, benchmarks, examples, docs, tutorials: graded lower */
	u64 size;            /* bytes, at discovery */
	struct file_stamp stamp; /* at discovery */
};

/* Kibibytes, rounded: what is decided or told by sizes goes by these, so that an edit of some comments changes nothing. */
static inline u32 source_kib(const struct source *s) { return (u32)((s->size + 512) >> 10); }

struct discovery {
	struct str root;          /* absolute path that `path` is relative to */
	VEC(struct source) files; /* sorted by path */
};

struct discover_options {
	const char **paths;
	u32 path_count;
	bool report_vendored;
	u64 max_file_bytes; /* larger files are a notice, not read. Default 8 MiB */
	const struct glob *exclude; /* context, unless named; with force_exclude even then */
	u32 exclude_count;
	bool force_exclude; /* and what is named and no source is left out, instead of being a failure */
};

/* Appends notices for paths that don't exist, can't be read or are too large. False only if nothing at all can be
 * done (no path exists); the reason is in err. */
MUST_USE bool discover(struct arena *a, const struct discover_options *o, struct discovery *d, struct notices *notices,
                       struct strbuf *err);

enum language language_of_path(struct str path);
const char *language_name(enum language l);

/* The bytes of a file, with a NUL after them, in the arena. False and a reason if it can't be read, isn't a
 * regular file, or holds more than max bytes. */
MUST_USE bool file_read(struct arena *a, const char *path, u64 max, struct str *bytes, struct strbuf *err);

/* The same as UTF-8 text, whatever it is written in (encoding.h). Lines are the file's; columns are those of the text. *unknown is the
 * name of an encoding that can't be had, empty otherwise; the text is then the bytes as they are. */
MUST_USE bool source_read(struct arena *a, const char *path, enum language language, u64 max, struct str *text, struct str *unknown,
                          struct strbuf *err);
/* A Jupyter notebook, and Cython, by their names. Both are LANG_PYTHON. */
bool is_notebook(struct str path);
bool is_cython(struct str path);

#endif
