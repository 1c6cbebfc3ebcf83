// The streams come from outside: one is a parameter, the other is set by who uses the context.
#include "tracer.h"

__global__ void trace_kernel(const params *p, const float *rays, float *hits);

cudaError_t Tracer::trace(const float *rays, float *hits, int n, cudaStream_t stream)
{
	params p = {n, 0.5f};
	cudaError_t err = cudaMemcpyAsync(slot, &p, sizeof p, cudaMemcpyHostToDevice, stream); // expect-warning: host-source-in-capture
	if (err != cudaSuccess)
		return err;
	trace_kernel<<<n / 64, 64, 0, stream>>>(slot, rays, hits);
	return cudaGetLastError();
}

cudaError_t Tracer::trace_filtered(const float *rays, float *hits, int n, cudaStream_t stream)
{
	params p = {n, 0.25f};
	cudaError_t err = cudaMemcpyAsync(slot, &p, sizeof p, cudaMemcpyHostToDevice, stream); // expect-warning: host-source-in-capture
	if (err != cudaSuccess)
		return err;
	trace_kernel<<<n / 64, 64, 0, stream>>>(slot, rays, hits);
	return cudaGetLastError();
}

// Captures of this library show.
bool is_captured(cudaStream_t stream)
{
	cudaStreamCaptureStatus status;
	return cudaStreamIsCapturing(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone;
}
