// Calls that are expected to fail somewhere: another machine, another driver, a second call.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

struct backend {
	bool has_pools;
	bool has_pinned;
	int shared_bytes;
};

__global__ void tile_kernel(float *out);

// The opt-in limit differs between architectures: 227 KiB here, 99 KiB there.
void choose_tile_bad(struct backend *b)
{
	b->shared_bytes = 200 * 1024;
	cudaError_t err = cudaFuncSetAttribute(tile_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, b->shared_bytes); // expect: latched-error
	if (err != cudaSuccess)
		b->shared_bytes = 48 * 1024;
}

void choose_tile_good(struct backend *b)
{
	b->shared_bytes = 200 * 1024;
	cudaError_t err = cudaFuncSetAttribute(tile_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, b->shared_bytes);
	if (err != cudaSuccess) {
		(void)cudaGetLastError();
		b->shared_bytes = 48 * 1024;
	}
}

// Asking first needs no drain.
bool choose_tile_by_limit(struct backend *b, int device)
{
	int limit = 0;
	if (cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) != cudaSuccess)
		std::abort();
	b->shared_bytes = limit < 200 * 1024 ? limit : 200 * 1024;
	return true;
}

void *scratch_bad(size_t bytes, bool *on_host)
{
	void *out = nullptr;
	*on_host = false;
	if (cudaMalloc(&out, bytes) == cudaSuccess) // expect: latched-error
		return out;
	*on_host = true;
	return std::malloc(bytes);
}

void *scratch_good(size_t bytes, bool *on_host)
{
	void *out = nullptr;
	*on_host = false;
	if (cudaMalloc(&out, bytes) == cudaSuccess)
		return out;
	cudaGetLastError();
	*on_host = true;
	return std::malloc(bytes);
}

// A drain whose value goes into a variable that nobody reads is a drain.
bool scratch_unused_variable(void **out, size_t bytes)
{
	cudaError_t err = cudaMalloc(out, bytes);
	if (err != cudaSuccess) {
		cudaError_t cleared = cudaGetLastError();
		return false;
	}
	return true;
}

void register_bad(void *host, size_t bytes)
{
	cudaError_t err = cudaHostRegister(host, bytes, cudaHostRegisterPortable); // expect: latched-error
	if (err != cudaSuccess && err != cudaErrorHostMemoryAlreadyRegistered)
		std::abort();
}

void register_good(void *host, size_t bytes)
{
	cudaError_t err = cudaHostRegister(host, bytes, cudaHostRegisterPortable);
	if (err == cudaErrorHostMemoryAlreadyRegistered)
		cudaGetLastError();
	else if (err != cudaSuccess)
		std::abort();
}

// What was registered is given back: that it fails is no answer that anybody expects.
void unregister_all(void *host)
{
	cudaError_t err = cudaHostUnregister(host); // expect-note: latched-error
	if (err != cudaSuccess)
		std::fprintf(stderr, "%p was not registered: %s\n", host, cudaGetErrorString(err));
}

void pools_bad(struct backend *b, int device)
{
	cudaMemPool_t pool;
	cudaError_t err = cudaDeviceGetDefaultMemPool(&pool, device); // expect: latched-error
	b->has_pools = err == cudaSuccess;
}

void pools_good(struct backend *b, int device)
{
	cudaMemPool_t pool;
	cudaError_t err = cudaDeviceGetDefaultMemPool(&pool, device);
	b->has_pools = err == cudaSuccess;
	if (!b->has_pools)
		cudaGetLastError();
}

// Refused by design and not even looked at.
void peer_ignored(int peer)
{
	cudaDeviceEnablePeerAccess(peer, 0); // expect-error: latched-error
}

void peer_ignored_and_cleared(int peer)
{
	cudaDeviceEnablePeerAccess(peer, 0);
	cudaGetLastError();
}

int device_count_bad()
{
	int count = 0;
	cudaError_t err = cudaGetDeviceCount(&count); // expect-note: latched-error
	if (err == cudaErrorNoDevice || err == cudaErrorInsufficientDriver)
		return 0;
	return count;
}

int device_count_good()
{
	int count = 0;
	cudaError_t err = cudaGetDeviceCount(&count);
	if (err != cudaSuccess) {
		(void)cudaGetLastError();
		return 0;
	}
	return count;
}

bool ipc_open_bad(cudaIpcMemHandle_t handle, void **out)
{
	return cudaIpcOpenMemHandle(out, handle, cudaIpcMemLazyEnablePeerAccess) == cudaSuccess; // expect: latched-error
}

// It may never have been registered, and the code knows.
void unregister_bad(void *host)
{
	cudaError_t err = cudaHostUnregister(host); // expect-error: latched-error
	if (err != cudaSuccess && err != cudaErrorHostMemoryNotRegistered)
		std::abort();
}
