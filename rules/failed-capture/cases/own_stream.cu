// rules: failed-capture
// The capturing stream is an object of the function's own, and is destroyed with it: nobody is given it again.
#include <cuda_runtime.h>
#include <functional>
#include <stdexcept>

inline void check(cudaError_t err)
{
	if (err != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(err));
}

class own_stream {
public:
	own_stream() { check(cudaStreamCreateWithFlags(&at, cudaStreamNonBlocking)); }
	~own_stream()
	{
		if (cudaStreamDestroy(at) != cudaSuccess)
			at = nullptr;
	}
	operator cudaStream_t() const { return at; }

	cudaStream_t at = nullptr;
};

/* It holds what somebody else has made. */
class lent_stream {
public:
	explicit lent_stream(cudaStream_t s) : at(s) {}
	~lent_stream() { at = nullptr; }
	operator cudaStream_t() const { return at; }

	cudaStream_t at;
};

cudaGraph_t record(const std::function<void(cudaStream_t)> &work)
{
	own_stream stream;
	cudaGraph_t graph = nullptr;
	check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	work(stream); // expect-note: failed-capture
	check(cudaStreamEndCapture(stream, &graph));
	return graph;
}

cudaGraph_t record_on(cudaStream_t s, const std::function<void(cudaStream_t)> &work)
{
	lent_stream stream(s);
	cudaGraph_t graph = nullptr;
	check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	work(stream); // expect-warning: failed-capture
	check(cudaStreamEndCapture(stream, &graph));
	return graph;
}

cudaGraph_t record_again(own_stream &stream, const std::function<void(cudaStream_t)> &work)
{
	cudaGraph_t graph = nullptr;
	check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	work(stream); // expect-warning: failed-capture
	check(cudaStreamEndCapture(stream, &graph));
	return graph;
}
