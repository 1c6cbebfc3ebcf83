// Begin and end stand under conditions that are true together, by switches that look like constants.
#include <cuda_runtime.h>

extern bool PEER_COPY, GRAPH_CAPTURE;

void work(float *p, cudaStream_t stream);
void meet();

void step(float *p, int id, int skips, cudaStream_t stream)
{
	cudaGraph_t graph;
	if (PEER_COPY && GRAPH_CAPTURE) {
		if (skips == 1)
			goto done;
		if (id == 0)
			cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	} else {
		meet();
		if (GRAPH_CAPTURE)
			cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
	}
	work(p, stream);
	if ((PEER_COPY && GRAPH_CAPTURE && id == 0) || (!PEER_COPY && GRAPH_CAPTURE)) {
		cudaStreamEndCapture(stream, &graph);
		cudaGraphDestroy(graph);
	}
done:
	meet();
}

// Of the peers only the first one ends it.
void step_wrong(float *p, int id, cudaStream_t stream)
{
	cudaGraph_t graph;
	if (GRAPH_CAPTURE)
		cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
	work(p, stream);
	if (PEER_COPY)
		return; // expect-warning: failed-capture
	if (GRAPH_CAPTURE) {
		cudaStreamEndCapture(stream, &graph);
		cudaGraphDestroy(graph);
	}
}
