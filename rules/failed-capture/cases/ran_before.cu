// The same call has run before the capture, and its failure has been answered: what would fail has failed there.
#include <cuda_runtime.h>
#include <optional>
#include <string>

void must(cudaError_t err);

struct engine {
	std::optional<std::string> enqueue(float *x, cudaStream_t s);
};

std::optional<std::string> record_after_warm_up(engine &e, float *x, cudaGraph_t *graph, cudaStream_t s)
{
	auto first = e.enqueue(x, s);
	if (first.has_value())
		return first;
	must(cudaStreamSynchronize(s));
	must(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	auto result = e.enqueue(x, s);
	if (result.has_value())
		return result; // expect-note: failed-capture
	must(cudaStreamEndCapture(s, graph));
	return std::nullopt;
}

std::optional<std::string> record_at_once(engine &e, float *x, cudaGraph_t *graph, cudaStream_t s)
{
	must(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	auto result = e.enqueue(x, s);
	if (result.has_value())
		return result; // expect-warning: failed-capture
	must(cudaStreamEndCapture(s, graph));
	return std::nullopt;
}
