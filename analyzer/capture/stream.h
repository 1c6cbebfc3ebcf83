/* Which stream work goes to: what a row enqueues, the stream that it is given, and where that stream comes from. The rules of
 * streams all read streams this way. Answers live in no memory of their own. */
#ifndef CAPLINT_STREAM_H
#define CAPLINT_STREAM_H

#include "capture/capture.h"
#include "graph/values.h"

enum { LAUNCH_CONFIGURATION = 4 }; /* arguments of a ROW_LAUNCH that stand between <<< and >>> */

enum stream_kind {
	STREAM_UNKNOWN,    /* nothing is known, or it depends on the way taken */
	STREAM_GIVEN,      /* the caller's: a parameter, or what a parameter holds or answers */
	STREAM_CURRENT,    /* the framework's current stream, asked for here */
	STREAM_LEGACY,     /* 0, nullptr, cudaStreamLegacy, a framework's default stream */
	STREAM_PER_THREAD, /* cudaStreamPerThread */
	STREAM_MEMBER,     /* held by an object or its class */
	STREAM_STATIC,     /* held by a static variable of the function or of the file */
	STREAM_MADE,       /* created in the function, or taken from a pool there */
	STREAM_RESULT,     /* of some call */
};

struct stream {
	u8 kind;  /* enum stream_kind */
	u32 row;  /* MADE, RESULT, CURRENT, LEGACY by a call: the row that made it; else NONE */
	u32 cell; /* the cell that names it at its source, or NONE */
};

/* A row that enqueues work, or hands a stream to a function that does. */
struct stream_use {
	const struct capture_api *api; /* of a call or launch; NULL: a function of the program, or an operator known by its shape */
	u32 cell;                      /* the stream it is given, or NONE */
	bool is_omitted;               /* none is given where one could be, so it is the legacy one */
};

/* What capture.tsv knows of the row's call or launch, or NULL. Functions of the program are none. */
const struct capture_api *capture_api_at(const struct capture *c, const struct body *b, u32 row);
/* The host waits for a stream or for the device there; the other: or for an event. A copy that it waits for is neither. Not of NULL. */
static inline bool api_waits_for_work(const struct capture_api *api) { return api && (api->does == DOES_SYNC_STREAM || api->does == DOES_SYNC_DEVICE); }
static inline bool api_waits(const struct capture_api *api) { return api_waits_for_work(api) || (api && api->does == DOES_SYNC_EVENT); }

/* What a copy's call says of its direction, "cudaMemcpyHostToDevice"; empty if it says none there, or `api`, the row's, is NULL. */
struct str copy_direction(const struct program *p, const struct body *b, const struct body_row *r, const struct capture_api *api);

/* The row enqueues work, or hands a stream on. False for all other rows, and where it can't be told which argument is the stream. */
bool stream_use_at(const struct capture *c, struct values *v, u32 row, struct stream_use *out);

/* Where the stream that a cell holds at a row comes from. */
struct stream stream_of(const struct capture *c, struct values *v, u32 row, u32 cell);
/* The stream of a use. */
struct stream stream_of_use(const struct capture *c, struct values *v, u32 row, const struct stream_use *use);

/* What a branch asks of a stream that the function doesn't set: whether there is one. */
struct stream_question {
	u32 cell;     /* the stream; NONE: it asks for something else */
	bool is_none; /* on the way of `target` it is null or the legacy one, on that of `other` it is neither; false: the other way round */
};
struct stream_question stream_question_at(const struct capture *c, const struct body *b, u32 branch);

/* What a function does about a stream that it is not given. O(rows). */
enum without_stream {
	WITHOUT_NOTHING, /* it asks for nothing */
	WITHOUT_ARM,     /* it asks whether there is one, so what it does without was thought of */
	WITHOUT_OTHER,   /* it takes another one then: `if (!stream) stream = current();` */
};
enum without_stream without_stream(const struct capture *c, fn_id fn);

/* A variable or parameter of such a type and name holds a stream. */
bool stream_is_type(struct str type, struct str name);
/* A parameter of the function is one. */
bool stream_is_taken(const struct fn *fn);
/* A field of the function's class that holds a stream; empty if there is none, or if another file defines the class. */
struct str stream_in_class(const struct fn *fn);
/* A parameter, else a variable, else a field, that holds a stream; empty if the function has none. */
struct str stream_in_scope(const struct capture *c, fn_id fn);
/* The same, else what some work of the body names as its stream and the function has not made: a field of a class that another file defines, or what a parameter
 * holds or answers. O(rows). */
struct str stream_at_hand(const struct capture *c, struct values *v);

#endif
