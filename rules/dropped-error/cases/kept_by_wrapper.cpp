// What a wrapper keeps can be asked for later.
#include <cuda.h>

class Queue {
public:
	explicit Queue(CUstream stream) : stream_(stream) {}

	CUresult fill(CUdeviceptr to, unsigned n)
	{
		last_ = cuMemsetD32Async(to, 0, n, stream_);
		return last_;
	}
	CUresult upload(CUdeviceptr to, const void *from, size_t n)
	{
		return cuMemcpyHtoDAsync(to, from, n, stream_);
	}
	CUresult last() const { return last_; }

private:
	CUstream stream_;
	CUresult last_ = CUDA_SUCCESS;
};

bool send(Queue &queue, CUdeviceptr to, const void *from)
{
	queue.fill(to, 64); // expect-note: dropped-error
	queue.upload(to, from, 256); // expect: dropped-error
	return queue.last() == CUDA_SUCCESS;
}
