// rules: blamed-launch
// A launch check that can run while somebody else's code is in the slot names the wrong kernel.
#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

__global__ void sort_kernel(int *keys, int n);
__global__ void scan_kernel(int *keys, int n);

#define CHECK_LAUNCH(name)                                                                                             \
	do {                                                                                                           \
		cudaError_t code_ = cudaGetLastError();                                                                \
		if (code_ != cudaSuccess)                                                                              \
			throw std::runtime_error(std::string(name) + ": " + cudaGetErrorString(code_));                \
	} while (0)

static bool enable_peer(int peer)
{
	cudaError_t err = cudaDeviceEnablePeerAccess(peer, 0); // expect-error: latched-error
	return err == cudaSuccess || err == cudaErrorPeerAccessAlreadyEnabled;
}

void sort_after_peer(int *keys, int n, int peer, cudaStream_t s)
{
	if (!enable_peer(peer))
		return;
	sort_kernel<<<1, 256, 0, s>>>(keys, n);
	CHECK_LAUNCH("sort"); // expect-warning: blamed-launch
}

static bool enable_peer_clear(int peer)
{
	cudaError_t err = cudaDeviceEnablePeerAccess(peer, 0);
	if (err != cudaSuccess)
		cudaGetLastError();
	return err == cudaSuccess || err == cudaErrorPeerAccessAlreadyEnabled;
}

static void sort_clean(int *keys, int n, cudaStream_t s)
{
	(void)cudaGetLastError();
	sort_kernel<<<1, 256, 0, s>>>(keys, n);
	CHECK_LAUNCH("sort");
}

// The slot was cleared before the launch: whatever is found there is the launch's.
void sort_after_cleared_peer(int *keys, int n, int peer, cudaStream_t s)
{
	if (!enable_peer_clear(peer))
		return;
	sort_clean(keys, n, s);
}

// Nothing here can leave a code, but whoever calls can: a note.
void scan(int *keys, int n, cudaStream_t s)
{
	scan_kernel<<<1, 256, 0, s>>>(keys, n);
	CHECK_LAUNCH("scan"); // expect-note: blamed-launch
}

// The second check comes after a check: its slate is clean.
void scan_twice(int *keys, int n, cudaStream_t s)
{
	scan_kernel<<<1, 256, 0, s>>>(keys, n);
	CHECK_LAUNCH("first scan"); // expect-note: blamed-launch
	scan_kernel<<<1, 256, 0, s>>>(keys, n);
	CHECK_LAUNCH("second scan");
}

// A probe that fails in the middle.
void tuned_scan(int *keys, int n, cudaStream_t s)
{
	int bytes = 200 * 1024;
	if (cudaFuncSetAttribute(scan_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) != cudaSuccess) // expect: latched-error
		bytes = 0;
	scan_kernel<<<1, 256, bytes, s>>>(keys, n);
	CHECK_LAUNCH("tuned scan"); // expect-warning: blamed-launch
}

// The launch call's own code can't be anybody else's.
void by_code(int *keys, int n, cudaStream_t s)
{
	void *arguments[] = {&keys, &n};
	if (cudaLaunchKernel((const void *)scan_kernel, dim3(1), dim3(256), arguments, 0, s) != cudaSuccess)
		throw std::runtime_error("scan");
}

// Raising a limit with success empties the slot of what was there: the check behind it is not deceived.
bool raise_between(int *keys, int n, int bytes, cudaStream_t s)
{
	if (cudaMemsetAsync(keys, 0, n, s) != cudaSuccess)
		keys[0] = 0;
	if (cudaFuncSetAttribute(scan_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) != cudaSuccess) {
		cudaGetLastError();
		return false;
	}
	scan_kernel<<<1, 256, bytes, s>>>(keys, n);
	CHECK_LAUNCH("scan");
	return true;
}
