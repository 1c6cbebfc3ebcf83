// A handle that is set to the legacy stream works where nobody captures.
#include <ATen/cuda/CUDAContext.h>
#include <torch/extension.h>

void on_the_default_stream(torch::Tensor x, torch::Tensor y, int n)
{
	float one = 1;
	cublasHandle_t handle = at::cuda::getCurrentCUDABlasHandle();
	TORCH_CUDABLAS_CHECK(cublasSetStream(handle, 0));
	TORCH_CUDABLAS_CHECK(cublasSaxpy(handle, n, &one, x.data_ptr<float>(), 1, y.data_ptr<float>(), 1));
}

void on_the_current_stream(torch::Tensor x, torch::Tensor y, int n)
{
	float one = 1;
	cublasHandle_t handle = at::cuda::getCurrentCUDABlasHandle();
	TORCH_CUDABLAS_CHECK(cublasSetStream(handle, at::cuda::getCurrentCUDAStream())); // expect-warning: library-workspace
	TORCH_CUDABLAS_CHECK(cublasSaxpy(handle, n, &one, x.data_ptr<float>(), 1, y.data_ptr<float>(), 1));
}
