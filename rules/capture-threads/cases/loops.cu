// As many threads as there are devices, each of which captures and waits.
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
	void start(int devices)
	{
		for (int i = 0; i < devices; i++)
			loops.push_back(std::thread([](Engine *e) { e->run(); }, this));
	}

private:
	void record()
	{
		check(cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeThreadLocal)); // expect-warning: capture-threads
		step<<<1, 32, 0, cudaStreamPerThread>>>(p);
		check(cudaGetLastError());
		check(cudaStreamEndCapture(cudaStreamPerThread, &graph));
	}

	void run()
	{
		record();
		check(cudaDeviceSynchronize());
	}

	std::vector<std::thread> loops;
	cudaGraph_t graph;
	float *p;
};
