#include <cuda_runtime.h>

// Tries to pin the cache; unpinned memory works as well.
bool cache_pin(void *host, size_t bytes)
{
	return cudaHostRegister(host, bytes, cudaHostRegisterDefault) == cudaSuccess; // expect: latched-error
}
