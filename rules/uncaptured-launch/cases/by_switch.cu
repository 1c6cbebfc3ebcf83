// A switch of the build and one of the run decide whether the work between two helpers is captured; both helpers ask the same ones.
#include <cuda_runtime.h>

__global__ void work(float *p);

struct Options {
	bool is_quick, is_checked;
};

class Bench {
public:
	void before(const Options &options)
	{
#if CUDART_VERSION >= 12000
		options.is_quick ? begin() : (void)0;
#endif
	}

	void after(const Options &options)
	{
#if CUDART_VERSION >= 12000
		options.is_quick ? end() : (void)0;
#endif
	}

	void begin() { cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); }

	void end()
	{
		cudaGraph_t graph;
		if (cudaStreamEndCapture(stream, &graph) == cudaSuccess)
			cudaGraphDestroy(graph);
	}

	cudaStream_t stream;
};

void behind(const Options &options, float *p, float *host, cudaStream_t stream)
{
	Bench bench;
	if (options.is_checked) {
		bench.before(options);
		work<<<1, 32, 0, stream>>>(p);
		bench.after(options);
	}
	if (options.is_checked)
		cudaMemcpy(host, p, sizeof(float), cudaMemcpyDeviceToHost);
}

void between(const Options &options, float *p, float *q, cudaStream_t stream)
{
	Bench bench;
	bench.before(options);
	work<<<1, 32, 0, stream>>>(p);
	work<<<1, 32>>>(q); // expect: uncaptured-launch
	bench.after(options);
}
