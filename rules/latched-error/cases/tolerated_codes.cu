// One code is taken for an answer, the others are handed to a check that ends or throws.
#include <cuda_runtime.h>

#include <cstdlib>
#include <stdexcept>

#define CHECK_THROW(call)                                                                                              \
	do {                                                                                                           \
		cudaError_t code_ = (call);                                                                            \
		if (code_ != cudaSuccess) {                                                                            \
			cudaGetLastError();                                                                            \
			throw std::runtime_error(cudaGetErrorString(code_));                                           \
		}                                                                                                      \
	} while (0)

// Memory that is not managed can't be prefetched: nothing to do.
void prefetch_bad(const void *p, size_t bytes, int device, cudaStream_t s)
{
	cudaMemLocation where = {cudaMemLocationTypeDevice, device};
	cudaError_t result = cudaMemPrefetchAsync(p, bytes, where, 0, s); // expect: latched-error
	if (result != cudaErrorInvalidValue && result != cudaSuccess) { CHECK_THROW(result); }
}

void prefetch_good(const void *p, size_t bytes, int device, cudaStream_t s)
{
	cudaMemLocation where = {cudaMemLocationTypeDevice, device};
	cudaError_t result = cudaMemPrefetchAsync(p, bytes, where, 0, s);
	if (result == cudaErrorInvalidValue) {
		cudaGetLastError();
		return;
	}
	CHECK_THROW(result);
}

void prefetch_words_bad(const void *p, size_t bytes, int device, cudaStream_t s)
{
	cudaMemLocation where = {cudaMemLocationTypeDevice, device};
	cudaError_t result = cudaMemPrefetchAsync(p, bytes, where, 0, s); // expect: latched-error
	if (not(result == cudaSuccess or result == cudaErrorInvalidValue))
		std::abort();
}

bool is_device_pointer_bad(const void *p)
{
	cudaPointerAttributes attributes;
	cudaError_t err = cudaPointerGetAttributes(&attributes, p); // expect: latched-error
	if (err == cudaErrorInvalidValue)
		return false;
	CHECK_THROW(err);
	return attributes.type == cudaMemoryTypeDevice;
}

// The tolerated code is cleared together with whatever else there is, before the rest is thrown.
bool is_device_pointer_good(const void *p)
{
	cudaPointerAttributes attributes;
	cudaError_t err = cudaPointerGetAttributes(&attributes, p);
	if (err != cudaSuccess)
		(void)cudaGetLastError();
	if (err == cudaErrorInvalidValue)
		return false;
	CHECK_THROW(err);
	return attributes.type == cudaMemoryTypeDevice;
}

// The list of codes that mean "not here".
bool is_absence(cudaError_t err)
{
	return err == cudaErrorNotSupported || err == cudaErrorNotPermitted;
}

bool vmm_bad(int device)
{
	cudaMemPool_t pool;
	cudaError_t err = cudaDeviceGetMemPool(&pool, device); // expect: latched-error
	if (is_absence(err))
		return false;
	CHECK_THROW(err);
	return true;
}

// All but the expected refusal has thrown: what is asked for once more is all that is left.
void all_others_thrown_good(int peer)
{
	cudaError_t err = cudaDeviceEnablePeerAccess(peer, 0);
	if (err != cudaSuccess && err != cudaErrorPeerAccessAlreadyEnabled)
		abort();
	if (err == cudaErrorPeerAccessAlreadyEnabled)
		cudaGetLastError();
}

void another_one_is_left_bad(int peer)
{
	cudaError_t err = cudaDeviceEnablePeerAccess(peer, 0); // expect: latched-error
	if (err != cudaSuccess && err != cudaErrorPeerAccessAlreadyEnabled && err != cudaErrorPeerAccessUnsupported)
		abort();
	if (err == cudaErrorPeerAccessAlreadyEnabled)
		cudaGetLastError();
}
