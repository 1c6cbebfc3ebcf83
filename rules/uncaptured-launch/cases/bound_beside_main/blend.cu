// A program stands beside what Python is given: its users may capture.
#include <c10/cuda/CUDAException.h>
#include <torch/extension.h>

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

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m)
{
	m.def("blend", &blend);
	m.def("blend_by", &blend_by);
}
