// A class that makes its stream itself, as a blocking one, and one whose stream is non-blocking.
#include <cuda_runtime.h>

__global__ void step(float *p);

static void check(cudaError_t e)
{
	if (e != cudaSuccess)
		throw 1;
}

void scale(float *p, cudaStream_t s);

class blocking {
public:
	blocking() { check(cudaStreamCreate(&stream_)); }
	~blocking() { check(cudaStreamDestroy(stream_)); }
	void forward(at::Tensor x)
	{
		scale(x.data_ptr<float>(), stream_);
		step<<<1, 32>>>(x.data_ptr<float>()); // expect-note: uncaptured-launch
		check(cudaGetLastError());
	}

private:
	cudaStream_t stream_;
};

class apart {
public:
	apart() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
	~apart() { check(cudaStreamDestroy(stream_)); }
	void forward(at::Tensor x)
	{
		scale(x.data_ptr<float>(), stream_);
		step<<<1, 32>>>(x.data_ptr<float>()); // expect-warning: uncaptured-launch
		check(cudaGetLastError());
	}

private:
	cudaStream_t stream_;
};
