// A later call that fails puts its own code where the older one was; a helper that drains where that call succeeds leaves nothing of it.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void work(float *p);

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			std::abort();                                                                                  \
	} while (0)

static bool has_context()
{
	if (cudaFree(nullptr) == cudaSuccess) {
		cudaGetLastError(); // clear what was there before
		return true;
	}
	return false;
}

static bool is_ready()
{
	return cudaFree(nullptr) == cudaSuccess;
}

void drained_good(float *p, int peer)
{
	if (cudaDeviceEnablePeerAccess(peer, 0) != cudaSuccess)
		std::puts("no peer access");
	if (!has_context())
		std::puts("no context");
	work<<<1, 32>>>(p);
	CHECK(cudaGetLastError());
}

void not_drained_bad(float *p, int peer)
{
	if (cudaDeviceEnablePeerAccess(peer, 0) != cudaSuccess) // expect-error: latched-error
		std::puts("no peer access");
	if (!is_ready())
		std::puts("no context");
	work<<<1, 32>>>(p);
	CHECK(cudaGetLastError()); // expect: blamed-launch
}
