// A drain right behind a call whose code is kept is for that call.
#include <cuda_runtime.h>

bool can_reach(int from, int to)
{
	int can;
	cudaError_t err = cudaDeviceCanAccessPeer(&can, from, to);
	(void)cudaGetLastError(); // expect-note: swallowed-error
	return err == cudaSuccess && can;
}

bool can_reach_any(int from, int n)
{
	int can;
	if (cudaDeviceCanAccessPeer(&can, from, 0) != cudaSuccess)
		return false;
	cudaGetLastError(); // expect: swallowed-error
	return can;
}
