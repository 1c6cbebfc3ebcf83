/* How the streams of one function are ordered among each other: what is recorded, what waits for it, what is enqueued where. A stream
 * forks from another by waiting for an event that was recorded on it, and joins back the same way.
 *
 * Streams and events are told apart by where they come from (capture/stream.h). The elements of a container are one stream, so what
 * is done to one of them counts for all. Rows are taken in the order in which they are written. */
#ifndef CAPLINT_FORK_H
#define CAPLINT_FORK_H

#include "capture/stream.h"

enum fork_op_kind {
	FORK_USE,    /* work is enqueued on the stream */
	FORK_RECORD, /* the event marks what the stream has got so far */
	FORK_WAIT,   /* the stream waits for the event */
	FORK_HANDED, /* the stream, or the event, is given away, kept or returned: somebody else may order it */
	FORK_SYNC,   /* the host waits for the stream */
};

struct fork_stream {
	struct stream source;
	u32 cell;        /* stands for it in the body, or NONE (the current stream, the legacy one, a member that only callees name) */
	struct str name; /* for messages: as the last cell is called */
};

struct fork_op {
	u8 kind;    /* enum fork_op_kind */
	u32 row;
	u32 stream; /* index; NONE where an event is handed on */
	u32 event;  /* RECORD, WAIT, HANDED: number of the event, or NONE */
	const struct body *body; /* where it is written: the body itself, or a callee's */
	u32 at;                  /* row of that body */
};

struct fork_table {
	VEC(struct fork_stream) streams;
	VEC(struct fork_op) ops; /* in the order of rows */
	u32 *current;            /* Python, by row: the stream that is current; NONE for rows that are not looked at */
	VEC(u32) events;         /* by number: the cell that holds it, NONE for one that wait_stream makes */
};

/* Some row of the body lets a stream wait: without one there is nothing to order, and a table is not worth its cost. The other: some row of a
 * callee does. */
bool fork_waits(const struct capture *c, const struct body *b);
bool fork_waits_below(const struct capture *c, const struct body *b);

/* All that a body does with streams, in the rows for which `state` has a bit of `wanted` (NULL: in all). O(rows). */
void fork_table(const struct capture *c, struct arena *a, struct values *v, const u8 *state, u8 wanted, struct fork_table *out);

/* The same with what callees do to the streams and events that they are given, and to those of the object: C and C++, where the callee is
 * known for sure. What they make themselves is their own matter. O(rows of the callees, FORK_CALLS deep), of which FORK_ROWS are looked at: a callee that would be more is as good as
 * unknown. */
enum { FORK_CALLS = 3, FORK_ROWS = BODY_ROWS };
void fork_table_deep(const struct capture *c, struct arena *a, struct values *v, const u8 *state, u8 wanted, struct fork_table *out);

/* The streams from which `from` can be reached by events: from waits for, or for what waits for, ... In the arena, by index. */
bool *fork_ordered_before(const struct fork_table *t, struct arena *a, u32 stream);

/* Another function of the program records on a stream of that name (FORK_RECORD), or lets it wait (FORK_WAIT): it may join or fork
 * what this one does not. The other: it lets a stream (FORK_WAIT) or the host (FORK_SYNC) wait for an event of that name. O(rows of the program). */
bool fork_elsewhere(const struct capture *c, fn_id here, struct str name, enum fork_op_kind kind);
bool fork_event_elsewhere(const struct capture *c, fn_id here, struct str name, enum fork_op_kind kind);
/* The last name of an operand: of `this->pool.side` that is "side". Empty if it has none. */
struct str fork_last_name(const struct fn *fn, operand o);

#endif
