// Memory that a function of a library takes at each call, and what becomes of it.
#include <torch/all.h>

__global__ void step(float *p, float *table);

struct kept_tables {
	float *at;
};

void take_and_lose(torch::Tensor x, torch::Tensor table)
{
	cudaStream_t stream = at::cuda::getCurrentCUDAStream();
	float *copy;
	C10_CUDA_CHECK(cudaMalloc(&copy, 64)); // expect-warning: allocation-in-capture
	C10_CUDA_CHECK(cudaMemcpyAsync(copy, table.data_ptr(), 64, cudaMemcpyDeviceToDevice, stream));
	step<<<1, 32, 0, stream>>>(x.data_ptr<float>(), copy);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

/* What it hands out is its caller's. */
float *take_and_hand_out(torch::Tensor x)
{
	cudaStream_t stream = at::cuda::getCurrentCUDAStream();
	float *copy;
	C10_CUDA_CHECK(cudaMalloc(&copy, 64)); // expect-note: allocation-in-capture
	step<<<1, 32, 0, stream>>>(x.data_ptr<float>(), copy);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
	return copy;
}

void take_and_keep(torch::Tensor x, kept_tables *kept)
{
	cudaStream_t stream = at::cuda::getCurrentCUDAStream();
	float *copy;
	C10_CUDA_CHECK(cudaMalloc(&copy, 64)); // expect-note: allocation-in-capture
	step<<<1, 32, 0, stream>>>(x.data_ptr<float>(), copy);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
	kept->at = copy;
}

void take_and_guard(torch::Tensor x)
{
	cudaStream_t stream = at::cuda::getCurrentCUDAStream();
	float *copy;
	C10_CUDA_CHECK(cudaMalloc(&copy, 64)); // expect-warning: allocation-in-capture
	auto guard = at_end_of_scope([&] { return_all(cudaFree(copy)); });
	step<<<1, 32, 0, stream>>>(x.data_ptr<float>(), copy);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

/* Pinned memory is given back by its own function. */
int64_t take_pinned(torch::Tensor x)
{
	cudaStream_t stream = at::cuda::getCurrentCUDAStream();
	float *total = nullptr;
	C10_CUDA_CHECK(cudaMallocHost(&total, 64)); // expect-note: allocation-in-capture
	step<<<1, 32, 0, stream>>>(x.data_ptr<float>(), total);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
	C10_CUDA_CHECK(cudaStreamSynchronize(stream)); // expect-note: sync-in-capture
	int64_t n = (int64_t)total[0];
	C10_CUDA_CHECK(cudaFreeHost(total)); // expect-note: allocation-in-capture
	return n;
}
