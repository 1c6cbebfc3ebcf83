// What a thread's loop reads at each turn ends there, and the slot ends with the thread.
#include <cuda_runtime.h>
#include <pthread.h>

#include <cstdio>

__global__ void scan_kernel(unsigned *found);

struct work {
	unsigned *found, from;
	volatile bool is_over;
};

static bool scan(struct work *w)
{
	if (cudaMemset(w->found, 0xff, 8) != cudaSuccess)
		return false;
	scan_kernel<<<64, 256>>>(w->found);
	unsigned host[2];
	return cudaMemcpy(host, w->found, 8, cudaMemcpyDeviceToHost) == cudaSuccess && host[0] != ~0u;
}

static void *scan_all(void *arg)
{
	struct work *w = (struct work *)arg;
	while (!w->is_over) {
		// check (and reset) earlier errors
		cudaError_t before = cudaGetLastError();
		if (before != cudaSuccess)
			printf("before: %s\n", cudaGetErrorString(before));
		if (scan(w))
			printf("found\n");
	}
	return NULL;
}

static bool scan_once(struct work *w)
{
	return cudaMemset(w->found, 0, 8) == cudaSuccess; // expect: latched-error
}

bool start(struct work *w, pthread_t *thread)
{
	if (!scan_once(w))
		printf("once\n");
	return !pthread_create(thread, NULL, scan_all, w);
}
