// What was asked before is put back: that was good a moment ago.
#include <cuda_runtime.h>

void on_device(int device, float *x, size_t n)
{
	int before;
	if (cudaGetDevice(&before) != cudaSuccess || cudaSetDevice(device) != cudaSuccess || cudaMemset(x, 0, n) != cudaSuccess)
		throw 1;
	cudaSetDevice(before); // expect-note: dropped-error
}

void left_there(int device, float *x, size_t n)
{
	cudaSetDevice(device); // expect-warning: dropped-error
	if (cudaMemset(x, 0, n) != cudaSuccess)
		throw 1;
}

void relaxed(float *x, size_t n)
{
	cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
	cudaThreadExchangeStreamCaptureMode(&mode); // expect-note: dropped-error
	if (cudaMemset(x, 0, n) != cudaSuccess)
		throw 1;
	cudaThreadExchangeStreamCaptureMode(&mode); // expect-note: dropped-error
}
