#include <cuda_runtime.h>

bool cache_pin(void *host, size_t bytes);
void gather(const float *cache, float *out, int n, cudaStream_t s);

int step(float *host, float *cache, float *out, int n, cudaStream_t s)
{
	bool pinned = cache_pin(host, n * sizeof(float));
	gather(cache, out, n, s);
	return pinned ? 0 : 1;
}
