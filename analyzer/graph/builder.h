/* A body while it is built: private to body.c (rows of frames), body_call.c (calls) and unfold.c (what runs in place of calls).
 *
 * All of it lives in the builder's arena, which body_build() gives back; what the body keeps is copied out of it then. A row is pushed without targets:
 * where it goes is noted as a fixup, since rows behind it have no place yet. */
#ifndef CAPLINT_BUILDER_H
#define CAPLINT_BUILDER_H

#include "graph/cells.h"

enum fixup_kind { FIX_TARGET, FIX_OTHER, FIX_UNWIND };

struct fixup {
	u32 row;
	enum fixup_kind kind;
	struct frame *frame;
	u32 unit_row; /* NONE: only for FIX_UNWIND, then the user's */
};

struct builder {
	struct program *program;
	struct arena *arena;
	struct cells cells;
	VEC(struct body_row) rows;
	VEC(u32) args;
	VEC(struct use) uses;
	VEC(struct fixup) fixups;
	VEC(u32) returns; /* rows that go to the body's exit */
	struct deferred deferred; /* of the macro to be unfolded next */
	u32 depth;
	bool is_cut;
};

/* ---- body.c ---- */

/* A new row, with the operands and targets still to be filled in: its index. Pointers to rows are good until the next one. */
u32 builder_row(struct builder *b, struct frame *f, const struct row *row, enum row_op op);
/* The row goes to that row of the frame's function, once both have their place. NONE: it goes nowhere, or an exception goes where the user's goes. */
void builder_fix(struct builder *b, u32 row, enum fixup_kind kind, struct frame *f, u32 unit_row);
void builder_emit_frame(struct builder *b, struct frame *f); /* all rows of a function, macro or lambda */
void builder_emit_row(struct builder *b, struct frame *f, u32 unit_row);

/* ---- body_call.c ---- */

/* A CALL, LAUNCH or DESTROY. */
void builder_emit_call(struct builder *b, struct frame *f, const struct row *row, u32 unit_row);
/* What was meant for a macro that is not unfolded runs before. */
void builder_emit_deferred(struct builder *b);
/* Behind an object's own destructor, those of its members and bases. */
void builder_destroys(struct builder *b, struct frame *f, const struct row *row, u32 dst, bool can_throw);

/* ---- unfold.c ---- */

struct frame *builder_frame(struct builder *b, fn_id fn, struct frame *user);
/* The function is a macro or a lambda. */
bool unfold_has_user(const struct builder *b, fn_id fn);
/* The call can run nothing but macros and lambdas. */
bool unfold_is_all(const struct builder *b, struct call_target t);
/* All candidates of a macro or lambda, as alternatives; true if they were unfolded. False past a limit (`is_cut` says so), inside themselves, or where
 * one of them is a function. */
bool unfold_call(struct builder *b, struct frame *f, const struct row *row, u32 unit_row, struct call_target t, const u32 *args, u32 n, u32 dst);
/* Lambdas (or, with FN_MACRO, statements) handed to a call may run there, once or not at all; more often changes nothing for sets. */
void unfold_lambdas(struct builder *b, struct frame *f, const struct row *row, u32 unit_row, const u32 *args, u32 n, enum function_kind kind);
/* The function that a cell is, or the lambda that a variable holds; NONE. */
fn_id unfold_held(const struct builder *b, u32 cell);
bool unfold_takes_lambda(const struct builder *b, const u32 *args, u32 n);
/* A scope guard: an object made from a lambda, which runs when the object dies. The other: it dies. */
bool unfold_holds_guard(struct builder *b, const u32 *args, u32 n, u32 dst);
bool unfold_guard(struct builder *b, struct frame *f, const struct row *row, u32 unit_row, u32 dst);

#endif
