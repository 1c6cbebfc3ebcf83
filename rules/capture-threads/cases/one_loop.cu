// One thread runs the steps: it captures some of them and waits behind others, never both at a time.
// rules: capture-threads
#include <cuda_runtime.h>
#include <thread>
#include <vector>

__global__ void step(float *p);

static void check(cudaError_t err)
{
	if (err != cudaSuccess)
		throw 1;
}

class Engine {
public:
	void start()
	{
		loop = new std::thread([](Engine *e) { e->run(); }, this);
	}

private:
	void record()
	{
		check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal)); // expect-note: capture-threads
		step<<<1, 32, 0, stream>>>(p);
		check(cudaGetLastError());
		check(cudaStreamEndCapture(stream, &graph));
	}

	void run()
	{
		record();
		check(cudaDeviceSynchronize());
	}

	std::thread *loop;
	cudaStream_t stream;
	cudaGraph_t graph;
	float *p;
};
