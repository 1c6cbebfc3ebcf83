/* Ways out of a capture: the stream is left in capture mode, or not. */
#include <cuda_runtime.h>
#include <functional>
#include <stdexcept>

__global__ void step(float *p);

#define CHECK(call)                                                  \
	do {                                                         \
		cudaError_t err = (call);                            \
		if (err != cudaSuccess)                              \
			throw std::runtime_error("cuda");            \
	} while (0)

struct recorder {
	cudaGraph_t graph = nullptr;
	~recorder() { cudaGraphDestroy(graph); }

	void by_callback(cudaStream_t s, const std::function<void()> &body)
	{
		CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
		body(); // expect-warning: failed-capture
		CHECK(cudaStreamEndCapture(s, &graph));
	}

	void by_check(cudaStream_t s, float *p)
	{
		CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
		CHECK(cudaMemsetAsync(p, 0, 4, s)); // expect: failed-capture
		CHECK(cudaStreamEndCapture(s, &graph));
	}

	bool by_return(cudaStream_t s, float *p)
	{
		if (cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed) != cudaSuccess)
			return false;
		if (cudaMemsetAsync(p, 0, 4, s) != cudaSuccess)
			return false; // expect: failed-capture
		return cudaStreamEndCapture(s, &graph) == cudaSuccess;
	}

	/* The begin's own failure leaves nothing open, nor does the end's. */
	void plain(cudaStream_t s, float *p)
	{
		CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
		step<<<1, 1, 0, s>>>(p);
		cudaError_t launched = cudaGetLastError();
		CHECK(cudaStreamEndCapture(s, &graph));
		CHECK(launched);
	}

	/* One condition opens and closes. */
	void on_demand(cudaStream_t s, float *p, bool use_graph)
	{
		if (use_graph)
			CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
		step<<<1, 1, 0, s>>>(p);
		if (!use_graph)
			return;
		CHECK(cudaStreamEndCapture(s, &graph));
	}

	void handled(cudaStream_t s, const std::function<void()> &body)
	{
		CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
		try {
			body();
		} catch (...) {
			cudaStreamEndCapture(s, &graph);
			throw;
		}
		CHECK(cudaStreamEndCapture(s, &graph));
	}
};

struct open_capture {
	cudaStream_t s;
	explicit open_capture(cudaStream_t stream) : s(stream) { cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed); }
	~open_capture()
	{
		cudaGraph_t g = nullptr;
		if (cudaStreamEndCapture(s, &g) == cudaSuccess && g)
			cudaGraphDestroy(g);
	}
};

void by_object(cudaStream_t s, const std::function<void()> &body)
{
	open_capture open(s);
	body();
}

struct at_exit {
	std::function<void()> run;
	~at_exit() { run(); }
};

void by_guard(cudaStream_t s, const std::function<void()> &body, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	at_exit end{[=] { cudaStreamEndCapture(s, graph); }};
	body();
}

/* Two functions, used by a third. */
void begin(cudaStream_t s) { CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed)); }
void end(cudaStream_t s, cudaGraph_t *graph) { CHECK(cudaStreamEndCapture(s, graph)); }

void by_pair(cudaStream_t s, const std::function<void()> &body, cudaGraph_t *graph);

void by_pair(cudaStream_t s, const std::function<void()> &body, cudaGraph_t *graph)
{
	begin(s);
	body(); // expect: failed-capture
	end(s, graph);
}

/* Leaves the caller's capture for a while. */
void aside(cudaStream_t s, cudaGraph_t *graph, float *p)
{
	end(s, graph);
	step<<<1, 1, 0, s>>>(p);
	begin(s);
}

/* The guard comes from a function, and closes when it dies. */
at_exit guarded(cudaStream_t s, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	return at_exit{[=] { cudaStreamEndCapture(s, graph); }};
}

void by_returned_guard(cudaStream_t s, const std::function<void()> &body, cudaGraph_t *graph)
{
	at_exit end = guarded(s, graph);
	body();
}

/* An object that is indexed by () is no callable of the caller's. */
template <typename T> struct grid {
	T *p;
	T &operator()(int i) const { return p[i]; }
};

void by_index(cudaStream_t s, const array4 &to, const array4 &from, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	to(0) = from(1);
	CHECK(cudaStreamEndCapture(s, graph));
}

/* Nobody catches: the process ends. */
int main(int argc, char **)
{
	cudaStream_t s;
	cudaGraph_t graph;
	CHECK(cudaStreamCreate(&s));
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	if (argc > 1)
		throw std::runtime_error("usage"); // expect-note: failed-capture
	CHECK(cudaStreamEndCapture(s, &graph));
}

bool begin_wrapped(cudaStream_t s) { return cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) == cudaSuccess; }
bool end_wrapped(cudaStream_t s, cudaGraph_t *g) { return cudaStreamEndCapture(s, g) == cudaSuccess; }

// What the begin told is kept, and asked for later: where it failed there is nothing to end.
bool remembers(float *p, cudaStream_t s, cudaGraph_t *graph, bool (*agree)(bool))
{
	bool began = begin_wrapped(s);
	if (!agree(began)) {
		if (began)
			end_wrapped(s, graph);
		return false;
	}
	step<<<1, 32, 0, s>>>(p);
	return end_wrapped(s, graph);
}

// Twice, one behind the other: each end is its own begin's.
bool twice(float *p, cudaStream_t s, cudaGraph_t *first, cudaGraph_t *second)
{
	auto capture = [&](cudaGraph_t *graph) {
		bool began = begin_wrapped(s);
		if (began)
			step<<<1, 32, 0, s>>>(p);
		bool ended = began && end_wrapped(s, graph);
		return ended;
	};
	if (!capture(first))
		return false;
	return capture(second);
}
