// rules: uncaptured-launch
// A whole application on a framework's tensors: main stands in it, nothing is bound, and nobody ever sets a stream. The current stream is the legacy one.
#include "blend.h"

__global__ void blend_kernel(float *out, const float *a, float by, int n);

void blend(torch::Tensor &out, const torch::Tensor &a, float by)
{
	blend_kernel<<<(a.numel() + 255) / 256, 256>>>(out.data_ptr<float>(), a.data_ptr<float>(), by, a.numel()); // expect-note: uncaptured-launch
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

void blend_by(torch::Tensor &out, const torch::Tensor &a, const torch::Tensor &by)
{
	blend_kernel<<<(a.numel() + 255) / 256, 256>>>(out.data_ptr<float>(), a.data_ptr<float>(), by.item<float>(), a.numel()); // expect-note: uncaptured-launch
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}
