/* Python that prepares what a graph reads, by the names it is written under: `if use_cuda_graph:`, a class CudaGraphRunner, a function
 * init_forward_metadata_capture_cuda_graph. A name is no proof, so what is found by it is at most a warning. */
#ifndef CAPLINT_PREPARED_H
#define CAPLINT_PREPARED_H

#include "capture/capture.h"

/* A name that speaks of CUDA graphs: cuda_graph, CudaGraph, cudagraph. */
bool speaks_of_graphs(struct str name);

enum prepared_kind {
	PREPARED_BUFFER, /* an attribute of a class made for graphs is a tensor without a device: it is made on the host */
	PREPARED_SCALAR, /* x[3] = number, in code for graphs: through a host scalar */
	PREPARED_UPLOAD, /* torch.tensor([...], device=d) anywhere: the host waits for its upload */
};

struct prepared {
	u8 kind;  /* enum prepared_kind */
	fn_id fn;
	const struct body *body;
	u32 row;
	struct str what; /* the attribute or array */
	struct str why;  /* the name that speaks of graphs; empty for uploads */
};
typedef VEC(struct prepared) prepared_list;

/* Of all Python functions but those of tests, in order. Bodies are made for candidates only. O(rows). */
void find_prepared(const struct capture *c, struct arena *a, prepared_list *out);

#endif
