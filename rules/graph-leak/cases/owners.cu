/* Members: who destroys them when the object ends. */
#include <cuda_runtime.h>

#define CHECK(call)                                  \
	do {                                         \
		if ((call) != cudaSuccess)           \
			__builtin_trap();            \
	} while (0)

class runner { // expect-warning: graph-leak
public:
	void finish(cudaStream_t s)
	{
		cudaGraph_t graph = nullptr;
		CHECK(cudaStreamEndCapture(s, &graph));
		if (exec_ != nullptr)
			CHECK(cudaGraphExecDestroy(exec_));
		CHECK(cudaGraphInstantiate(&exec_, graph, 0));
		CHECK(cudaGraphDestroy(graph));
	}
	void run(cudaStream_t s) { CHECK(cudaGraphLaunch(exec_, s)); }

private:
	cudaGraphExec_t exec_ = nullptr;
};

class tidy {
public:
	~tidy() { reset(); }
	void finish(cudaStream_t s)
	{
		CHECK(cudaStreamEndCapture(s, &recorded_));
		reset();
		CHECK(cudaGraphInstantiate(&tidy_exec_, recorded_, 0));
		CHECK(cudaGraphDestroy(recorded_));
	}

private:
	void reset()
	{
		if (tidy_exec_)
			CHECK(cudaGraphExecDestroy(tidy_exec_));
		tidy_exec_ = nullptr;
	}
	cudaGraph_t recorded_ = nullptr;
	cudaGraphExec_t tidy_exec_ = nullptr;
};

/* Plain C: a function of the interface ends it. */
struct context {
	cudaGraphExec_t plan;
};

void context_build(struct context *c, cudaGraph_t graph) { CHECK(cudaGraphInstantiate(&c->plan, graph, 0)); }
void context_end(struct context *c) { CHECK(cudaGraphExecDestroy(c->plan)); }

/* Somebody else takes it. */
class source {
public:
	void build(cudaGraph_t graph) { CHECK(cudaGraphInstantiate(&given_, graph, 0)); }
	cudaGraphExec_t take() { return given_; }

private:
	cudaGraphExec_t given_ = nullptr;
};
