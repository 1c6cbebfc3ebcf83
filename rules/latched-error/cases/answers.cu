// How a failure is told, or not: what comes behind the branch decides.
#include <cuda_runtime.h>

#include <cassert>
#include <cstdio>
#include <new>

#include "unseen.h"

// The status says success on the path of failure as well.
status_t preload(void **list, int n, size_t *most)
{
	for (int k = 0; k < n; k++) {
		cudaFuncAttributes attributes;
		cudaError_t err = cudaFuncGetAttributes(&attributes, list[k]); // expect-error: latched-error
		if (err != cudaSuccess)
			continue;
		if (attributes.localSizeBytes > *most)
			*most = attributes.localSizeBytes;
	}
	return STATUS_SUCCESS;
}

// The good path makes this call too: it does return.
void exchange(int rank);
void connect(int peer, int rank)
{
	cudaError_t err = cudaDeviceEnablePeerAccess(peer, 0); // expect-error: latched-error
	if (err != cudaSuccess && err != cudaErrorPeerAccessAlreadyEnabled)
		fprintf(stderr, "no peer access to %d\n", peer);
	exchange(rank);
}

// An unseen check that throws does so because of the code that it was given.
int devices()
{
	int n = 0;
	try {
		app::safe_call(cudaDeviceGetAttribute(&n, cudaDevAttrHostNumaMemoryPoolsSupported, 0)); // expect: latched-error
	} catch (const std::exception &e) {
		return 0;
	}
	return n;
}

// Memory that is not there is what callers catch: they can't be asked to drain for the allocator.
void *allocate(size_t n)
{
	void *p = nullptr;
	if (cudaMalloc(&p, n) != cudaSuccess) // expect: latched-error
		throw std::bad_alloc();
	return p;
}
void *allocate_formatted(size_t n)
{
	void *p = nullptr;
	auto err = cudaMallocManaged(&p, n); // expect: latched-error
	if (err != cudaSuccess)
		THROW_IF_NOT(err == cudaSuccess, "%s", cudaGetErrorString(err));
	return p;
}
void *allocate_drained(size_t n)
{
	void *p = nullptr;
	if (cudaMalloc(&p, n) != cudaSuccess) {
		cudaGetLastError();
		throw std::bad_alloc();
	}
	return p;
}
// The unseen macro may exit, or drain.
void grow(void **p, size_t n)
{
	CUDA_CHECK(cudaMalloc(p, n));
}

// Logged, and then the assertion ends the process.
#define RELEASE(call)                                                                                                  \
	do {                                                                                                           \
		cudaError_t const code = (call);                                                                       \
		if (code != cudaSuccess && code != cudaErrorCudartUnloading)                                           \
			puts(cudaGetErrorString(code));                                                                \
		assert(code == cudaSuccess || code == cudaErrorCudartUnloading);                                       \
	} while (0)
void release(void *p)
{
	RELEASE(cudaFree(p));
}

// The failed code is compared with the slot's, which empties it.
__global__ void step(int *p);
bool fits(int *p, int bytes)
{
	bool yes = true;
	step<<<1, 32>>>(p);
	cudaError_t err = cudaFuncSetAttribute(step, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
	if (err != cudaSuccess) {
		EXPECTS(err == cudaGetLastError(), "another code than expected");
		yes = false;
	}
	return yes;
}

// The caller asks for tolerance that the default does not give.
void judge(cudaError_t code, bool is_allowed = false)
{
	if (code == cudaSuccess)
		return;
	if (!is_allowed)
		exit(1);
}
void clear(void *p, size_t n)
{
	judge(cudaMemset(p, 0, n), true); // expect: latched-error
}

// False becomes an exception in the only caller: it is told, and nobody goes on.
static bool raise_limit(const void *kernel, int bytes)
{
	if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) != cudaSuccess) // expect-note: latched-error
		return false;
	return true;
}
void raise_limit_or_throw(const void *kernel, int bytes)
{
	bool is_raised = raise_limit(kernel, bytes);
	TORCH_CHECK(is_raised, "not enough shared memory");
}

// Left as a status for those who ask later.
enum state { kReady, kErrorNoDevice };
static state start_state;
static void start_once(int *device)
{
	if (cudaGetDevice(device) != cudaSuccess) { // expect-note: latched-error
		start_state = kErrorNoDevice;
		return;
	}
	start_state = kReady;
}
state start(int *device)
{
	call_once(start_once);
	return start_state;
}

// Null is returned either way: it tells nothing.
void *serve(void *argument)
{
	if (cudaSetDevice(1) != cudaSuccess) // expect-warning: latched-error
		puts("not on its device");
	serve_requests(argument);
	return nullptr;
}
