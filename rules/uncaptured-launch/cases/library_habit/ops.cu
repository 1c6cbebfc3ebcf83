// A library whose functions work on the stream that they are lent, nearly all of them.
#include <cuda_runtime.h>

__global__ void work(float *out, const float *in, int n);

cudaError_t launch_add(float *out, const float *in, int n, cudaStream_t stream)
{
	work<<<n / 128, 128, 0, stream>>>(out, in, n);
	return cudaGetLastError();
}

cudaError_t launch_mul(float *out, const float *in, int n, cudaStream_t stream)
{
	work<<<n / 128, 128, 0, stream>>>(out, in, n);
	return cudaGetLastError();
}

cudaError_t launch_relu(float *out, const float *in, int n, cudaStream_t stream)
{
	work<<<n / 128, 128, 0, stream>>>(out, in, n);
	return cudaGetLastError();
}

cudaError_t launch_gelu(float *out, const float *in, int n, cudaStream_t stream)
{
	work<<<n / 128, 128, 0, stream>>>(out, in, n);
	return cudaGetLastError();
}

cudaError_t launch_softmax(float *out, const float *in, int n, cudaStream_t stream)
{
	work<<<n / 128, 128, 0, stream>>>(out, in, n);
	return cudaGetLastError();
}

cudaError_t launch_norm(float *out, const float *in, int n, cudaStream_t stream)
{
	work<<<n / 128, 128, 0, stream>>>(out, in, n);
	return cudaGetLastError();
}

cudaError_t launch_rope(float *out, const float *in, int n, cudaStream_t stream)
{
	work<<<n / 128, 128, 0, stream>>>(out, in, n);
	return cudaGetLastError();
}

cudaError_t launch_embed(float *out, const float *in, int n, cudaStream_t stream)
{
	work<<<n / 128, 128, 0, stream>>>(out, in, n);
	return cudaGetLastError();
}

cudaError_t launch_topk(float *out, const float *in, int n, cudaStream_t stream)
{
	work<<<n / 128, 128, 0, stream>>>(out, in, n);
	return cudaGetLastError();
}

cudaError_t launch_gather(float *out, const float *in, int n, cudaStream_t stream)
{
	work<<<n / 128, 128, 0, stream>>>(out, in, n);
	return cudaGetLastError();
}

cudaError_t launch_scatter(float *out, const float *in, int n, cudaStream_t stream)
{
	work<<<n / 128, 128, 0, stream>>>(out, in, n);
	return cudaGetLastError();
}

cudaError_t launch_cumsum(float *out, const float *in, int n, cudaStream_t stream)
{
	work<<<n / 128, 128, 0, stream>>>(out, in, n);
	return cudaGetLastError();
}

cudaError_t launch_swiglu(float *out, const float *in, int n, cudaStream_t stream)
{
	work<<<n / 128, 128, 0, stream>>>(out, in, n);
	return cudaGetLastError();
}

cudaError_t launch_sample(float *out, const float *in, int n, cudaStream_t stream)
{
	work<<<n / 128, 128, 0, stream>>>(out, in, n);
	return cudaGetLastError();
}

cudaError_t launch_quantize(float *out, const float *in, int n, cudaStream_t stream)
{
	work<<<n / 128, 128, 0, stream>>>(out, in, n);
	return cudaGetLastError();
}

// Captures of this library show.
bool is_captured(cudaStream_t stream)
{
	cudaStreamCaptureStatus status;
	return cudaStreamIsCapturing(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone;
}
