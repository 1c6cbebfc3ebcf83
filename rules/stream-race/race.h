/* The parts of stream-race: one way in which two streams come to use one thing at a time is one file, which finds and tells it.
 *
 * rule.c opens the struct for one body and releases its arena; the parts report into run->findings and own nothing. `use` is an operation of the
 * table that stands for the beginning of a block, `with stream(side):`. O(rows of the body, times operations of the table) where nothing else is said. */
#ifndef CAPLINT_RACE_H
#define CAPLINT_RACE_H

#include "rule.h"

/* C++: what a row does with a buffer. */
struct access {
	u32 row, stream, cell;
	bool writes;
};

struct race {
	struct rule_run *run;
	fn_id fn;
	u32 reached; /* index of run->capture->reached, or NONE */
	const struct body *b;
	struct arena scratch; /* of this body */
	struct values values;
	const u32 *waits; /* Python: how many rows before each one wait for the device, on the host */
	struct fork_table table;
	struct clocks clocks;        /* what each stream has waited for, up to the row that is looked at */
	VEC(struct access) accesses; /* C++: in the order of rows */
};

/* "'side'", "the current stream"; in the arena of the findings. */
const char *race_stream_name(const struct race *r, u32 stream);
/* A call with non_blocking=True. */
bool race_is_nonblocking(const struct race *r, u32 row);
/* An attribute that some method of the class makes with `pin_memory=`, and not with False. */
bool race_is_pinned(const struct race *r, u32 cell);
/* Fills r->waits; once for a body of Python. O(rows). */
void race_find_waits(struct race *r);
/* The host waits for the device between the two rows. Both ends are left out. O(1). */
bool race_host_waits(const struct race *r, u32 from, u32 to);
/* Outside of captures a race is told as a warning only if `is_sure`: where the producer shows. `form`: read, write, fork. */
struct finding *race_report(struct race *r, u32 row, const char *form, bool is_sure, const char *message);

/* ---- Python, row by row: the clocks stand at the row ---- */

/* The row reads a value that another stream may still be making. True if that was told. */
bool race_at_read(struct race *r, u32 row);
/* `with stream(side):` and, later, a wait for it: but side never waited for those who make what the block reads. */
void race_at_start(struct race *r, const struct fork_op *use);

/* ---- Python, one block ---- */

/* The block is given what the function has just enqueued on its own stream, and the side stream waits nowhere for that. */
void race_at_block(struct race *r, const struct fork_op *use);
/* The block replays a graph, and what the function has copied before, on the stream around it, may not be there yet. */
void race_at_replay(struct race *r, const struct fork_op *use);
/* The block belongs to the users of a context manager, which has made the stream. */
void race_at_context(struct race *r, const struct fork_op *use);
/* The stream is new, waits for nobody, and works with what was there before. */
void race_at_new(struct race *r, const struct fork_op *use);
/* What is waited for behind the block is another stream, to which nothing goes. */
void race_at_mixup(struct race *r, const struct fork_op *use);
/* The block begins with the copy that ought to have been made before. */
void race_at_late_copy(struct race *r, const struct fork_op *use);

/* ---- Python, one operation of the table ---- */

/* The stream waits, in its own block, for itself, or for the default stream instead of the current one. */
void race_at_vain(struct race *r, u32 op);

/* ---- a whole body ---- */

/* Python: a pinned buffer of the object is written again behind an upload of it. */
void race_at_staging(struct race *r);
/* Python: the host reads what was copied from the device without waiting. */
void race_at_host(struct race *r);
/* C and C++: both streams must be known as two, forked here, and not handed on. */
void race_native(struct race *r);

#endif
