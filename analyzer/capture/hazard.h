/* What a captured row does that a capture refuses or misses, by the tables of models/: one answer for runtime calls, libraries and
 * tensor operations. Rules choose among the kinds; streams are capture/stream.h's matter. */
#ifndef CAPLINT_HAZARD_H
#define CAPLINT_HAZARD_H

#include "capture/capture.h"

enum hazard_kind {
	HAZARD_NONE,
	HAZARD_WAIT,     /* waits for a stream, an event or the device; an operation of tensors that does so to give the host a value */
	HAZARD_QUERY,    /* asks whether they are done */
	HAZARD_CALLBACK, /* a stream callback: host functions are the form that can be captured */
	HAZARD_ALLOCATE, /* device memory, at once */
	HAZARD_FREE,
	HAZARD_PIN,      /* pinned host memory made, registered or given back */
	HAZARD_POOL,
	HAZARD_HANDLE,   /* a library's handle or plan made or destroyed */
	HAZARD_LOAD,     /* code loaded or unloaded */
	HAZARD_COPY,     /* between the host and the device, through memory that a capture can't keep */
	HAZARD_REFUSED,  /* refused for another reason */
};

struct hazard {
	u8 kind;      /* enum hazard_kind */
	bool is_always; /* refused in relaxed mode as well */
	bool is_measured;
	bool is_likely; /* the code shows less than that, but hardly anything else is meant */
	struct str name; /* of what is called, as the tables know it */
	struct str code; /* "cudaErrorStreamCaptureUnsupported"; empty if it is no call of the runtime */
	const struct capture_api *api; /* NULL for tensor operations */
	const struct torch_op *op;     /* NULL for calls of the runtime and of libraries */
};

/* Remembered, so all of capture_run must be done. */
struct hazard hazard_at(const struct capture *c, const struct reached *r, u32 row);

/* The row runs once in the life of the process or object: it initialises a static, or stands below a branch on a member or global
 * that this branch then writes ("if it is not there yet"). `held` takes the name of what keeps the result. O(rows). */
bool is_first_use(const struct capture *c, const struct body *b, u32 row, struct str *held);

/* The same of the row or of some call on the way to its function. The first question about a function is O(rows x branches), later
 * ones are O(depth). */
bool is_first_use_on_way(const struct capture *c, u32 at, u32 row, struct str *held);

/* How sure it is that a reached row runs whenever its region is captured: a program that works has tried what always runs, so the
 * more conditions stand before a row, the likelier one of them keeps captures away from it. */
enum certainty {
	CERTAIN_BY_NAME,   /* some call on the way is resolved by its name alone */
	CERTAIN_RARELY,    /* more than FEW_CONDITIONS branches, or calls of one of several functions, decide; the arguments on the way rule it out; or a compiler cuts the capture there */
	CERTAIN_SOMETIMES, /* a few do */
	CERTAIN_USUALLY,   /* none but which kind of work it is, and whether there is any (usual.h) */
	CERTAIN_ALWAYS,    /* none does */
};
enum { FEW_CONDITIONS = 3 };
/* O(depth). */
enum certainty capture_certainty(const struct capture *c, u32 at, u32 row);
/* The row stands where a parameter, or what one holds, is null or None: it makes up for what the caller has not given. O(branches). */
bool capture_is_fallback(const struct capture *c, u32 at, u32 row);
/* A class of Python whose name says that it is for another device than a GPU of CUDA or HIP: VisionXPUAttention. */
bool capture_is_foreign(const struct capture *c, fn_id fn);
/* The arguments on the way to a reached function rule the row out: `if (x is None)` stands before it and the way gives an x. Also of
 * the calls on the way, some levels up. O(levels x branches). */
bool capture_is_ruled_out(const struct capture *c, u32 at, u32 row);

/* The way is sure but for one name: it enters a `forward` that was found by its name, as the layers and backends behind a runner's interface are,
 * and from there on every call is resolved and always made. What such a method always does its captures meet, or it is in none at all. O(depth). */
bool capture_is_sure_in_forward(const struct capture *c, u32 at, u32 row);

/* A method that by its class is captured, as far as one file shows: `forward_decode`, or `forward` beside methods that speak of CUDA graphs and that
 * it doesn't call itself; or a function that asks whether it is captured; and the row runs whenever that is called. Of the library profile. O(functions + depth). */
bool capture_is_by_convention(const struct capture *c, u32 at, u32 row);

/* The thread has exchanged its capture mode for the relaxed one when the row runs, here or on the way to it: what only other modes refuse is
 * fine. O(rows), O(rows on the way). */
bool capture_is_relaxed(const struct capture *c, const struct body *b, u32 row);
bool capture_is_relaxed_on_way(const struct capture *c, u32 at, u32 row);

/* Some row of the body waits for the device or copies at once: whoever calls it can't be capturing. O(rows). */
bool capture_waits(const struct capture *c, const struct body *b);

/* The row runs only where a debug switch or an untaken arm of #if says so. O(rows). */
bool is_debug_only(const struct capture *c, const struct body *b, u32 row);
/* The same of a variable, or a function without arguments, that speaks of debugging, alone. */
bool is_below_debug_switch(const struct capture *c, const struct body *b, u32 row);

#endif
