/* The index: a fast lexer over every C-family and every Python file, in workers. It finds out, without
 * parsing, what a file holds, so that only files that matter are parsed; and it counts what is there to be
 * understood, for the coverage that every run states.
 *
 * It knows comments, string and raw string literals, line splices, and preprocessor lines; it does not expand
 * anything, and reads every arm of an #if. An identifier cut by a splice reads as two. Of Python it gives words, defined
 * names and is_hot. Cost: one pass, some 300 MB/s of CPU. */
#ifndef CAPLINT_INDEX_H
#define CAPLINT_INDEX_H

#include "discover/discover.h"

/* A function-like or object-like macro definition. */
struct index_macro {
	struct str name;
	u32 begin, end;           /* the whole #define, splices included */
	u32 body;                 /* offset of the first byte of the body (== end if empty) */
	bool is_function_like;
	VEC(struct str) params;   /* "..." for a variadic; "name..." is given as the name, with is_variadic */
	bool is_variadic;
	bool is_debug;            /* in an arm of an #if that only a debugging build takes: #ifdef LIB_DEBUG */
	bool is_device;           /* in an arm of an #if that host code is compiled without */
	bool is_hot;              /* the body holds a launch, a runtime call, or an identifier in capitals before '(' */
};

/* #undef NAME, which ends each definition of the name that stands before it, as far back as the arm of the #if that it stands in goes. */
struct index_undef {
	struct str name;
	u32 at;
	u32 arm; /* where that arm begins; 0 outside of any. What only asks whether the name is defined is none */
};

/* What is there to be understood: a launch (`<<<`) or a runtime call (cuda[A-Z]... or hip[A-Z]..., no type name ending in _t, before '(' or before '<'...'>(').
 * Declarations count; comments, strings, the name after #define and directives other than #define don't. */
struct index_token {
	u32 at;        /* byte offset of `<<<`, or of the identifier */
	u32 length;
	u8 is_launch;
	u8 in_define;  /* inside a #define body */
};

struct index_include {
	struct str path;
	u32 at;
	bool is_system; /* <...> */
};

struct index_file {
	VEC(struct index_macro) macros;
	VEC(struct index_undef) undefs;
	VEC(struct index_token) tokens;
	VEC(struct index_include) includes;
	u64 *words;       /* sorted, unique 64-bit hashes (str_hash) of all identifiers outside comments and strings */
	u32 word_count;
	u64 *defined;     /* sorted hashes of the names behind def and class; else of the function-like macros that have a body, and of functions named after an end (ending.h) */
	u32 defined_count;
	bool is_hot;      /* Python: holds a word of graph capture, or self.x with an x that speaks of graphs, or calls the runtime or a library (.cudaX, cudaX(, cuX(). Else: holds a launch, or an identifier with a prefix of the runtime, the driver or a library (cuda[A-Z], cu[A-Z], ...), or
	                     asks a framework for its stream, or
	                     binds functions to Python */
	bool is_binary;   /* a NUL byte in the first 8 KiB */
	bool is_preprocessed; /* of C and its kin: begins with a line marker, as what a preprocessor wrote does; the rest is left empty */
	u8 language;      /* refined: LANG_NONE if its kernels are for another device (Ascend C); HIP's names without CUDA's make HIP; CUDA's names, kernels or launches make CUDA, but C only the latter two */
};

/* Reads one file's bytes. Everything in *out lives in the arena. Never fails: bad input yields fewer facts. */
void index_file(struct arena *a, struct str bytes, enum language language, struct index_file *out);

/* A name by which Python code captures a graph or asks about it; a mode of torch.compile that captures. `graph` of torch.cuda
 * is none of the words: it counts behind `cuda.`. */
bool index_is_capture_word(struct str word);
/* A name that says that something is for CUDA graphs, not that it does without. */
bool index_speaks_of_graphs(struct str name);
bool index_is_capture_mode(struct str text);

/* Python's part of index_file (python.c). */
void index_python(struct arena *a, struct str bytes, struct index_file *out);

/* True for an identifier that the runtime owns by its prefix: cudaX, hipX, cuX (driver), cublasX, ncclX, ... */
bool index_is_runtime_word(struct str word);
/* Of the driver or a library whose calls return a code: cuX, cublasX, ncclX, ... */
bool index_is_library_word(struct str word);

#endif
