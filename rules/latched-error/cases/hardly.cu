// A question about what exists hardly fails: it is told where the code reckons with it by name, or where a launch check behind it reads the slot.
#include <cuda_runtime.h>

void *device_pointer_good(const void *p)
{
	cudaPointerAttributes attributes;
	if (cudaPointerGetAttributes(&attributes, p) != cudaSuccess)
		return nullptr;
	return attributes.devicePointer;
}

bool is_foreign_bad(const void *p)
{
	cudaPointerAttributes attributes;
	cudaError_t code = cudaPointerGetAttributes(&attributes, p); // expect: latched-error
	return code != cudaErrorInvalidValue;
}

int nodes_good(cudaGraph_t graph)
{
	size_t count = 0;
	return cudaGraphGetNodes(graph, nullptr, &count) == cudaSuccess ? (int)count : -1;
}

bool has_pools_bad(int device)
{
	int supported = 0;
	cudaError_t code = cudaDeviceGetAttribute(&supported, cudaDevAttrHostNumaMemoryPoolsSupported, device); // expect: latched-error
	return code == cudaSuccess && supported;
}
