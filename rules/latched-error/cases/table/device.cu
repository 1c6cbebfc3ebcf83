// Reached through a table of function pointers only.
#include "ops.h"

static bool device_allocate(void **out, size_t bytes)
{
	return cudaMalloc(out, bytes) == cudaSuccess; // expect: latched-error
}

static bool device_map(void *host, size_t bytes, void **out)
{
	if (cudaHostRegister(host, bytes, cudaHostRegisterMapped) != cudaSuccess) { // the drain is below
		cudaGetLastError();
		return false;
	}
	return cudaHostGetDevicePointer(out, host, 0) == cudaSuccess; // expect: latched-error
}

static void device_release(void *pointer)
{
	if (cudaFree(pointer) != cudaSuccess)
		(void)cudaGetLastError();
}

const struct memory_ops device_memory = {device_allocate, device_map, device_release};
