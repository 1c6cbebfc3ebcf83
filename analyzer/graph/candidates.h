/* What a call may run, while it is looked for: private to resolve.c and its helpers. A set of functions, in the order in which they were found; past
 * CANDIDATES of them nothing is known. */
#ifndef CAPLINT_CANDIDATES_H
#define CAPLINT_CANDIDATES_H

#include "graph/program.h"

enum { CANDIDATES = 32, ANCESTORS = 64 };

struct candidates {
	fn_id at[CANDIDATES];
	u32 n;
	bool too_many;
};

/* ---- candidates.c ---- */

void candidates_add(struct candidates *c, fn_id f); /* once each */
/* Definitions in the file itself win; then those it includes; else what the whole program has. */
u32 candidates_nearness(const struct program *p, u32 file, fn_id f);
void candidates_keep_nearest(const struct program *p, u32 file, struct candidates *c);
/* The set as seen from the file: without implementations for other devices and far copies. In the program's arena; none if there were too many. */
struct call_target candidates_finish(struct program *p, u32 file, struct candidates *c, bool is_complete);

/* ---- candidates_find.c: adds to the set; `args` is how many the call gives. O(functions of the name, and their ancestors) ---- */

/* It is the base, or derives from it. O(ancestors) */
bool class_derives(const struct program *p, u32 cls, u32 base);
/* Methods of a class, of its bases, and of what derives from it (virtual calls). */
void candidates_methods(struct program *p, u32 name, u32 cls, u32 args, struct candidates *c);
/* Functions that `in` sees by the name, as it is written: those nearest to it. */
void candidates_functions(struct program *p, fn_id in, u32 name, struct str wanted, u32 args, struct candidates *c);
/* What some row stores into a field of the name. */
void candidates_assigned(struct program *p, u32 field, struct candidates *c);
/* table[i](...), f(...): a table of the function or its file that is filled with functions, a variable that is one, one of those of such a table, or a choice of some. O(rows of `in`, and
 * those of the file's variables) */
void candidates_of_table(struct program *p, fn_id in, operand callee, u32 args, struct candidates *c);
/* K::f, where K is no class of the program but a parameter of a template, or an alias of one: any class's f, if there are few. O(functions) */
void candidates_of_parameter(struct program *p, u32 file, u32 name, struct str wanted, u32 args, struct candidates *c);
/* Without a type a method is taken by its name only where that name belongs to one class of the program. */
void candidates_only_method(struct program *p, u32 name, u32 args, struct candidates *c);

/* ---- object_class.c ---- */

/* The class of the object of a member call, or 0. */
u32 object_class(struct program *p, fn_id in, operand object);
/* The declared type of a variable, or of a name of the file; empty if it doesn't show. */
struct str object_type(const struct program *p, fn_id in, operand object);

/* ---- resolve_macro.c ---- */

/* #define cuMemCreate(...) hipMemCreate(__VA_ARGS__): for the other platform. What is written is what is meant, and the driver's calls do not enter the slot. */
bool macro_is_port(const struct program *p, const struct call_target *macro, struct str wanted);

#endif
