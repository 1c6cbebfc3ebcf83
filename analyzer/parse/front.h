/* The contract of a front end: bytes of one file in, neutral tree out. Nothing else in the program knows libclang
 * (clang.c) or tree-sitter (treesitter.c).
 *
 * Front ends run inside worker processes: they may die on bad input, and that costs one file. */
#ifndef CAPLINT_FRONT_H
#define CAPLINT_FRONT_H

#include "facts/facts.h"
#include "index/index.h"
#include "tree/tree.h"

struct front_input {
	struct str path;  /* for messages only */
	struct str bytes; /* NUL-terminated */
	enum language language;
	const struct index_file *index;
	const struct notebook *notebook; /* whose text the bytes are (notebook.h), or NULL */
	const char *const *args; /* libclang arguments from a compile_commands.json, or NULL: prelude mode */
	u32 arg_count;
};

/* tree-sitter. Reads every function, method, lambda and macro definition; #if arms become ALT. Macro bodies are
 * parsed apart and come as NODE_MACRO. Never fails on bad syntax; false only if the parser gave nothing. */
MUST_USE bool read_tree_sitter(struct arena *a, const struct front_input *in, struct tree *out, struct strbuf *err);

/* libclang, loaded at first use. In prelude mode the main file alone is read: #include lines and function-like
 * macros that hold runtime calls are blanked (same length), so that includes cost nothing and a check macro stays one
 * CALL. A function in which libclang lost something for good carries NF_ERROR: the other reading is the better one
 * unless it saw less. False if libclang can't be had or gives no translation unit. */
MUST_USE bool read_clang(struct arena *a, const struct front_input *in, struct tree *out, struct strbuf *err);

/* Name and version of the library in use: "libclang 22.1.8 (full)", "libclang 19.1.7 (reduced)"; or why there is none. Loads it. */
bool clang_describe(struct strbuf *out);
/* Stands for the library that would be loaded, without the milliseconds that loading costs: what is at each place where it is looked for. */
void clang_stamp(struct strbuf *out);
const char *tree_sitter_describe(void);

/* Every launch and runtime call of the index stands in the reading, outside of functions with errors: libclang would add
 * nothing. O(calls log calls). */
bool reading_is_whole(struct arena *a, const struct node *file, const struct index_file *index);

/* Both readings of a C-family file made one tree: for each function the reading that understood more launches and
 * calls is taken whole, libclang wins a tie. clang may be NULL. */
struct node *merge_readings(struct arena *a, struct node *tree_sitter, struct node *clang);

/* What became of the second reading. */
enum second_reading { SECOND_UNNEEDED, SECOND_READ, SECOND_LACKING /* there is no libclang */ };

/* Code of which no reading made anything (lost.h). */
struct lost_code {
	u32 bytes, lost_bytes; /* without comments and blanks; of them, those lost. Nothing is counted where nothing was lost */
	u32 first;             /* the first byte lost, NONE */
};
/* What a parse tells of itself. */
struct parse_told {
	enum second_reading second;
	struct lost_code lost;
};

/* The whole parse of one file: read, merge, lower, pack. Returns the unit's block (facts/facts.h), in the arena.
 * use_clang: false after libclang has crashed on this file. It is loaded by the first file that needs it. */
MUST_USE bool parse_file(struct arena *a, const struct front_input *in, bool use_clang, struct str *block, struct parse_told *told,
                         struct strbuf *err);

#endif
