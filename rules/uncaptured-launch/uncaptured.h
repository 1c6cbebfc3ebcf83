/* The parts of uncaptured-launch: what stands around a row, where its work goes, whether that is fine, and what is told.
 *
 * A row of a reached body is looked at with its surroundings; rule.c fills them once a body, and gives back the arena of `values` behind it. */
#ifndef CAPLINT_UNCAPTURED_H
#define CAPLINT_UNCAPTURED_H

#include "rule.h"

struct surroundings {
	const struct rule_run *run;
	u32 reached;               /* index of run->capture->reached */
	const struct reached *r;   /* the same */
	struct values values;      /* of its body */
	struct str stream_at_hand; /* a stream in scope, or empty */
	bool waits_for_device;
	bool has_work;      /* something but copies is enqueued on a stream that is named */
	u32 first_wait;     /* the first row that waits for a stream or the device, or NONE */
	u32 *seen;          /* for rule_thin: one mistake is often made in each arm of a dispatch */
	struct idmap *lone; /* answers of stream_is_lone */
};

/* Where a row's work goes past the capture. */
enum past {
	PAST_LEGACY,    /* to the legacy stream */
	PAST_UNORDERED, /* to one that the function has made, and orders with none */
	PAST_LONE,      /* to one that nothing in the program orders with another */
	PAST_STATIC,    /* to one kept in a static variable */
};

/* What an event is recorded for. */
enum purpose {
	PURPOSE_ORDER,   /* somebody may wait for it */
	PURPOSE_TIME,    /* the function's own, whose time is taken: that of another stream's work, if it is recorded on the wrong one */
	PURPOSE_NOTHING, /* the function's own, and nobody asks for it */
};

/* Fills in what `values` and `r` tell: from stream_at_hand to first_wait. O(rows, and those of callees that a wait may end). */
void uncaptured_look_around(struct surroundings *p);
/* Something, seen or not, is given a stream by the row. */
bool uncaptured_hands_stream(const struct surroundings *p, u32 row);
/* A copy or a fill that the host waits for. */
bool uncaptured_is_copy(const struct stream_use *use);

/* Work on the legacy stream that is no bug of this kind. */
bool uncaptured_is_fine(struct surroundings *p, u32 row, const struct stream_use *use);
/* On every way the host waits for all of the device before the row and behind it, and nothing is enqueued on another stream between. O(rows, and
 * those of callees). */
bool uncaptured_is_settled(struct surroundings *p, u32 row);
/* What the function of the program does that the row leaves without a stream. O(its rows). */
enum without_stream uncaptured_without(const struct surroundings *p, u32 row, const struct stream_use *use);
enum purpose uncaptured_purpose(const struct surroundings *p, u32 row, const struct capture_api *api);

/* The function takes a stream. */
bool uncaptured_is_given_stream(struct surroundings *p);
/* An event, a wait, or a function that is given the stream may order it with another. O(rows, and those of the callees). */
bool uncaptured_is_ordered(struct surroundings *p, u32 cell);
/* A stream of the function's own, beside the one that it is given or that is current. */
bool uncaptured_is_unrelated(struct surroundings *p, const struct stream_use *use, const struct stream *s);
/* A global stream, or a member of the object, beside the one at hand, that nothing in the program ever orders with another. */
bool uncaptured_is_lone(struct surroundings *p, const struct stream_use *use);

/* Tells of the row, unless it turns out to be in order. `s`: where its work goes. */
void uncaptured_report(struct surroundings *p, u32 row, const struct stream_use *use, const struct stream *s, enum past past);
/* Tells of work that no capture reaches, found by its neighbours. */
void uncaptured_neighbour(const struct rule_run *run, const struct legacy_use *use);
/* Python: tells of handles that the function makes once and that nobody gives a stream. */
void uncaptured_handles(struct rule_run *run, fn_id fn);

#endif
