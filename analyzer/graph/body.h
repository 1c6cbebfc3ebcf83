/* A body: the rows of one function made ready for flow. Macros and lambdas that run in place are unfolded into it,
 * since both see the user's variables and a macro can return from its user; every operand becomes a cell, so that
 * equal places are one number; every call is resolved.
 *
 * A row remembers where it stands (file, offsets) and through which uses of macros and lambdas it came there.
 * Limits: BODY_DEPTH uses deep, BODY_ROWS rows, BODY_ALL_ROWS unfolded in all bodies of the program together; past them
 * a use stays a call of something unknown. */
#ifndef CAPLINT_BODY_H
#define CAPLINT_BODY_H

#include "graph/program.h"

enum { BODY_DEPTH = 24, BODY_ROWS = 60000, BODY_ALL_ROWS = 4000000 };

enum cell_kind {
	CELL_LOCAL,    /* a temp or variable of the function, a macro or a lambda unfolded into it */
	CELL_OUTER,    /* a place that outlives the call: member, global, through a pointer or reference */
	CELL_ZERO,     /* 0, false, null, cudaSuccess and the like */
	CELL_NONZERO,  /* another constant: a number, true, an enumerator that isn't success, a string */
	CELL_FUNCTION, /* a lambda or function as a value */
	CELL_UNKNOWN,
};

struct cell {
	u8 kind;       /* enum cell_kind */
	bool is_reference; /* another name of what it was made from */
	bool is_pointer; /* declared as a pointer, so its fields outlive the call */
	bool is_element; /* reached by an index: x[i] */
	bool is_array;
	bool is_alternative; /* an argument of a macro with several bodies, arms of #if, or of one that makes another name of it */
	u32 name;      /* program-wide id of the variable, enumerator or last field; 0 for temps */
	u32 type;      /* program-wide id of the type's last component, 0 if unknown */
	u32 address_of;/* the cell whose address this value is, or NONE */
	u32 parent;    /* CELL_LOCAL or CELL_OUTER that is part of another: x in x.code; NONE */
	u32 param;     /* index of the parameter this is, or NONE */
	u32 function;  /* CELL_FUNCTION: fn_id or NONE */
	u32 lambda;    /* a variable that holds this lambda and no other; fn_id or NONE */
	u32 first_write; /* the first row whose dst it is, or NONE */
};

/* One unfolded use of a macro or lambda. */
struct use {
	u32 row;    /* the call row it replaces: index in rows[]; a NOP there keeps the place */
	u32 parent; /* the use in which that row stands, or NONE */
	fn_id fn;
};

struct body_row {
	u8 op, sub;
	u16 flags;
	u32 dst, a, b;               /* cells, or NONE */
	u32 first_arg, arg_count;    /* cells, in args[] */
	u32 target, other, unwind;   /* rows of the body, or NONE */
	u32 next_write;              /* the next row with the same dst, or NONE */
	u32 use;                     /* the use it stands in, or NONE */
	fn_id fn;                    /* the function, macro or lambda it is written in */
	const struct row *row;       /* as written */
	struct call_target callee;   /* CALL, LAUNCH, DESTROY; ENTER and LEAVE: the manager's method */
};

struct body {
	fn_id fn;
	struct body_row *rows;
	u32 n;
	u32 *args;
	struct cell *cells;
	u32 cell_count;
	struct use *uses;
	u32 use_count;
	struct idmap keys;  /* fn << 32 | operand of a place, as written -> cell of the last index's key */
	u32 exit;           /* row of ROW_EXIT */
	u32 serial;         /* tells this body from any other that was built, for what is remembered of bodies; 0: nothing may be */
	bool is_cut;        /* a limit was met */
};

/* The cell, or a part of it: x.code of x, and x itself. */
static inline bool cell_is_part(const struct body *b, u32 cell, u32 whole)
{
	for (; cell != NONE && cell != whole; cell = b->cells[cell].parent)
		;
	return cell != NONE;
}

/* The whole object that a cell is part of. */
static inline u32 cell_root(const struct body *b, u32 cell)
{
	while (b->cells[cell].parent != NONE)
		cell = b->cells[cell].parent;
	return cell;
}

/* Python: an attribute of the method's own object, self.x; not what one holds. */
static inline bool cell_is_own(const struct body *b, u32 cell)
{
	return cell != NONE && !b->cells[cell].is_element && b->cells[cell].parent != NONE && b->cells[b->cells[cell].parent].param == 0;
}

/* The row's argument at a position; NONE if it has none there, or the position is none (-1). */
static inline u32 row_argument(const struct body *b, const struct body_row *r, i8 at)
{
	return at >= 0 && (u32)(u8)at < r->arg_count ? b->args[r->first_arg + (u32)(u8)at] : NONE;
}

/* The cell is one of the row's arguments. */
static inline bool row_is_given(const struct body *b, const struct body_row *r, u32 cell)
{
	for (u32 i = 0; i < r->arg_count; i++)
		if (b->args[r->first_arg + i] == cell)
			return true;
	return false;
}

/* Builds a body in the arena. O(rows). */
void body_build(struct program *p, struct arena *a, fn_id fn, struct body *out);
struct str body_cell_name(const struct program *p, const struct body *b, u32 cell); /* of a variable or place; "" for NONE and what has none */
/* What a variable, or the only fields of that name in the program, are declared as: a name id, 0 if that does not show. O(fields of that name). */
u32 body_cell_type(const struct program *p, const struct body *b, u32 cell);
struct str body_row_name(const struct program *p, const struct body_row *r); /* the callee's name as written */

#endif
