// What is given nothing says how much it needs.
#include <cub/cub.cuh>
#include <cuda_runtime.h>

__global__ void sort_step(int *keys, char *scratch, int n);

static int sort(int *keys, int n, char *scratch, size_t bytes, cudaStream_t stream)
{
	size_t wanted = 0;
	if (!scratch || !bytes) {
		cub::DeviceRadixSort::SortKeys(nullptr, wanted, keys, keys, n, 0, 32, stream);
		return (int)wanted;
	}
	sort_step<<<n / 64, 64, 0, stream>>>(keys, scratch, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

int sort_all(int *keys, int n, char *scratch, cudaStream_t stream)
{
	int bytes = sort(nullptr, n, nullptr, 0, nullptr);
	return sort(keys, n, scratch, bytes, stream);
}

int sort_past(int *keys, int n, char *scratch, cudaStream_t stream)
{
	int bytes = sort(keys, n, scratch, 64, nullptr); // expect: uncaptured-launch
	return sort(keys, n, scratch, bytes, stream);
}
