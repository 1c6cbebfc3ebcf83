// Streams that the program makes and then never orders with another: no capture has their work.
#include <cuda_runtime.h>

__global__ void fill(float *p);

static cudaStream_t log_stream;
static cudaStream_t joined_stream;
static cudaStream_t shared_stream;
static cudaEvent_t joined;

int set_up()
{
	if (cudaStreamCreateWithFlags(&log_stream, cudaStreamNonBlocking) != cudaSuccess)
		return 1;
	if (cudaStreamCreateWithFlags(&joined_stream, cudaStreamNonBlocking) != cudaSuccess)
		return 1;
	return cudaStreamCreateWithFlags(&shared_stream, cudaStreamNonBlocking) != cudaSuccess;
}

void layer(float *p, cudaStream_t stream)
{
	fill<<<1, 32, 0, log_stream>>>(p); // expect-error: uncaptured-launch
	fill<<<1, 32, 0, stream>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}

/* Forked and joined. */
void beside(float *p, cudaStream_t stream)
{
	if (cudaEventRecord(joined, stream) != cudaSuccess || cudaStreamWaitEvent(joined_stream, joined, 0) != cudaSuccess)
		throw 1;
	fill<<<1, 32, 0, joined_stream>>>(p);
	if (cudaEventRecord(joined, joined_stream) != cudaSuccess || cudaStreamWaitEvent(stream, joined, 0) != cudaSuccess)
		throw 1;
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}

/* Others are given it: it may be the one that is captured. */
void on_shared(float *p)
{
	fill<<<1, 32, 0, shared_stream>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}

cudaStream_t the_stream() { return shared_stream; }

struct worker {
	cudaStream_t own, main;
	worker()
	{
		if (cudaStreamCreate(&own) != cudaSuccess || cudaStreamCreate(&main) != cudaSuccess)
			throw 1;
	}
	~worker()
	{
		(void)cudaStreamDestroy(own);
		(void)cudaStreamDestroy(main);
	}
	void run(float *p)
	{
		fill<<<1, 32, 0, own>>>(p); // expect-error: uncaptured-launch
		fill<<<1, 32, 0, main>>>(p);
		if (cudaGetLastError() != cudaSuccess)
			throw 1;
	}
	void capture(float *p, cudaGraph_t *graph)
	{
		if (cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal) != cudaSuccess)
			throw 1;
		run(p);
		if (cudaStreamEndCapture(main, graph) != cudaSuccess)
			throw 1;
	}
};

void step(float *p, cudaStream_t stream, cudaGraph_t *graph)
{
	if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) != cudaSuccess)
		throw 1;
	layer(p, stream);
	beside(p, stream);
	on_shared(p);
	if (cudaStreamEndCapture(stream, graph) != cudaSuccess)
		throw 1;
}
