// Scratch that grows in a program that captures: freed, or kept until the graphs are gone.
#include <cuda_runtime.h>

#include <vector>

__global__ void step(float *p, float *scratch);

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			__builtin_trap();                                                                              \
	} while (0)

struct Scratch {
	float *p = nullptr;
	size_t size = 0;
	std::vector<float *> retired;
	float *grown(size_t n)
	{
		if (n > size) {
			CHECK(cudaFree(p)); // expect-warning: rebound-buffer
			CHECK(cudaMalloc(&p, n));
			size = n;
		}
		return p;
	}
	float *retiring(size_t n)
	{
		if (n > size) {
			retired.push_back(p);
			CHECK(cudaMalloc(&p, n));
			size = n;
		}
		return p;
	}
};

static Scratch scratch;

void forward(float *p, size_t n, cudaStream_t stream)
{
	step<<<1, 32, 0, stream>>>(p, scratch.grown(n));
	CHECK(cudaGetLastError());
	step<<<1, 32, 0, stream>>>(p, scratch.retiring(n));
	CHECK(cudaGetLastError());
}

void capture(float *p, size_t n, cudaStream_t s, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	forward(p, n, s);
	CHECK(cudaStreamEndCapture(s, graph));
}

// Takes over the memory of another object: nothing grows.
class owner {
public:
	owner &take(owner &&other, cudaStream_t stream)
	{
		if (this != &other) {
			if (data_)
				cudaFreeAsync(data_, stream);
			data_ = other.data_;
			other.data_ = nullptr;
		}
		return *this;
	}

private:
	float *data_ = nullptr;
};
