// An event on the wrong stream measures the wrong time, or orders nothing; one that nobody asks for harms nobody.
#include <torch/all.h>

__global__ void step(float *p);

void measured(torch::Tensor x, float *elapsed, bool measure)
{
	cudaStream_t stream = at::cuda::getCurrentCUDAStream();
	cudaEvent_t begin, end;
	if (measure) {
		C10_CUDA_CHECK(cudaEventCreate(&begin));
		C10_CUDA_CHECK(cudaEventCreate(&end));
		C10_CUDA_CHECK(cudaEventRecord(begin)); // expect-warning: uncaptured-launch
	}
	step<<<1, 32, 0, stream>>>(x.data_ptr<float>());
	C10_CUDA_KERNEL_LAUNCH_CHECK();
	if (measure) {
		C10_CUDA_CHECK(cudaEventRecord(end, stream));
		C10_CUDA_CHECK(cudaEventSynchronize(end));
		C10_CUDA_CHECK(cudaEventElapsedTime(elapsed, begin, end));
	}
}

void recorded(torch::Tensor x)
{
	cudaStream_t stream = at::cuda::getCurrentCUDAStream();
	cudaEvent_t begin, end;
	C10_CUDA_CHECK(cudaEventCreate(&begin));
	C10_CUDA_CHECK(cudaEventCreate(&end));
	C10_CUDA_CHECK(cudaEventRecord(begin));
	step<<<1, 32, 0, stream>>>(x.data_ptr<float>());
	C10_CUDA_KERNEL_LAUNCH_CHECK();
	C10_CUDA_CHECK(cudaEventRecord(end));
}

void ordered(torch::Tensor x, cudaStream_t side)
{
	cudaStream_t stream = at::cuda::getCurrentCUDAStream();
	cudaEvent_t ready;
	C10_CUDA_CHECK(cudaEventCreate(&ready));
	step<<<1, 32, 0, stream>>>(x.data_ptr<float>());
	C10_CUDA_KERNEL_LAUNCH_CHECK();
	C10_CUDA_CHECK(cudaEventRecord(ready)); // expect-warning: uncaptured-launch
	C10_CUDA_CHECK(cudaStreamWaitEvent(side, ready, 0));
}
