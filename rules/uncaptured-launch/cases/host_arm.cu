// One arm works on the host, and says so with a null stream; a copy alone brings something over.
#include <cuda_runtime.h>

__global__ void sort_step(int *keys, int n);

template <bool on_device>
cudaError_t sorted(int *keys, int n, cudaStream_t stream)
{
	if (!on_device)
		return cudaSuccess;
	sort_step<<<1, 32, 0, stream>>>(keys, n);
	return cudaGetLastError();
}

cudaError_t sort_keys(int *keys, int n, bool on_device, cudaStream_t stream)
{
	if (on_device)
		return sorted<true>(keys, n, stream);
	return sorted<false>(keys, n, nullptr);
}

cudaError_t sort_twice(int *keys, int n, cudaStream_t stream)
{
	cudaError_t err = sorted<true>(keys, n, stream);
	if (err != cudaSuccess)
		return err;
	return sorted<true>(keys, n, nullptr); // expect-warning: uncaptured-launch
}

cudaError_t to_device(int *keys, const int *from, size_t n, cudaStream_t)
{
	return cudaMemcpy(keys, from, n, cudaMemcpyHostToDevice);
}
