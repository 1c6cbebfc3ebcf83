// rules: library-workspace
#include <ATen/cuda/CUDAContext.h>
#include <torch/extension.h>

void *own_workspace(int device);

void product(at::Tensor a, at::Tensor b, at::Tensor c)
{
	const float one = 1, zero = 0;
	cublasHandle_t handle = at::cuda::getCurrentCUDABlasHandle();
	cublasSetStream(handle, at::cuda::getCurrentCUDAStream()); // expect: library-workspace
	TORCH_CUDABLAS_CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, c.size(1), c.size(0), a.size(1), &one, b.data_ptr<float>(), c.size(1), a.data_ptr<float>(), a.size(1), &zero,
	                                 c.data_ptr<float>(), c.size(1)));
}

void product_as_given(at::Tensor a, at::Tensor b, at::Tensor c)
{
	const float one = 1, zero = 0;
	cublasHandle_t handle = at::cuda::getCurrentCUDABlasHandle();
	TORCH_CUDABLAS_CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, c.size(1), c.size(0), a.size(1), &one, b.data_ptr<float>(), c.size(1), a.data_ptr<float>(), a.size(1), &zero,
	                                 c.data_ptr<float>(), c.size(1)));
}

void product_with_own(at::Tensor a, at::Tensor b, at::Tensor c)
{
	const float one = 1, zero = 0;
	cublasHandle_t handle = at::cuda::getCurrentCUDABlasHandle();
	TORCH_CUDABLAS_CHECK(cublasSetStream(handle, at::cuda::getCurrentCUDAStream()));
	TORCH_CUDABLAS_CHECK(cublasSetWorkspace(handle, own_workspace(a.get_device()), 1 << 25));
	TORCH_CUDABLAS_CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, c.size(1), c.size(0), a.size(1), &one, b.data_ptr<float>(), c.size(1), a.data_ptr<float>(), a.size(1), &zero,
	                                 c.data_ptr<float>(), c.size(1)));
}

TORCH_LIBRARY(products, m)
{
	m.def("product", &product);
	m.def("product_as_given", &product_as_given);
	m.def("product_with_own", &product_with_own);
}
