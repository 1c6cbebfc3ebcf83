// A dry run in a loop: out of memory means less at a time. The allocation's code comes through two functions.
#include <cuda_runtime.h>

#define HAND_ON(call)                                                                                                  \
	do {                                                                                                           \
		cudaError_t code_ = (call);                                                                            \
		if (code_ != cudaSuccess)                                                                              \
			return code_;                                                                                  \
	} while (0)

__global__ void work(float *p, int n);

static cudaError_t schedule(float **p, int n, bool is_dry, cudaStream_t s)
{
	cudaEvent_t begun;
	HAND_ON(cudaEventCreate(&begun));
	HAND_ON(cudaMallocAsync(p, n * sizeof **p, s));
	if (!is_dry) {
		work<<<1, 32, 0, s>>>(*p, n);
		HAND_ON(cudaGetLastError()); // expect: blamed-launch
	}
	return cudaEventDestroy(begun);
}

cudaError_t run_bad(float **p, int n, cudaStream_t s)
{
	while (true) {
		cudaError_t err = schedule(p, n, true, s); // expect: latched-error
		if (err == cudaErrorMemoryAllocation) {
			n /= 2;
			if (n < 1024)
				return cudaErrorMemoryAllocation;
			continue;
		}
		if (err != cudaSuccess)
			return err;
		return schedule(p, n, false, s);
	}
}

cudaError_t run_good(float **p, int n, cudaStream_t s)
{
	while (true) {
		cudaError_t err = schedule(p, n, true, s);
		if (err == cudaErrorMemoryAllocation) {
			(void)cudaGetLastError();
			n /= 2;
			if (n < 1024)
				return cudaErrorMemoryAllocation;
			continue;
		}
		if (err != cudaSuccess)
			return err;
		return schedule(p, n, false, s);
	}
}

extern "C" cudaError_t entry(float **p, int n, cudaStream_t s, bool is_bad) { return is_bad ? run_bad(p, n, s) : run_good(p, n, s); }
