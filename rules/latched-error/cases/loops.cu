// Probes in loops: the drain must be on the path that leaves or goes on.
#include <cuda_runtime.h>

void log_warning(const char *format, ...);
[[noreturn]] void fatal(const char *what, cudaError_t code);

void peers_bad(int count, int self)
{
	for (int peer = 0; peer < count; peer++) {
		if (peer == self)
			continue;
		cudaError_t err = cudaDeviceEnablePeerAccess(peer, 0); // expect-error: latched-error
		if (err != cudaErrorPeerAccessAlreadyEnabled && err != cudaSuccess)
			fatal("peer access", err);
	}
}

void peers_good(int count, int self)
{
	for (int peer = 0; peer < count; peer++) {
		if (peer == self)
			continue;
		cudaError_t err = cudaDeviceEnablePeerAccess(peer, 0);
		if (err == cudaErrorPeerAccessAlreadyEnabled)
			cudaGetLastError();
		else if (err != cudaSuccess)
			fatal("peer access", err);
	}
}

void peers_disable_bad(int count)
{
	for (int peer = 0; peer < count; peer++) {
		cudaError_t err = cudaDeviceDisablePeerAccess(peer); // expect-error: latched-error
		if (err == cudaErrorPeerAccessNotEnabled)
			continue;
		if (err != cudaSuccess)
			fatal("peer access", err);
	}
}

size_t largest_bad(size_t most)
{
	void *probe = nullptr;
	size_t bytes = most;
	while (bytes > 0) {
		if (cudaMalloc(&probe, bytes) == cudaSuccess) // expect: latched-error
			break;
		bytes /= 2;
	}
	(void)cudaFree(probe);
	return bytes;
}

size_t largest_good(size_t most)
{
	void *probe = nullptr;
	size_t bytes = most;
	while (bytes > 0) {
		if (cudaMalloc(&probe, bytes) == cudaSuccess)
			break;
		cudaGetLastError();
		bytes /= 2;
	}
	(void)cudaFree(probe);
	return bytes;
}

size_t largest_drained_after(size_t most)
{
	void *probe = nullptr;
	size_t bytes = most;
	for (; bytes > 0; bytes /= 2) {
		if (cudaMalloc(&probe, bytes) == cudaSuccess)
			break;
	}
	cudaGetLastError();
	(void)cudaFree(probe);
	return bytes;
}

int usable_devices_bad(int count)
{
	int usable = 0;
	for (int device = 0; device < count; device++) {
		if (cudaSetDevice(device) != cudaSuccess) { // expect: latched-error
			log_warning("device %d is not usable", device);
			continue;
		}
		usable++;
	}
	return usable;
}

int usable_devices_good(int count)
{
	int usable = 0;
	for (int device = 0; device < count; device++) {
		if (cudaSetDevice(device) != cudaSuccess) {
			log_warning("device %d is not usable: %s", device, cudaGetErrorString(cudaGetLastError()));
			continue;
		}
		usable++;
	}
	return usable;
}
