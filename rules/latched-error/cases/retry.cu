// Out of memory: free something and try again.
#include <cuda_runtime.h>

#include <cstdlib>

void release_cache();
void log_warning(const char *format, ...);

#define CHECK_ABORT(call)                                                                                              \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			std::abort();                                                                                  \
	} while (0)

static cudaError_t device_alloc(void **out, size_t bytes)
{
	cudaError_t err;
	if (std::getenv("USE_MANAGED"))
		err = cudaMallocManaged(out, bytes);
	else
		err = cudaMalloc(out, bytes);
	return err;
}

// The retry succeeds, the first failure is still in the slot.
void *retry_bad(size_t bytes)
{
	void *out = nullptr;
	cudaError_t err = cudaMalloc(&out, bytes); // expect: latched-error
	if (err == cudaErrorMemoryAllocation) {
		release_cache();
		err = cudaMalloc(&out, bytes);
	}
	CHECK_ABORT(err);
	return out;
}

void *retry_good(size_t bytes)
{
	void *out = nullptr;
	cudaError_t err = cudaMalloc(&out, bytes);
	if (err == cudaErrorMemoryAllocation) {
		(void)cudaGetLastError();
		release_cache();
		err = cudaMalloc(&out, bytes);
	}
	CHECK_ABORT(err);
	return out;
}

void *retry_through_helper_bad(size_t bytes)
{
	void *out = nullptr;
	cudaError_t err = device_alloc(&out, bytes); // expect: latched-error
	if (err == cudaErrorMemoryAllocation) {
		release_cache();
		err = device_alloc(&out, bytes);
	}
	CHECK_ABORT(err);
	return out;
}

void *retry_through_helper_good(size_t bytes)
{
	void *out = nullptr;
	cudaError_t err = device_alloc(&out, bytes);
	if (err == cudaErrorMemoryAllocation) {
		(void)cudaGetLastError();
		release_cache();
		err = device_alloc(&out, bytes);
		if (err == cudaSuccess)
			log_warning("retry succeeded");
	}
	CHECK_ABORT(err);
	return out;
}

void *attempts_bad(size_t bytes)
{
	void *out = nullptr;
	for (int attempt = 0; attempt < 3; attempt++) {
		if (cudaMalloc(&out, bytes) == cudaSuccess) // expect: latched-error
			return out;
		release_cache();
	}
	cudaGetLastError();
	return nullptr;
}

void *attempts_good(size_t bytes)
{
	void *out = nullptr;
	for (int attempt = 0; attempt < 3; attempt++) {
		if (cudaMalloc(&out, bytes) == cudaSuccess)
			return out;
		cudaGetLastError();
		release_cache();
	}
	return nullptr;
}

void *attempts_fatal_in_the_end(size_t bytes)
{
	void *out = nullptr;
	cudaError_t err = cudaErrorUnknown;
	for (int attempt = 0; attempt < 3 && err != cudaSuccess; attempt++) {
		err = cudaMalloc(&out, bytes);
		if (err != cudaSuccess)
			cudaGetLastError();
	}
	CHECK_ABORT(err);
	return out;
}
