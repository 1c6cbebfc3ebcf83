// A framework of its own whose launches all go to the legacy stream: nobody captures that.
#include <cuda_runtime.h>

struct Tensor {
	float *data;
	int n;
	float *host() const;
};

__global__ void scale(float *p, int n);
__global__ void shift(float *p, int n);
__global__ void fill(float *p, int n);

cudaError_t scaled(Tensor &t)
{
	scale<<<1, 32>>>(t.data, t.n); // expect-note: uncaptured-launch
	return cudaGetLastError();
}

cudaError_t shifted(const Tensor *t)
{
	shift<<<1, 32>>>(t->data, t->n); // expect-note: uncaptured-launch
	return cudaGetLastError();
}

cudaError_t filled(Tensor *t)
{
	fill<<<1, 32, 0, 0>>>(t->data, t->n); // expect-note: uncaptured-launch
	return cudaGetLastError();
}

// A stream that a caller gives is meant all the same.
cudaError_t scaled_on(Tensor &t, cudaStream_t stream)
{
	scale<<<1, 32>>>(t.data, t.n); // expect-warning: uncaptured-launch
	return cudaGetLastError();
}

class Stream {
public:
	long at;
};

class CUDAStream {
public:
	explicit CUDAStream(const Stream &s) : at(s.at) {}
	long at;
};

// So is one in a class of the program's own.
cudaError_t scaled_beside(Tensor &t, const Stream &stream)
{
	CUDAStream cuda_stream(stream);
	scale<<<1, 32>>>(t.data, t.n); // expect-warning: uncaptured-launch
	return cudaGetLastError();
}
