// Waits between a begin and an end of a capture, and below what is called there.
#include <cuda_runtime.h>

__global__ void step(float *p);

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			throw 1;                                                                                       \
	} while (0)

void inside(float *p, cudaStream_t s, cudaGraph_t *graph)
{
	CHECK(cudaStreamSynchronize(s));
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	step<<<1, 32, 0, s>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamSynchronize(s)); // expect-error: sync-in-capture
	CHECK(cudaStreamEndCapture(s, graph));
	CHECK(cudaStreamSynchronize(s));
}

static void forward(float *p, cudaStream_t s)
{
	step<<<1, 32, 0, s>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize()); // expect-error: sync-in-capture
}

static void guarded(float *p, cudaStream_t s)
{
	cudaStreamCaptureStatus status;
	step<<<1, 32, 0, s>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamIsCapturing(s, &status));
	if (status == cudaStreamCaptureStatusNone)
		CHECK(cudaDeviceSynchronize());
}

void below(float *p, cudaStream_t s, cudaGraph_t *graph)
{
	forward(p, s);
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
	forward(p, s);
	guarded(p, s);
	CHECK(cudaStreamEndCapture(s, graph));
}

struct Capture {
	cudaStream_t stream;
	cudaGraph_t graph;
	explicit Capture(cudaStream_t s) : stream(s) { CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed)); }
	~Capture() { (void)cudaStreamEndCapture(stream, &graph); }
};

void scoped(float *p, cudaStream_t s)
{
	{
		Capture open(s);
		step<<<1, 32, 0, s>>>(p);
		CHECK(cudaGetLastError());
		CHECK(cudaStreamQuery(s)); // expect-error: sync-in-capture
	}
	CHECK(cudaStreamSynchronize(s));
}

template <typename F> static void record(cudaStream_t s, cudaGraph_t *graph, F body)
{
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	body();
	CHECK(cudaStreamEndCapture(s, graph));
}

void handed_over(float *p, cudaStream_t s, cudaGraph_t *graph)
{
	record(s, graph, [&] {
		step<<<1, 32, 0, s>>>(p);
		CHECK(cudaGetLastError());
		CHECK(cudaStreamSynchronize(s)); // expect-error: sync-in-capture
	});
}
