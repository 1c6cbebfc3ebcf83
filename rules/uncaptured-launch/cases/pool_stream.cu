// Operators on tensors that work on a stream of the framework's pool.
#include <torch/all.h>

__global__ void scale(float *p, int n);

void scale_on(float *p, int n, cudaStream_t stream) { scale<<<n / 256, 256, 0, stream>>>(p, n); }

void scale_on_any(torch::Tensor &x)
{
	auto stream = at::cuda::getStreamFromPool(false, x.get_device());
	scale_on(x.data_ptr<float>(), x.numel(), stream); // expect-warning: uncaptured-launch
}

void scale_on_any_here(torch::Tensor &x)
{
	auto stream = at::cuda::getStreamFromPool(false, x.get_device());
	scale<<<x.numel() / 256, 256, 0, stream>>>(x.data_ptr<float>(), x.numel()); // expect-warning: uncaptured-launch
}

void scale_on_current(torch::Tensor &x)
{
	auto stream = at::cuda::getCurrentCUDAStream(x.get_device());
	scale_on(x.data_ptr<float>(), x.numel(), stream);
}

void scale_beside(torch::Tensor &x)
{
	auto current = at::cuda::getCurrentCUDAStream(x.get_device());
	auto stream = at::cuda::getStreamFromPool(false, x.get_device());
	at::cuda::CUDAEvent before, behind;
	before.record(current);
	before.block(stream);
	scale_on(x.data_ptr<float>(), x.numel(), stream);
	behind.record(stream);
	behind.block(current);
}
