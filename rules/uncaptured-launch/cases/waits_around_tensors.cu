// Between the two waits the framework clears a tensor on its current stream.
#include <torch/extension.h>
#include <cuda_runtime.h>

__global__ void dynamics(float *out, const float *q, int steps);

cudaError_t forward(torch::Tensor out, torch::Tensor q, int steps)
{
	cudaStream_t stream = at::cuda::getCurrentCUDAStream();
	cudaError_t err = cudaDeviceSynchronize();
	if (err != cudaSuccess)
		return err;
	auto into = torch::zeros_like(out);
	dynamics<<<steps, 64>>>(into.data_ptr<float>(), q.data_ptr<float>(), steps); // expect-warning: uncaptured-launch
	return cudaDeviceSynchronize();
}
