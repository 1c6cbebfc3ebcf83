// A global pointer to an interface; what implements it does not say that it overrides.
#include <cuda_runtime.h>

__global__ void add(float *x);

struct model {
	virtual ~model() = default;
	virtual void decode(float *x, cudaStream_t stream) = 0;
};

struct dense : model {
	void decode(float *x, cudaStream_t stream)
	{
		add<<<1, 32, 0, stream>>>(x);
		if (cudaGetLastError() != cudaSuccess)
			throw 1;
		if (cudaStreamSynchronize(stream) != cudaSuccess) // expect: sync-in-capture
			throw 1;
	}
};

/* No model: its method has the same name. */
struct codec {
	void decode(float *x, cudaStream_t stream)
	{
		add<<<1, 32, 0, stream>>>(x);
		if (cudaGetLastError() != cudaSuccess || cudaStreamSynchronize(stream) != cudaSuccess)
			throw 1;
	}
};

model *current;

void step(float *x, cudaStream_t stream, cudaGraph_t *graph)
{
	if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) != cudaSuccess)
		throw 1;
	current->decode(x, stream);
	if (cudaStreamEndCapture(stream, graph) != cudaSuccess)
		throw 1;
}
