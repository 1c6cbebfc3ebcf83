// rules: dropped-error
// Codes that an object keeps can be asked for later; one that the next code overwrites at once can not.
#include <cstring>
#include <cuda_runtime.h>

class Uploader {
public:
	bool push_bad(const void *host, size_t n);
	bool push_good(const void *host, size_t n);
	void push_asked(const void *host, size_t n);
	void push_joined(const void *host, size_t n);
	cudaError_t status() const { return status_; }
	bool works() const;

private:
	cudaStream_t stream_;
	cudaEvent_t event_;
	void *pinned_, *device_;
	cudaError_t status_ = cudaSuccess;
};

bool Uploader::push_bad(const void *host, size_t n)
{
	std::memcpy(pinned_, host, n);
	status_ = cudaMemcpyAsync(device_, pinned_, n, cudaMemcpyHostToDevice, stream_); // expect-warning: dropped-error
	status_ = cudaEventRecord(event_, stream_);
	return status_ == cudaSuccess;
}

bool Uploader::push_good(const void *host, size_t n)
{
	std::memcpy(pinned_, host, n);
	status_ = cudaMemcpyAsync(device_, pinned_, n, cudaMemcpyHostToDevice, stream_);
	if (status_ == cudaSuccess)
		status_ = cudaEventRecord(event_, stream_);
	return status_ == cudaSuccess;
}

// A method that is called between may look.
void Uploader::push_asked(const void *host, size_t n)
{
	std::memcpy(pinned_, host, n);
	status_ = cudaMemcpyAsync(device_, pinned_, n, cudaMemcpyHostToDevice, stream_);
	if (!works())
		return;
	status_ = cudaEventRecord(event_, stream_);
}
