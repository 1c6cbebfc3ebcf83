// What a macro makes of a code that it stores is its users' matter; with none in sight it may be no more than a leftover.
#include <cuda_runtime.h>

void count_bytes(const char *file, size_t bytes);

#define GET_HOST_UNUSED(to, bytes) do { cudaError_t got = cudaMallocHost(to, bytes); count_bytes(__FILE__, bytes); } while (0) // expect-note: dropped-error

#define GET_HOST_USED(to, bytes) do { cudaError_t got = cudaMallocHost(to, bytes); count_bytes(__FILE__, bytes); } while (0) // expect: dropped-error

void *stage(size_t bytes)
{
	void *at = nullptr;
	GET_HOST_USED(&at, bytes);
	return at;
}
