/* Operands to cells: private to the builder (builder.h). */
#ifndef CAPLINT_CELLS_H
#define CAPLINT_CELLS_H

#include "graph/body.h"

/* An argument of a macro that runs where it is used (deferred.h): rows of the one who gave it. `of` is NULL where there is none. */
struct deferred {
	struct frame *of;
	u32 first, end; /* rows of its unit */
	u32 param;      /* whose use they wait for */
};

/* A function, macro or lambda while it is unfolded. */
struct frame {
	fn_id fn;
	const struct function *f;
	const struct unit *unit;
	struct frame *user;  /* who uses this macro or runs this lambda; NULL for the body's own function */
	u32 *vars, *temps;   /* cell by index; NONE until first seen */
	const u32 *rest;     /* macro: the cells of the arguments beyond the parameters (`...`) */
	u32 rest_count;
	u32 use;             /* index of its use, or NONE */
	u32 dst;             /* cell that takes the value, or NONE */
	u32 *start;          /* body row by row of the function, counted from its first row; NONE until emitted */
	u32 call;            /* the row in the user's unit that it replaces */
	u32 end;             /* body row after the last one, once known */
	struct deferred deferred;
};

struct cells {
	struct program *program;
	struct arena *arena;
	struct arena *kept;  /* of the body: for keys */
	VEC(struct cell) list;
	struct idmap keys;   /* fn << 32 | operand of a place -> cell of its key */
	struct idmap by_key; /* hash of (parent, step) or (kind, name) -> cell */
	u32 zero, nonzero, unknown, elsewhere; /* elsewhere: an outer place nobody here reads */
};

/* Cells live in the arena; adding one may move the list, so keep numbers and not pointers. */
void cells_init(struct cells *c, struct program *p, struct arena *a);
u32 cells_add(struct cells *c, struct cell cell); /* a new one, whatever else is there */
/* The cell of an operand as the frame sees it: equal places are one cell. NONE for none. O(steps of the place). */
u32 cells_of(struct cells *c, struct frame *f, operand o);
/* The name that a call row means in a frame: a macro's parameter stands for its argument's name, whose cell *cell then is; else NONE. */
struct str cells_callee(struct cells *c, struct frame *f, const struct row *row, u32 *cell);

#endif
