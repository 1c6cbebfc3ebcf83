// A function begins and ends its capture under two conditions that are one: none is open when it returns.
#include <cuda_runtime.h>

__global__ void step(float *x);

struct runner {
	cudaStream_t stream;
	cudaGraphExec_t exec;
	bool captures;
	int devices;

	cudaError_t run(float *x)
	{
		cudaError_t code = cudaSuccess;
		cudaGraph_t graph;
		if (captures)
			code = cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
		if (code != cudaSuccess)
			return code;
		step<<<1, 32, 0, stream>>>(x);
		code = cudaGetLastError();
		if (devices > 1 ? captures : captures && code == cudaSuccess) {
			cudaError_t ended = cudaStreamEndCapture(stream, &graph);
			if (ended != cudaSuccess)
				return ended;
			ended = cudaGraphInstantiate(&exec, graph, 0);
			cudaError_t freed = cudaGraphDestroy(graph);
			return ended == cudaSuccess ? freed : ended;
		}
		return code;
	}
};

cudaError_t measure(runner &of, float *x)
{
	cudaError_t code = of.run(x);
	return code == cudaSuccess ? cudaDeviceSynchronize() : code;
}
