// One exit for all failures: the drain may stand behind the label.
#include <cuda_runtime.h>

struct staging {
	void *device;
	void *host;
	cudaEvent_t ready;
};

int staging_open_bad(struct staging *s, size_t bytes)
{
	s->device = nullptr;
	s->host = nullptr;
	if (cudaMalloc(&s->device, bytes) != cudaSuccess) // expect: latched-error
		goto fail;
	if (cudaMallocHost(&s->host, bytes) != cudaSuccess) // expect: latched-error
		goto fail;
	if (cudaEventCreateWithFlags(&s->ready, cudaEventDisableTiming) != cudaSuccess) // expect: latched-error
		goto fail;
	return 0;
fail:
	(void)cudaFree(s->device);
	(void)cudaFreeHost(s->host);
	return -1;
}

int staging_open_good(struct staging *s, size_t bytes)
{
	s->device = nullptr;
	s->host = nullptr;
	if (cudaMalloc(&s->device, bytes) != cudaSuccess)
		goto fail;
	if (cudaMallocHost(&s->host, bytes) != cudaSuccess)
		goto fail;
	if (cudaEventCreateWithFlags(&s->ready, cudaEventDisableTiming) != cudaSuccess)
		goto fail;
	return 0;
fail:
	(void)cudaFree(s->device);
	(void)cudaFreeHost(s->host);
	(void)cudaGetLastError();
	return -1;
}

int staging_open_two_exits(struct staging *s, size_t bytes)
{
	int rc = -1;
	cudaError_t err = cudaMalloc(&s->device, bytes); // expect: latched-error
	if (err != cudaSuccess)
		goto out; // past the drain
	err = cudaMallocHost(&s->host, bytes);
	if (err != cudaSuccess)
		goto free_device;
	rc = 0;
	goto out;
free_device:
	(void)cudaGetLastError();
	(void)cudaFree(s->device);
out:
	return rc;
}
