// Streams got from an object: one that was told the caller's stream by a method may have ordered its own behind that.
#include <cuda_runtime.h>
#include <vector>

__global__ void weights(float *w);
__global__ void inputs(float *x);

struct forked;

void backward(cudaStream_t stream, float *w, float *x)
{
	std::vector<forked> side;
	side.emplace_back(stream, 2);
	weights<<<1, 32, 0, side.back().get(1)>>>(w);
	inputs<<<1, 32, 0, stream>>>(x);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}

// This one knows nothing of it.
void backward_apart(cudaStream_t stream, float *w, float *x)
{
	worker side;
	side.reserve(2);
	weights<<<1, 32, 0, side.get(1)>>>(w); // expect: uncaptured-launch
	inputs<<<1, 32, 0, stream>>>(x);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}
