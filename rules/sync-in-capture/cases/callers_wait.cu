// All who call it wait right behind: nobody captures what works so. A wait below whose callers don't is another matter.
#include <cuda_runtime.h>

__global__ void put(float *table, const float *x);

cudaError_t upsert(float *table, const float *x, cudaStream_t stream)
{
	put<<<1, 32, 0, stream>>>(table, x);
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		return err;
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t touch(float *table, const float *x, cudaStream_t stream)
{
	put<<<1, 32, 0, stream>>>(table, x);
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		return err;
	return cudaStreamSynchronize(stream); // expect-warning: sync-in-capture
}

cudaError_t insert_all(float *table, const float *x, cudaStream_t stream)
{
	cudaError_t err = upsert(table, x, stream);
	if (err != cudaSuccess)
		return err;
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t touch_all(float *table, const float *x, cudaStream_t stream)
{
	return touch(table, x, stream);
}
