// Overloads that take the stream in different places; weights that are packed once, when they are loaded.
#include <cuda_runtime.h>

struct Arguments {
	int m;
};
struct Params {
	int m;
};
__global__ void gemm_kernel(Params p);
__global__ void pack_kernel(float *p);

struct Gemm {
	static int run(Arguments const &args, void *workspace = nullptr, cudaStream_t stream = nullptr, void *adapter = nullptr);
	static int run(Params &params, cudaStream_t stream = nullptr, void *adapter = nullptr);
};

int Gemm::run(Params &params, cudaStream_t stream, void *)
{
	gemm_kernel<<<1, 128, 0, stream>>>(params);
	return cudaGetLastError();
}

int Gemm::run(Arguments const &args, void *, cudaStream_t stream, void *adapter)
{
	Params params = {args.m};
	return run(params, stream, adapter);
}

bool build(Params *params, int n, cudaStream_t stream, cudaGraph_t *graph)
{
	if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) != cudaSuccess)
		return false;
	int status = 0;
	for (int i = 0; i < n && !status; i++)
		status = Gemm::run(params[i], stream, nullptr);
	return cudaStreamEndCapture(stream, graph) == cudaSuccess && !status;
}

void repack_weights(float *p, cudaStream_t stream)
{
	pack_kernel<<<1, 128>>>(p); // expect-warning: uncaptured-launch
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}
