// A function that needs the host fills a buffer on a stream that it has created: as a blocking one, with which the legacy stream is in order.
#include <torch/torch.h>
#include <cuda_runtime.h>

__global__ void count_kernel(const float *p, int *n);
__global__ void sort_kernel(const float *p, int n);

int in_order(const torch::Tensor &points, int *ranges, int *n)
{
	static cudaStream_t side = 0;
	static bool is_made = false;
	if (!is_made) {
		if (cudaStreamCreate(&side) != cudaSuccess)
			return -1;
		is_made = true;
	}
	int found = 0;
	cudaError_t filled = cudaMemsetAsync(ranges, 0, 64, side);
	count_kernel<<<1, 32>>>(points.data_ptr<float>(), n); // expect-note: uncaptured-launch
	cudaError_t launched = cudaGetLastError(), copied = cudaMemcpy(&found, n, sizeof found, cudaMemcpyDeviceToHost);
	if (filled != cudaSuccess || launched != cudaSuccess || copied != cudaSuccess)
		return -1;
	return found;
}

int out_of_order(const torch::Tensor &points, int *ranges, int *n)
{
	static cudaStream_t side = 0;
	static bool is_made = false;
	if (!is_made) {
		if (cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking) != cudaSuccess)
			return -1;
		is_made = true;
	}
	int found = 0;
	cudaError_t filled = cudaMemsetAsync(ranges, 0, 64, side);
	count_kernel<<<1, 32>>>(points.data_ptr<float>(), n); // expect-warning: uncaptured-launch
	cudaError_t launched = cudaGetLastError(), copied = cudaMemcpy(&found, n, sizeof found, cudaMemcpyDeviceToHost);
	if (filled != cudaSuccess || launched != cudaSuccess || copied != cudaSuccess)
		return -1;
	return found;
}
