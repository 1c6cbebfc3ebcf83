/* Whether the host takes part in what a function belongs to: a weaker, wider answer than unfit.h's. That one says that a capture must be refused
 * on every way; this one, that somewhere around the row the host waits or reads what the device has computed, so that whoever wrote it works with
 * the host and has no captures in mind. What a library's users may capture is a guess; with this it is no good one. */
#ifndef CAPLINT_HOST_PART_H
#define CAPLINT_HOST_PART_H

#include "capture/capture.h"

enum host_part {
	HOST_READS, /* something is copied to the host, or counted for it */
	HOST_WAITS, /* that, or a wait for a stream, an event or the device, or a synchronous copy */
	HOST_PARTS,
};

/* In the functions on the way from the region to the reached one, in what those call (some levels down), or in every known caller of the first
 * (some levels up, with what they call). First uses, debugging, and what sets up or ends something don't count, nor do tests as callers. Depends
 * on the program alone, not on what was asked before. O(rows of the functions around). */
bool capture_takes_host(const struct capture *c, u32 reached, enum host_part part);

/* Every caller that is seen, and that is no test, waits for a stream or the device in its own text, or hands on to it and is called by those who do
 * (some levels up). O(callers x rows). */
bool capture_callers_wait(const struct capture *c, fn_id fn);

/* Reads how long its own work has taken, off events or a clock object: it tunes, or tests. O(rows). */
bool measures_time(const struct capture *c, const struct body *b);

/* n = thrust::remove_if(...) - begin, cusparseSpMatGetSize(): the row tells the host how much there is, and the host goes on with that. */
bool counts_for_host(const struct capture *c, const struct body_row *r);

#endif
