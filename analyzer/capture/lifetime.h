/* Host memory that is gone when its function returns, and who waits for work that still uses it. For C and C++. */
#ifndef CAPLINT_LIFETIME_H
#define CAPLINT_LIFETIME_H

#include "capture/capture.h"

enum mortal_kind {
	MORTAL_NOT,       /* static, on the heap, the caller's; or not known */
	MORTAL_VARIABLE,  /* a local variable, an array, part of one, or a parameter by value */
	MORTAL_CONTAINER, /* the storage of a local vector, string or the like */
	MORTAL_TEMPORARY, /* an object without a name: gone at the end of the expression */
};

struct mortal {
	u8 kind;         /* enum mortal_kind */
	struct str name; /* of the variable */
};

/* What the pointer in `cell` points to when `row` begins. O(rows). */
struct mortal mortal_at(const struct capture *c, const struct body *b, u32 row, u32 cell);

/* On some path behind the row the function waits for a stream, an event or the device, itself or by what it calls. The first
 * question about a body is O(rows). */
bool waits_behind(const struct capture *c, const struct body *b, u32 row);

/* The copy that a call starts and does not wait for: of the runtime, of a function of the program that hands its parameters to one, or
 * by the name of one that is not seen. Arguments as positions, -1 for none. */
struct async_copy {
	bool is_one;
	bool is_by_name;
	i8 from, to;
	bool from_reference; /* `from` is taken by reference: the argument itself is what is read */
};
struct async_copy async_copy_at(const struct capture *c, const struct body *b, u32 row);
/* The body of a function of C or C++ that need not touch the runtime: made at first use, so ask for few. */
const struct body *any_body(const struct capture *c, fn_id fn);
/* The body of a function that may start copies, also if all of them go through names that are not seen. */
const struct body *copying_body(const struct capture *c, fn_id fn);

#endif
