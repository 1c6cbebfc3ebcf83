/* Paths through a body from one row on, given what is known there: which exits they reach, and which rows on the way. A branch on
 * something known is taken one way only, so that
 *
 *     if (use_graph) begin();  work();  if (use_graph) end();
 *     if (err != success) return err;     (with err known to be success)
 *
 * have only the paths that a reader sees. What joins keeps what both sides know; nothing enumerates paths. Exceptions leave a row only
 * where a reason for one shows (graph/program.h: program_throws), or where a callable of the caller's is run. */
#ifndef CAPLINT_GRAPH_PATHS_H
#define CAPLINT_GRAPH_PATHS_H

#include "graph/edges.h"

enum { KNOWN = 32 }; /* what is known at a point; more is forgotten */

struct known {
	u32 cell;
	bool is_zero;
};

enum leave_kind {
	LEAVE_RETURN,   /* a return, or the end of the body */
	LEAVE_THROW,    /* a throw that stands here */
	LEAVE_CALLEE,   /* a callee or check that may throw */
	LEAVE_CALLBACK, /* a callable that was given to the function, or that its object holds */
};

struct leave {
	u32 row; /* LEAVE_RETURN: the return, or the row before the end */
	u8 kind; /* enum leave_kind */
};

struct path_point {
	bool is_reached;
	u8 n;
	u32 thrown_at; /* an exception that was raised at this row is on its way; NONE: none */
	struct known known[KNOWN];
};

struct paths {
	struct program *program;
	const struct body *body, *bodies;
	u32 depth;            /* of answers of callees */
	struct arena scratch; /* paths_close() gives it back */
	u32 *made;            /* by cell: the only row that writes it, or NONE */
	u32 *same;            /* by cell: the first cell that is computed in the same way */
	struct path_point *at; /* by row, of the last walk */
	VEC(struct leave) leaves; /* of the last walk; rows in order of discovery */
};

/* A rule that asks about many rows of one body is given so many walks, counted in rows: enough for 500 questions about a function of a
 * thousand rows. What comes after them in the text is not looked at. */
enum { PATH_ROWS = 1 << 19 };
static inline bool paths_afford(const struct body *b, u32 asked) { return (u64)asked * b->n <= PATH_ROWS; }

/* bodies: by fn_id, n 0 where there is none; of functions that are given one thing that is known, and answer by it. */
void paths_open(struct paths *p, struct program *program, const struct body *b, const struct body *bodies);
void paths_close(struct paths *p);

/* A call of what never returns, by the tables or by what the program says of the name. */
bool row_never_returns(const struct program *p, const struct body_row *r);

/* What the asker knows of paths; both may be NULL. */
struct path_asks {
	bool (*stops)(void *context, u32 row);         /* the path is of no more interest at this row */
	bool (*takes)(void *context, u32 row, u32 to); /* a branch on something unknown may go there */
	void *context;
};
/* Walks from the rows after `from` (NONE: from the begin). O(rows * KNOWN). */
void paths_walk(struct paths *p, u32 from, const struct known *known, u32 n, const struct path_asks *asks);

/* What is known when the row begins, on all paths of the last walk that reach it; how many. */
u32 paths_known(const struct paths *p, u32 row, struct known out[KNOWN]);

/* What is known when the row begins, on all paths that reach it from the begin. What nobody writes is known from the start on: behind `if (a && b) ...; else if (b) row`
 * a is false. Walks a few times. */
u32 paths_known_before(struct paths *p, u32 row, struct known out[KNOWN]);

/* An exception may come out of the call for a reason that shows. */
bool row_throws(struct program *p, const struct body *b, u32 row);

#endif
