// Operations that a Python runner calls, eagerly or while it captures.
#include "ops.h"

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include <cuda_runtime.h>

static __global__ void rms_norm_kernel(float *out, const float *x, const float *weight, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = x[i] * weight[i];
}

static __global__ void gather_kernel(float *out, const float *x, const int *index, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = x[index[i]];
}

static __global__ void top_kernel(float *out, const float *x, float *scratch, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		scratch[i] = x[i];
		out[i] = scratch[i];
	}
}

void rms_norm(torch::Tensor out, torch::Tensor x, torch::Tensor weight)
{
	int n = (int)x.numel();
	// No stream: the legacy one, which PyTorch's captures don't see. The runner captures it through ops.py and the binding.
	rms_norm_kernel<<<(n + 255) / 256, 256>>>(out.data_ptr<float>(), x.data_ptr<float>(), weight.data_ptr<float>(), n); // expect-error: uncaptured-launch
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

void gather_rows(torch::Tensor out, torch::Tensor x, torch::Tensor index)
{
	int n = (int)index.numel();
	// The default stream instead of the current one: while somebody captures, the two differ.
	cudaStream_t stream = at::cuda::getDefaultCUDAStream();
	gather_kernel<<<(n + 255) / 256, 256, 0, stream>>>(out.data_ptr<float>(), x.data_ptr<float>(), index.data_ptr<int>(), n); // expect: uncaptured-launch
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

void top_rows(torch::Tensor out, torch::Tensor x)
{
	int n = (int)x.numel();
	cudaStream_t stream = at::cuda::getCurrentCUDAStream();
	float *scratch = nullptr;
	C10_CUDA_CHECK(cudaMalloc(&scratch, n * sizeof *scratch)); // expect: allocation-in-capture
	top_kernel<<<(n + 255) / 256, 256, 0, stream>>>(out.data_ptr<float>(), x.data_ptr<float>(), scratch, n);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
	C10_CUDA_CHECK(cudaFree(scratch));
}
