// rules: uncaptured-launch
// Streams behind a class of the program, and legacy work where captures have ended already.
#include <cuda_runtime.h>

__global__ void fill(float *p, float v);

class OwnStream {
public:
	cudaStream_t operator()() const { return held_; }

private:
	cudaStream_t held_ = nullptr;
};

void on_wrapped(float *p, OwnStream own_stream)
{
	fill<<<1, 32, 0, own_stream()>>>(p, 1.0f);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}

// Its own, or the one that it is given.
void on_either(float *p, OwnStream *given_stream)
{
	OwnStream own_stream;
	if (given_stream)
		own_stream = *given_stream;
	fill<<<1, 32, 0, own_stream()>>>(p, 1.0f);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}

// An allocation at each call keeps captures away from what follows it; that is out of order with the stream all the same.
int adds(float *p, int n, cudaStream_t stream)
{
	bool *found;
	if (cudaMalloc(&found, n) != cudaSuccess || cudaMemset(found, 0, n) != cudaSuccess) // expect-warning: uncaptured-launch
		return 1;
	fill<<<1, 32, 0, stream>>>(p, found ? 1.0f : 0.0f);
	if (cudaGetLastError() != cudaSuccess)
		return 1;
	return cudaFree(found) != cudaSuccess;
}

// Only one way allocates, and the work is on the other as well.
int grown(float *p, float *scratch, int n, cudaStream_t stream)
{
	if (!n && cudaMalloc(&scratch, 64) != cudaSuccess)
		return 1;
	fill<<<1, 32>>>(scratch, 0.0f); // expect-warning: uncaptured-launch
	fill<<<1, 32, 0, stream>>>(p, 1.0f);
	return cudaGetLastError() != cudaSuccess;
}

// Between two measurements the caches are emptied.
void flush_cache(float *p)
{
	fill<<<1, 32, 0, nullptr>>>(p, 0.0f);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}

// Allocates at each call and knows no stream.
void sums(torch::Tensor x)
{
	float *scratch;
	if (cudaMalloc(&scratch, 64) != cudaSuccess)
		throw 1;
	fill<<<1, 32>>>(scratch, 0.0f); // expect-note: uncaptured-launch
	if (cudaGetLastError() != cudaSuccess || cudaFree(scratch) != cudaSuccess)
		throw 1;
}
