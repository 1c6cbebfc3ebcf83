// A step that looks, each time, for what its kernels have reported: it works with the host, so nobody captures it.
// rules: first-use-in-capture uncaptured-launch
#include <cuda_runtime.h>
#include <stdexcept>

__global__ void move(float *p, int *error);

static void check(cudaError_t err)
{
	if (err != cudaSuccess)
		throw 1;
}

class Reports {
public:
	int *buffer_of(unsigned stream_id, cudaStream_t stream)
	{
		if (!buffers[stream_id])
			check(cudaMalloc(&buffers[stream_id], sizeof(int))); // expect-note: first-use-in-capture
		check(cudaMemsetAsync(buffers[stream_id], 0, sizeof(int), stream));
		return buffers[stream_id];
	}

	void checkError(unsigned stream_id, cudaStream_t stream)
	{
		int error;
		check(cudaMemcpyAsync(&error, buffers[stream_id], sizeof error, cudaMemcpyDeviceToHost, stream));
		check(cudaStreamSynchronize(stream));
		if (error)
			throw std::runtime_error("a kernel has reported an error");
	}

private:
	int *buffers[8] = {};
};

struct Scan {
	int *position;
	int *at(unsigned stream_id) { return position + stream_id; }
};

class Simulation {
public:
	void step(float *p, cudaStream_t stream)
	{
		move<<<1, 32, 0, stream>>>(p, reports.buffer_of(0, stream));
		check(cudaGetLastError());
		reports.checkError(0, stream);
	}

	// The number of a stream is none: what only copies is a matter of its caller.
	int count(unsigned stream_id, cudaStream_t stream)
	{
		int n;
		check(cudaMemcpy(&n, scan.at(stream_id), sizeof n, cudaMemcpyDeviceToHost));
		return n;
	}

private:
	Reports reports;
	Scan scan;
};
