#include <hip/hip_runtime.h>

__global__ void work(int *p);

void run(int *p, int peer)
{
	if (hipDeviceEnablePeerAccess(peer, 0) != hipSuccess)
		peer = 0;
	hipError_t synced = hipDeviceSynchronize();
	if (synced != hipSuccess)
		abort();
	work<<<1, 64>>>(p);
	if (hipGetLastError() != hipSuccess)
		abort();
}
