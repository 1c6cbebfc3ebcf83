// Side streams of a ring exchange: forked, joined directly, joined through another stream, or not at all.
#include <cuda_runtime.h>
#include <vector>

__global__ void step(float *p);

static void check(cudaError_t err)
{
	if (err != cudaSuccess)
		throw err;
}

struct Ring {
	std::vector<cudaStream_t> compute;
	cudaStream_t send, recv;
	cudaEvent_t start, chunk, stop, stop_send;

	void never_joins_send(float *p, int n, cudaStream_t stream)
	{
		check(cudaEventRecord(start, stream));
		for (int i = 0; i < n; i++)
			check(cudaStreamWaitEvent(compute[i], start, 0)); // expect-warning: unjoined-stream
		for (int i = 0; i < n; i++) {
			step<<<1, 32, 0, compute[i]>>>(p);
			check(cudaGetLastError());
			check(cudaEventRecord(chunk, compute[i]));
			check(cudaStreamWaitEvent(send, chunk, 0));
			check(cudaStreamWaitEvent(recv, chunk, 0));
			step<<<1, 32, 0, send>>>(p);
			check(cudaGetLastError());
			step<<<1, 32, 0, recv>>>(p);
			check(cudaGetLastError());
		}
		check(cudaEventRecord(stop, recv));
		check(cudaStreamWaitEvent(stream, stop, 0));
	}

	void joins_all(float *p, int n, cudaStream_t stream)
	{
		check(cudaEventRecord(start, stream));
		check(cudaStreamWaitEvent(send, start, 0));
		for (int i = 0; i < n; i++)
			check(cudaStreamWaitEvent(compute[i], start, 0));
		for (int i = 0; i < n; i++) {
			step<<<1, 32, 0, compute[i]>>>(p);
			check(cudaGetLastError());
			step<<<1, 32, 0, send>>>(p);
			check(cudaGetLastError());
		}
		for (int i = 0; i < n; i++) {
			check(cudaEventRecord(stop, compute[i]));
			check(cudaStreamWaitEvent(stream, stop, 0));
		}
		check(cudaEventRecord(stop_send, send));
		check(cudaStreamWaitEvent(stream, stop_send, 0));
	}
};

struct Pair {
	cudaStream_t side;
	cudaEvent_t forked, joined;

	// Two halves that another function puts together.
	void begin(float *p, cudaStream_t stream)
	{
		check(cudaEventRecord(forked, stream));
		check(cudaStreamWaitEvent(side, forked, 0));
		step<<<1, 32, 0, side>>>(p);
		check(cudaGetLastError());
	}

	void end(cudaStream_t stream)
	{
		check(cudaEventRecord(joined, side));
		check(cudaStreamWaitEvent(stream, joined, 0));
	}
};

struct Early {
	cudaStream_t prefetcher;
	cudaEvent_t fetched;

	void joins_without_fork(float *p, cudaStream_t stream)
	{
		step<<<1, 32, 0, prefetcher>>>(p); // expect-warning: unjoined-stream
		check(cudaGetLastError());
		check(cudaEventRecord(fetched, prefetcher));
		check(cudaStreamWaitEvent(stream, fetched, 0));
		step<<<1, 32, 0, stream>>>(p);
		check(cudaGetLastError());
	}
};

void order(cudaStream_t a, cudaStream_t b);

struct Helped {
	cudaStream_t aside;
	cudaEvent_t e;

	void overlap(float *p, cudaStream_t stream)
	{
		check(cudaEventRecord(e, stream));
		check(cudaStreamWaitEvent(aside, e, 0));
		step<<<1, 32, 0, aside>>>(p);
		check(cudaGetLastError());
		order(stream, aside);
	}
};
