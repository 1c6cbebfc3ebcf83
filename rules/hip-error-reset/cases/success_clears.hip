// Before ROCm 7.0 a call that succeeds cleared the slot. Since then only a read of the slot does.
#include <hip/hip_runtime.h>

#include <cstdlib>

__global__ void work(float *p) { p[0] = 1; }

// The wait was what cleared the probe's failure.
void probe_then_launch_bad(float *p, int peer, hipStream_t s)
{
	hipError_t err = hipDeviceEnablePeerAccess(peer, 0); // expect-error: latched-error
	if (err != hipSuccess && err != hipErrorPeerAccessAlreadyEnabled)
		std::abort();
	if (hipStreamSynchronize(s) != hipSuccess)
		std::abort();
	work<<<1, 32, 0, s>>>(p);
	if (hipGetLastError() != hipSuccess) // expect: blamed-launch
		std::abort();
}

void probe_then_launch_good(float *p, int peer, hipStream_t s)
{
	hipError_t err = hipDeviceEnablePeerAccess(peer, 0);
	if (err == hipErrorPeerAccessAlreadyEnabled)
		(void)hipGetLastError();
	else if (err != hipSuccess)
		std::abort();
	if (hipStreamSynchronize(s) != hipSuccess)
		std::abort();
	work<<<1, 32, 0, s>>>(p);
	if (hipGetLastError() != hipSuccess)
		std::abort();
}

// A helper that makes some harmless call in order to clear.
static void clear_by_success_bad()
{
	int device;
	(void)hipGetDevice(&device); // expect-todo: hip-error-reset
}

bool allocate(void **out, size_t bytes)
{
	if (hipMalloc(out, bytes) == hipSuccess) // expect: latched-error
		return true;
	clear_by_success_bad();
	return false;
}

// Only old runtimes are meant.
#if HIP_VERSION_MAJOR < 7
bool allocate_old(void **out, size_t bytes)
{
	int device;
	if (hipMalloc(out, bytes) == hipSuccess) // expect-wrong: latched-error
		return true;
	(void)hipGetDevice(&device);
	return false;
}
#endif
