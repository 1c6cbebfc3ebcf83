/* Graphs in variables: destroyed, handed on, or left. */
#include <cuda_runtime.h>
#include <memory>
#include <stdexcept>
#include <vector>

void check(cudaError_t err, const char *what)
{
	if (err != cudaSuccess)
		throw std::runtime_error(what);
}

void use(cudaStream_t s, int n);
bool wanted();

struct recorder {
	cudaStream_t s;
	cudaGraph_t kept = nullptr;
	std::vector<cudaGraphExec_t> all;

	cudaGraphExec_t throws_between()
	{
		cudaGraph_t graph = nullptr;
		cudaGraphExec_t exec = nullptr;
		check(cudaStreamEndCapture(s, &graph), "end");
		check(cudaGraphInstantiate(&exec, graph, 0), "instantiate"); // expect-warning: graph-leak
		check(cudaGraphDestroy(graph), "destroy");
		return exec;
	}

	void as_child(cudaGraph_t parent)
	{
		cudaGraph_t graph = nullptr;
		cudaGraphNode_t node;
		check(cudaStreamEndCapture(s, &graph), "end"); // expect-warning: graph-leak
		check(cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, graph), "add");
	}

	bool early_return(cudaGraphExec_t *out)
	{
		cudaGraph_t graph;
		if (cudaStreamEndCapture(s, &graph) != cudaSuccess)
			return false;
		cudaGraphExec_t exec;
		if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
			return false; // expect-warning: graph-leak
		cudaGraphDestroy(graph);
		*out = exec;
		return true;
	}

	void in_a_loop(int turns)
	{
		cudaGraphExec_t exec = nullptr;
		for (int i = 0; i < turns; i++) {
			check(cudaGraphInstantiate(&exec, kept, 0), "instantiate"); // expect-warning: graph-leak
			check(cudaGraphLaunch(exec, s), "launch");
		}
		cudaGraphExecDestroy(exec);
	}

	/* Good. */
	void destroyed_first()
	{
		cudaGraph_t graph = nullptr;
		cudaGraphExec_t exec = nullptr;
		check(cudaStreamEndCapture(s, &graph), "end");
		cudaError_t err = cudaGraphInstantiate(&exec, graph, 0);
		cudaGraphDestroy(graph);
		check(err, "instantiate");
		all.push_back(exec);
	}

	void stored(cudaGraphExec_t *out)
	{
		cudaGraph_t graph = nullptr;
		check(cudaStreamEndCapture(s, &graph), "end");
		kept = graph;
		check(cudaGraphInstantiate(out, graph, 0), "instantiate");
	}

	void owned_by_flag(bool is_owner)
	{
		cudaGraph_t graph = nullptr;
		check(cudaStreamEndCapture(s, &graph), "end");
		use(s, 1);
		if (is_owner)
			cudaGraphDestroy(graph);
	}

	void if_there_is_one()
	{
		cudaGraph_t graph = nullptr;
		check(cudaStreamEndCapture(s, &graph), "end");
		if (graph != nullptr)
			cudaGraphDestroy(graph);
	}

	void remade_in_a_loop(int turns)
	{
		for (int i = 0; i < turns; i++) {
			cudaGraph_t graph;
			cudaError_t err = cudaGraphCreate(&graph, 0);
			if (err != cudaSuccess)
				continue;
			use(s, i);
			cudaGraphDestroy(graph);
		}
	}
};

static bool ok(cudaError_t err) { return err == cudaSuccess; }
static void drop(cudaGraph_t g) { cudaGraphDestroy(g); }

bool by_answers(cudaStream_t s)
{
	cudaGraph_t graph;
	if (!ok(cudaStreamEndCapture(s, &graph)))
		return false;
	drop(graph);
	return true;
}

using graph_ptr = std::unique_ptr<CUgraph_st, decltype(&cudaGraphDestroy)>;

void by_pointer(cudaStream_t s, cudaGraphExec_t *out)
{
	cudaGraph_t graph;
	check(cudaStreamEndCapture(s, &graph), "end");
	graph_ptr owner(graph, &cudaGraphDestroy);
	check(cudaGraphInstantiate(out, graph, 0), "instantiate");
}

/* The end gives back the graph that the capture was begun into. */
void into_an_old_one(cudaStream_t s, cudaGraph_t graph)
{
	cudaGraph_t same = nullptr;
	check(cudaStreamBeginCaptureToGraph(s, graph, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal), "begin");
	use(s, 3);
	check(cudaStreamEndCapture(s, &same), "end");
}
