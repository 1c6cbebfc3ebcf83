/* Functions of a graph runner by their part in it: preparing a capture, preparing or making a replay. Told by what they call, or by names
 * that say both the graph and the part (init_forward_metadata_replay_cuda_graph). */
#ifndef CAPLINT_SHAPE_H
#define CAPLINT_SHAPE_H

#include "capture/capture.h"

enum part {
	PART_NONE,
	PART_CAPTURE, /* runs before or around a capture */
	PART_REPLAY,  /* runs before a replay, or replays */
};

/* O(rows of the function). */
enum part capture_part(const struct capture *c, fn_id fn);

/* The row replays a graph: graph.replay(), cudaGraphLaunch(). */
bool is_replay(const struct capture *c, const struct body *b, u32 row);
bool has_replay(const struct capture *c, const struct body *b); /* one of its rows does */
u32 replay_behind(const struct capture *c, const struct body *b, u32 row);     /* the first that follows the row does; NONE. O(rows) */
static inline bool leads_to_replay(const struct capture *c, const struct body *b, u32 row) { return replay_behind(c, b, row) != NONE; }

/* The field that a plain assignment sets on an object of Python: not on a module, not an element. */
struct field_write {
	u32 holder; /* cell of the object: x in x.f */
	u32 name;   /* id of f */
};
bool field_write_at(const struct body *b, u32 row, struct field_write *out);
/* `self`, `meta = self.graphs[bs]`, `meta = self.state`: an object that outlives the call, not one that is made in it. */
bool is_kept_object(const struct capture *c, const struct body *b, u32 row, u32 cell);
/* A function that prepares the capture, of the same class, sets the field as well: the graph has seen it. O(rows of the class's file). */
bool is_set_for_capture(const struct capture *c, fn_id fn, u32 name);

#endif
