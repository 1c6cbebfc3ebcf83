// Graphs that somebody else answers for, and destruction under the same condition as the making.
#include <cuda_runtime.h>
#include <map>
#include <stdexcept>

void check(cudaError_t err, const char *what)
{
	if (err != cudaSuccess)
		throw std::runtime_error(what);
}

struct Cached {
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	int size;
};

struct Options {
	bool uses_graph;
	int turns;
	float latency;
};

void work(float *p, cudaStream_t stream);
void report(float latency);

// The table holds it.
void put(std::map<int, Cached> &table, float *p, int size, cudaStream_t stream)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "begin");
	work(p, stream);
	check(cudaStreamEndCapture(stream, &graph), "end");
	check(cudaGraphInstantiate(&exec, graph, 0), "instantiate"); // expect-warning: graph-leak
	auto found = table.emplace(size, Cached{.graph = graph, .exec = nullptr, .size = size}).first;
	found->second.exec = exec;
}

// Only the size is kept.
void put_size(std::map<int, Cached> &table, float *p, int size, cudaStream_t stream)
{
	cudaGraph_t graph;
	check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "begin");
	work(p, stream);
	check(cudaStreamEndCapture(stream, &graph), "end"); // expect-warning: graph-leak
	table.emplace(size, Cached{.graph = nullptr, .exec = nullptr, .size = size});
}

bool run(Options &options, float *p, cudaStream_t stream)
{
	cudaGraph_t graph = nullptr;
	if (options.uses_graph) {
		check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "begin");
		work(p, stream);
		check(cudaStreamEndCapture(stream, &graph), "end");
	}
	options.latency = 1.0f;
	if (options.turns > 3)
		report(options.latency);
	if (options.uses_graph)
		cudaGraphDestroy(graph);
	return true;
}

// Another condition.
bool run_wrong(Options &options, float *p, cudaStream_t stream)
{
	cudaGraph_t graph = nullptr;
	if (options.uses_graph) {
		check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "begin");
		work(p, stream);
		check(cudaStreamEndCapture(stream, &graph), "end");
	}
	if (options.turns > 3)
		return false; // expect-warning: graph-leak
	if (options.uses_graph)
		cudaGraphDestroy(graph);
	return true;
}

bool gather(const float *const *from, float *to, int n, size_t bytes, cudaGraphExec_t *out)
{
	if (!from || !to || n < 1 || bytes == 0 || !out || n > 64 || bytes > 4096 || to == from[0] || n == 7 || bytes == 9 || n == 11)
		return false;
	cudaGraph_t graph = nullptr;
	cudaError_t state = cudaGraphCreate(&graph, 0);
	if (state != cudaSuccess)
		return false;
	for (int i = 0; i < n; i++) {
		cudaGraphNode_t node;
		state = cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, to, from[i], bytes, cudaMemcpyDefault);
		if (state != cudaSuccess) {
			cudaGraphDestroy(graph);
			return false;
		}
	}
	cudaGraphExec_t exec = nullptr;
	state = cudaGraphInstantiate(&exec, graph, 0);
	cudaGraphDestroy(graph);
	if (state != cudaSuccess)
		return false;
	*out = exec;
	return true;
}
