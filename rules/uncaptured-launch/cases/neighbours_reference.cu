// What tests compare results with stands among functions that take a stream.
#include <cuda_runtime.h>

__global__ void multiply_tiled(float *out, const float *in, int n);
__global__ void multiply_plainly(float *out, const float *in, int n);

namespace ops {

cudaError_t multiply(float *out, const float *in, int n, cudaStream_t stream)
{
	multiply_tiled<<<n / 128, 128, 0, stream>>>(out, in, n);
	return cudaGetLastError();
}

cudaError_t multiply_wide(float *out, const float *in, int n, cudaStream_t stream)
{
	multiply_tiled<<<n / 256, 256, 0, stream>>>(out, in, n);
	return cudaGetLastError();
}

namespace reference {

cudaError_t multiply(float *out, const float *in, int n)
{
	multiply_plainly<<<n / 128, 128>>>(out, in, n); // expect-note: uncaptured-launch
	return cudaGetLastError();
}

}

// One that the library offers with the others.
cudaError_t multiply_by(float *out, const float *in, int n)
{
	multiply_plainly<<<n / 128, 128>>>(out, in, n); // expect-warning: uncaptured-launch
	return cudaGetLastError();
}

// Captures of this library show.
bool is_captured(cudaStream_t stream)
{
	cudaStreamCaptureStatus status;
	return cudaStreamIsCapturing(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone;
}

}
