/* compile_commands.json: how the files of a program are compiled, in words that libclang understands. Without one, or
 * for a file that it doesn't name, there is nothing to know and the file is read by itself.
 *
 * Of several entries for one file the first counts. Flags that only concern code generation, linking or nvcc itself
 * are dropped; args.def says which are kept. Response files are read, as CMake hides every include folder in one. */
#ifndef CAPLINT_COMPDB_H
#define CAPLINT_COMPDB_H

#include "discover/discover.h"

struct compile_command {
	const char *const *args; /* -D -U -I -isystem -iquote -idirafter -include -imacros -std= and the like; paths absolute */
	u32 arg_count;
	u8 language;             /* enum language that -x asks for, or LANG_NONE */
	bool is_stream_per_thread; /* stream 0 is the thread's own: --default-stream per-thread, or the macro for it */
	bool is_math_fast;
};

struct compdb {
	struct str path; /* of the file that was read; empty if there is none */
	const struct compile_command **of_file; /* by index in discovery.files; NULL where nothing is known */
	u32 command_count; /* how many are known */
};

/* `given` is a folder or the file itself (-p), or NULL: then compile_commands.json is looked for in the root and its
 * build/, and likewise in each folder above. A file that can't be read or isn't valid is a failure notice, with line and
 * column; the run goes on without it. Everything lives in the arena. */
void compdb_load(struct arena *a, const struct discovery *d, const char *given, struct notices *notices,
                 struct compdb *out);
/* The arguments for libclang with real headers: language, host side, the toolkit (cuda_path or NULL: where clang looks), then
 * those of the command (or NULL: C++17 and the root as include folder). In the arena. */
const char *const *compile_args(struct arena *a, const struct compile_command *command, enum language language, struct str root,
                                const char *cuda_path, u32 *count);
/* What reads the file, for --version. A build without jansson reads none: a file that was asked for is a failure notice. */
const char *compdb_describe(void);

#endif
