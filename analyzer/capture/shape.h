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

enum part capture_part(const struct capture *c, fn_id fn);

/* The row replays a graph: graph.replay(), cudaGraphLaunch(). */
bool is_replay(const struct capture *c, const struct body *b, u32 row);

#endif
