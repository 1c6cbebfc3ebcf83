// rules: latched-error
#include <cuda_runtime.h>

// What every device answers fails where nothing else works.
bool is_new_enough()
{
	int device = 0, major = 0;
	if (cudaGetDevice(&device) != cudaSuccess) // expect-note: latched-error
		return false;
	if (cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess) // expect-note: latched-error
		return false;
	return major >= 8;
}

int blocks(const void *kernel, size_t bytes)
{
	int n = 0;
	if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel, 256, bytes) != cudaSuccess) // expect-note: latched-error
		return 1;
	return n;
}

// An older driver does not know the attribute.
bool has_host_numa_pools(int device)
{
	int value = 0;
	if (cudaDeviceGetAttribute(&value, cudaDevAttrHostNumaMemoryPoolsSupported, device) != cudaSuccess) // expect-warning: latched-error
		return false;
	return value;
}

// This one is known to all drivers that a toolkit of today runs with.
bool has_pools(int device)
{
	int value = 0;
	if (cudaDeviceGetAttribute(&value, cudaDevAttrMemoryPoolsSupported, device) != cudaSuccess) // expect-note: latched-error
		return false;
	return value;
}

bool shares_handles(int device)
{
	int types = 0;
	cudaError_t code = cudaDeviceGetAttribute(&types, cudaDevAttrMemoryPoolSupportedHandleTypes, device); // expect-note: latched-error
	if (code == cudaErrorInvalidValue)
		return false;
	return types & 1;
}

// All drivers know that one.
bool is_integrated(int device)
{
	int value = 0;
	if (cudaDeviceGetAttribute(&value, cudaDevAttrIntegrated, device) != cudaSuccess) // expect-note: latched-error
		return false;
	return value;
}
