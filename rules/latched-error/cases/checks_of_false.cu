// A check that is given false is no check: the exception leaves, and nothing goes on.
#include <cuda_runtime.h>

void drop(void *p);

void *view_good(void *host)
{
	void *device = nullptr;
	cudaError_t err = cudaHostGetDevicePointer(&device, host, 0);
	if (err != cudaSuccess) {
		drop(host);
		TORCH_CHECK(false, "no view of it: ", cudaGetErrorString(err));
	}
	return device;
}

void *view_bad(void *host)
{
	void *device = nullptr;
	cudaError_t err = cudaHostGetDevicePointer(&device, host, 0); // expect: latched-error
	if (err != cudaSuccess)
		return nullptr;
	return device;
}
