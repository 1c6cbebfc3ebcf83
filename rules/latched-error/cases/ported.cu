// A header that lets the same text build for HIP: what is written is the driver's call, whose failure does not enter the slot.
#if defined(__HIP_PLATFORM_AMD__)
#include <hip/hip_runtime.h>
#define cuMemCreate(...) hipMemCreate(__VA_ARGS__)
#define cudaMalloc(...) hipMalloc(__VA_ARGS__)
#else
#include <cuda.h>
#include <cuda_runtime.h>
#endif

bool try_create_good(CUmemGenericAllocationHandle *handle, size_t bytes, const CUmemAllocationProp *what)
{
	return cuMemCreate(handle, bytes, what, 0) == CUDA_SUCCESS;
}

bool try_malloc_bad(void **p, size_t bytes)
{
	return cudaMalloc(p, bytes) == cudaSuccess; // expect: latched-error
}
