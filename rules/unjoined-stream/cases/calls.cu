// A side stream that is forked in one function and joined, or not, in another.
#include <cuda_runtime.h>

__global__ void step(float *p);
static void check(cudaError_t e)
{
	if (e != cudaSuccess)
		throw 1;
}

static void fork(cudaStream_t from, cudaStream_t to, cudaEvent_t e)
{
	check(cudaEventRecord(e, from));
	check(cudaStreamWaitEvent(to, e, 0)); // expect: unjoined-stream
}

static void fork_well(cudaStream_t from, cudaStream_t to, cudaEvent_t e)
{
	check(cudaEventRecord(e, from));
	check(cudaStreamWaitEvent(to, e, 0));
}

static void work(float *p, cudaStream_t a, cudaStream_t b)
{
	step<<<1, 32, 0, a>>>(p);
	check(cudaGetLastError());
	step<<<1, 32, 0, b>>>(p);
	check(cudaGetLastError());
}

static void join(cudaStream_t into, cudaStream_t side, cudaEvent_t e)
{
	check(cudaEventRecord(e, side));
	check(cudaStreamWaitEvent(into, e, 0));
}

static void both(cudaStream_t into, cudaStream_t side, cudaEvent_t e)
{
	join(into, side, e);
}

void record_bad(float *p, cudaStream_t s, cudaStream_t side, cudaEvent_t e, cudaGraph_t *graph)
{
	check(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	fork(s, side, e);
	work(p, s, side);
	check(cudaStreamEndCapture(s, graph));
}

void record_good(float *p, cudaStream_t s, cudaStream_t side, cudaEvent_t e, cudaGraph_t *graph)
{
	check(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	fork_well(s, side, e);
	work(p, s, side);
	both(s, side, e);
	check(cudaStreamEndCapture(s, graph));
}

void record_here(float *p, cudaStream_t s, cudaStream_t side, cudaEvent_t e, cudaGraph_t *graph)
{
	check(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	check(cudaEventRecord(e, s));
	check(cudaStreamWaitEvent(side, e, 0)); // expect: unjoined-stream
	fork_well(s, s, e);
	work(p, s, side);
	check(cudaStreamEndCapture(s, graph));
}

// What nobody sees may join.
void joins_unseen(cudaStream_t into, cudaStream_t side);

void record_unseen(float *p, cudaStream_t s, cudaStream_t side, cudaEvent_t e, cudaGraph_t *graph)
{
	check(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	fork_well(s, side, e);
	work(p, s, side);
	joins_unseen(s, side);
	check(cudaStreamEndCapture(s, graph));
}

// Members, by methods.
struct Overlap {
	cudaStream_t aside;
	cudaEvent_t forked, joined;

	void begin(cudaStream_t s)
	{
		check(cudaEventRecord(forked, s));
		check(cudaStreamWaitEvent(aside, forked, 0));
	}
	void end(cudaStream_t s)
	{
		check(cudaEventRecord(joined, aside));
		check(cudaStreamWaitEvent(s, joined, 0));
	}
	void record(float *p, cudaStream_t s, cudaGraph_t *graph)
	{
		check(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
		begin(s);
		work(p, s, aside);
		end(s);
		check(cudaStreamEndCapture(s, graph));
	}
};
