// The stream is a field of a class that another file defines; work beside it that goes past it.
#include <cuda_runtime.h>

#include "layer.h"

__global__ void embed(float *out, const float *in, int n);

void Decoder::forward(float *out, int *cache, const torch::Tensor &in)
{
	cudaMemset(out, 0, 64); // expect-warning: uncaptured-launch // expect: dropped-error
	cudaMemsetAsync(cache, 0, 64, stream_); // expect: dropped-error
	embed<<<1, 64, 0, stream_>>>(out, in.data_ptr<float>(), 64); // expect: unchecked-launch
}

void Decoder::forward_right(float *out, int *cache, const torch::Tensor &in)
{
	cudaMemsetAsync(out, 0, 64, stream_); // expect: dropped-error
	cudaMemsetAsync(cache, 0, 64, stream_); // expect: dropped-error
	embed<<<1, 64, 0, stream_>>>(out, in.data_ptr<float>(), 64); // expect: unchecked-launch
}

/* Where nobody gave it a stream a synchronous copy is in order. */
void Decoder::forward_by_default(float *out, const float *weights, const torch::Tensor &in)
{
	auto stream = at::cuda::getCurrentCUDAStream().stream();
	if (stream == 0)
		cudaMemcpy(out, weights, 64, cudaMemcpyHostToDevice); // expect: dropped-error
	else
		embed<<<1, 64, 0, stream>>>(out, weights, 64); // expect: unchecked-launch
	embed<<<1, 64, 0, stream>>>(out, in.data_ptr<float>(), 64); // expect: unchecked-launch
}
