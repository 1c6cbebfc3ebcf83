// A function of this file alone that nothing calls or names can't be captured; one that is named may be.
#include <torch/all.h>

__global__ void step(float *p, int n);

static void tried_once(torch::Tensor x)
{
	step<<<1, 32>>>(x.data_ptr<float>(), 32);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

namespace {
void tried_twice(torch::Tensor x)
{
	step<<<1, 32>>>(x.data_ptr<float>(), 32);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

void handed_out(torch::Tensor x)
{
	step<<<1, 32>>>(x.data_ptr<float>(), 32); // expect-warning: uncaptured-launch
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}
} // namespace

typedef void (*kernel)(torch::Tensor);

kernel pick() { return handed_out; }

void offered(torch::Tensor x)
{
	step<<<1, 32>>>(x.data_ptr<float>(), 32); // expect-warning: uncaptured-launch
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}
