// The stack is pageable: the runtime has staged it when the call returns, in a loop as well. What a captured stream may be given is another matter,
// but not in what reads its results back.
#include <cuda_runtime.h>

__global__ void step(const int *n, float *p);

cudaError_t tell(int *const *flags, int n)
{
	cudaStream_t own;
	cudaError_t err = cudaStreamCreate(&own);
	for (int i = 0; i < n && err == cudaSuccess; i++) {
		int abort = 1;
		err = cudaMemcpyAsync(flags[i], &abort, sizeof abort, cudaMemcpyHostToDevice, own); // expect-note: host-source-in-capture
	}
	return err;
}

cudaError_t told(int *flag, float *p, int n, cudaStream_t stream)
{
	cudaError_t err = cudaMemcpyAsync(flag, &n, sizeof n, cudaMemcpyHostToDevice, stream); // expect-warning: host-source-in-capture
	step<<<1, 32, 0, stream>>>(flag, p);
	return err == cudaSuccess ? cudaGetLastError() : err;
}

static cudaError_t read(float *p, float *to)
{
	return cudaMemcpy(to, p, sizeof *to, cudaMemcpyDeviceToHost);
}

cudaError_t told_after(int *flag, float *p, int n, float *to, cudaStream_t stream)
{
	cudaError_t err = read(p, to);
	if (err != cudaSuccess)
		return err;
	err = cudaMemcpyAsync(flag, &n, sizeof n, cudaMemcpyHostToDevice, stream); // expect-note: host-source-in-capture
	if (err != cudaSuccess)
		return err;
	step<<<1, 32, 0, stream>>>(flag, p);
	return cudaGetLastError();
}

// Captures of this library show.
bool is_captured(cudaStream_t stream)
{
	cudaStreamCaptureStatus status;
	return cudaStreamIsCapturing(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone;
}
