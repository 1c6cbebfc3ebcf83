/* A body while its table of streams is made: private to fork.c (rows), fork_scan.c (streams and events as numbers) and fork_callee.c. Cells are of the body;
 * streams and events are indices of the table, which lives in the scan's arena. Each lookup is O(streams) or O(events). */
#ifndef CAPLINT_FORK_SCAN_H
#define CAPLINT_FORK_SCAN_H

#include "capture/fork.h"
#include "capture/local.h"

struct scan {
	const struct capture *c;
	struct arena *arena;
	struct values *v;
	const struct body *b;
	bool is_python;
	struct fork_table *out;
	VEC(u32) entered; /* Python: cells of the managers whose blocks are open */
	VEC(u32) current; /* the streams that they make current: indices */
	bool is_deep;
	u32 depth;        /* calls above this body, whose ops go to a caller's table */
	u32 *rows_left;   /* that are still looked at in callees */
};

/* ---- fork_scan.c ---- */

struct str fork_name(const struct scan *s, u32 cell);
u32 fork_argument(const struct scan *s, u32 row, u32 i); /* NONE if there is none */
u32 fork_whole(const struct body *b, u32 cell);          /* the container instead of its element */
/* The cell's name or type speaks of it: "stream" and "Stream". */
bool fork_holds(const struct scan *s, u32 cell, const char *what, const char *What);
bool fork_is_anywhere(u8 kind); /* a stream that needs no variable: the current one, the legacy one */
void fork_op_add(struct scan *s, enum fork_op_kind kind, u32 row, u32 stream, u32 event);

u32 fork_stream_add(struct scan *s, struct stream source, u32 cell); /* the known one, if it is there */
u32 fork_stream_current(struct scan *s);
u32 fork_stream_at(struct scan *s, u32 row, u32 cell); /* what a cell holds when the row begins; NONE: the current one */

/* An event by the cell that it comes from, or that takes it in the next row. */
u32 fork_event_at(struct scan *s, u32 row, u32 cell);
u32 fork_event_new(struct scan *s); /* one that no variable holds */
/* `stream.record_event().wait()`: what has recorded it is an event, whatever it is called. */
bool fork_is_event(const struct scan *s, u32 cell);

/* ---- fork.c, fork_callee.c ---- */

void fork_scan(struct scan *s, const u8 *state, u8 wanted);
/* Takes over what the callee of a row does. False if it is not known, or does nothing with streams. */
bool fork_scan_callee(struct scan *s, u32 row);

#endif
