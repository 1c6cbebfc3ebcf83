// The same where main works on a stream of the pool: what is launched without one is in no order with the tensors.
#include "blend.h"

__global__ void blend_kernel(float *out, const float *a, float by, int n);

void blend(torch::Tensor &out, const torch::Tensor &a, float by)
{
	blend_kernel<<<(a.numel() + 255) / 256, 256>>>(out.data_ptr<float>(), a.data_ptr<float>(), by, a.numel()); // expect-warning: uncaptured-launch
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

void blend_by(torch::Tensor &out, const torch::Tensor &a, const torch::Tensor &by)
{
	blend_kernel<<<(a.numel() + 255) / 256, 256>>>(out.data_ptr<float>(), a.data_ptr<float>(), by.item<float>(), a.numel()); // expect-warning: uncaptured-launch
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}
