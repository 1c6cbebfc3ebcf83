/* A program whose checks end the process: no exception leaves its captures, whoever gives the callable. */
#include <cuda_runtime.h>
#include <cstdlib>
#include <functional>

__global__ void step(float *p);

#define CUDA_CHECK(call)                             \
	do {                                         \
		if ((call) != cudaSuccess)           \
			abort();                     \
	} while (0)

struct recorder {
	cudaGraph_t graph = nullptr;
	~recorder() { CUDA_CHECK(cudaGraphDestroy(graph)); }

	void record(cudaStream_t s, const std::function<void()> &body)
	{
		CUDA_CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
		body();
		CUDA_CHECK(cudaStreamEndCapture(s, &graph));
	}

	void steps(cudaStream_t s, float *p)
	{
		record(s, [=] {
			step<<<1, 32, 0, s>>>(p);
			CUDA_CHECK(cudaGetLastError());
		});
	}
};
