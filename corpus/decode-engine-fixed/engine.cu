#include "engine.h"

#include "check.h"
#include "kernels.h"

Engine::Engine(int max_rows)
{
	CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
	CHECK(cudaMalloc(&tokens_, max_rows * sizeof *tokens_));
	CHECK(cudaMalloc(&hidden_, max_rows * sizeof *hidden_));
	CHECK(cudaMalloc(&logits_, max_rows * sizeof *logits_));
	CHECK(cudaMalloc(&cache_, max_rows * sizeof *cache_));
	// Once, and for the largest batch: graphs keep the addresses.
	CHECK(cudaMalloc(&scratch_, max_rows * sizeof *scratch_));
	CHECK(cudaMalloc(&factor_, 4 * sizeof *factor_));
	float factor[4] = {1.0f, 2.0f, 4.0f, 8.0f};
	CHECK(cudaMemcpy(factor_, factor, sizeof factor, cudaMemcpyHostToDevice));
}

Engine::~Engine()
{
	for (auto &entry : graphs_)
		(void)cudaGraphExecDestroy(entry.second);
	(void)cudaFree(tokens_);
	(void)cudaFree(hidden_);
	(void)cudaFree(logits_);
	(void)cudaFree(cache_);
	(void)cudaFree(scratch_);
	(void)cudaFree(factor_);
	(void)cudaStreamDestroy(stream_);
}

void Engine::forward(int rows)
{
	embed(tokens_, hidden_, rows, stream_);
	attend(hidden_, cache_, scratch_, rows, stream_);
	project(hidden_, factor_, logits_, rows, stream_);
	argmax(logits_, tokens_, rows, stream_);
}

namespace {

// Ends the capture on every way out, and keeps the graph until it is instantiated.
class Capture {
public:
	explicit Capture(cudaStream_t stream) : stream_(stream)
	{
		CHECK(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal));
		is_open_ = true;
	}
	~Capture()
	{
		if (is_open_)
			(void)cudaStreamEndCapture(stream_, &graph_);
		if (graph_)
			(void)cudaGraphDestroy(graph_);
	}
	cudaGraph_t end()
	{
		is_open_ = false;
		CHECK(cudaStreamEndCapture(stream_, &graph_));
		return graph_;
	}

private:
	cudaStream_t stream_;
	cudaGraph_t graph_ = nullptr;
	bool is_open_ = false;
};

} // namespace

cudaGraphExec_t Engine::capture(int rows)
{
	cudaGraphExec_t exec;
	Capture capture(stream_);
	forward(rows);
	CHECK(cudaGraphInstantiate(&exec, capture.end(), 0));
	return exec;
}

void Engine::step(int rows)
{
	auto found = graphs_.find(rows);
	if (found == graphs_.end())
		found = graphs_.emplace(rows, capture(rows)).first;
	CHECK(cudaGraphLaunch(found->second, stream_));
	CHECK(cudaStreamSynchronize(stream_));
}
