// What takes no stream among functions that take one.
#include <cuda_runtime.h>

__global__ void step(float *p);

void quantize(float *p, cudaStream_t stream)
{
	step<<<1, 32, 0, stream>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}

void dequantize(float *p, cudaStream_t stream)
{
	step<<<1, 64, 0, stream>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}

void optimize(float *p)
{
	step<<<1, 128>>>(p); // expect-warning: uncaptured-launch
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}

void init_weights(float *p)
{
	step<<<1, 128>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}

// Captures of this library show.
bool is_captured(cudaStream_t stream)
{
	cudaStreamCaptureStatus status;
	return cudaStreamIsCapturing(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone;
}
