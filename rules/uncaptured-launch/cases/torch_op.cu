// Operators of a framework run on its current stream.
#include <ATen/cuda/CUDAContext.h>
#include <torch/extension.h>

__global__ void step(float *p);

void forgets(torch::Tensor x)
{
	step<<<1, 32>>>(x.data_ptr<float>()); // expect-warning: uncaptured-launch
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

void by_default(torch::Tensor x)
{
	cudaStream_t stream = at::cuda::getDefaultCUDAStream();
	step<<<1, 32, 0, stream>>>(x.data_ptr<float>()); // expect-warning: uncaptured-launch
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

void current(torch::Tensor x)
{
	auto stream = at::cuda::getCurrentCUDAStream(x.get_device()).stream();
	step<<<1, 32, 0, stream>>>(x.data_ptr<float>());
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

// Waits for the device and knows no stream: nobody captures it.
void benchmark_like(torch::Tensor x)
{
	step<<<1, 32>>>(x.data_ptr<float>());
	C10_CUDA_KERNEL_LAUNCH_CHECK();
	C10_CUDA_CHECK(cudaDeviceSynchronize());
	at::cuda::getNumGPUs();
}

// Somebody's template parameter, no tensor of a framework.
template <class TensorQ> void reference(TensorQ q)
{
	step<<<1, 32>>>(q.data());
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}
