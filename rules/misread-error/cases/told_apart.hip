// rules: misread-error blamed-launch
// What a peek before the launch has seen is told from what the launch brings: nobody is blamed for another's error.
#include <hip/hip_runtime.h>
#include <torch/extension.h>

#include <cstdlib>

__global__ void work(float *p);

#define LAUNCH(...)                                                                                                    \
	do {                                                                                                           \
		hipError_t before_ = hipPeekAtLastError();                                                             \
		hipLaunchKernelGGL(__VA_ARGS__);                                                                       \
		hipError_t now_ = hipPeekAtLastError();                                                                \
		if (now_ != hipSuccess && now_ != before_)                                                             \
			return false;                                                                                  \
	} while (0)

bool told_apart(float *p, const float *host, hipStream_t s)
{
	if (hipMemcpyAsync(p, host, 4, hipMemcpyHostToDevice, s) != hipSuccess) // expect: latched-error
		return false;
	LAUNCH(work, dim3(1), dim3(32), 0, s, p);
	return true;
}

bool after_tolerated(float *p, int peer, hipStream_t s)
{
	if (hipDeviceEnablePeerAccess(peer, 0) != hipSuccess)
		p = nullptr;
	LAUNCH(work, dim3(1), dim3(32), 0, s, p);
	return true;
}

bool blamed(float *p, int peer, hipStream_t s)
{
	if (hipDeviceEnablePeerAccess(peer, 0) != hipSuccess) // expect-error: latched-error
		p = nullptr;
	hipLaunchKernelGGL(work, dim3(1), dim3(32), 0, s, p);
	return hipGetLastError() == hipSuccess; // expect: blamed-launch
}
