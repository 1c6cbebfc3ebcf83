// A table that each call fills anew on the host and uploads: nobody replays that. One that the caller fills is another matter.
#include <cuda_runtime.h>

#include <vector>

__global__ void convert(const int *tasks, int n);

struct Converter {
	std::vector<int> pending, staged;
	int *tasks = nullptr;
	size_t capacity = 0;

	cudaError_t run(cudaStream_t stream)
	{
		if (capacity < pending.size()) {
			cudaError_t freed = cudaFree(tasks); // expect-note: rebound-buffer
			if (freed != cudaSuccess)
				return freed;
			capacity = pending.size();
			cudaError_t made = cudaMalloc(&tasks, capacity * sizeof(int));
			if (made != cudaSuccess)
				return made;
		}
		staged.resize(pending.size());
		for (size_t i = 0; i < pending.size(); i++)
			staged[i] = pending[i];
		cudaError_t code = cudaMemcpyAsync(tasks, staged.data(), staged.size() * sizeof(int), cudaMemcpyHostToDevice, stream);
		if (code != cudaSuccess)
			return code;
		convert<<<1, 32, 0, stream>>>(tasks, (int)staged.size());
		return cudaGetLastError();
	}
};

struct Scratch {
	int *values = nullptr;
	size_t capacity = 0;

	cudaError_t run(size_t n, cudaStream_t stream)
	{
		if (capacity < n) {
			cudaError_t freed = cudaFree(values); // expect-warning: rebound-buffer
			if (freed != cudaSuccess)
				return freed;
			capacity = n;
			cudaError_t made = cudaMalloc(&values, capacity * sizeof(int));
			if (made != cudaSuccess)
				return made;
		}
		convert<<<1, 32, 0, stream>>>(values, (int)n);
		return cudaGetLastError();
	}
};
