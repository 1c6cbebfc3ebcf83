// rules: dropped-error
// A function of a C interface throws nothing, and returns a status in its place: somebody is told. One that returns nothing has nobody to tell.
#include <cuda_runtime.h>

typedef enum { KV_OK, KV_NO_MEMORY, KV_DEVICE } kv_error_code_t;

kv_error_code_t kv_fill(float *tags, size_t n) noexcept
{
	cudaMemset(tags, 0, n * sizeof(float)); // expect: dropped-error
	return KV_OK;
}

kv_error_code_t kv_fill_checked(float *tags, size_t n) noexcept
{
	return cudaMemset(tags, 0, n * sizeof(float)) == cudaSuccess ? KV_OK : KV_DEVICE; // expect-note: latched-error
}

bool kv_open(cudaStream_t *stream) noexcept
{
	cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking); // expect: dropped-error
	return true;
}

class kv_pool {
public:
	void forget() noexcept
	{
		cudaMemset(tags_, 0, bytes_); // expect-note: dropped-error
	}
	kv_pool &operator=(kv_pool &&other) noexcept
	{
		cudaFree(tags_); // expect-note: dropped-error
		tags_ = other.tags_;
		return *this;
	}

private:
	float *tags_ = nullptr;
	size_t bytes_ = 0;
};
