// rules: latched-error
// A capture refuses a question about the legacy stream. The stream of the thread is another one.
#include <cuda_runtime.h>

bool is_capturing_thread()
{
	cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
	if (cudaStreamIsCapturing(cudaStreamPerThread, &status) != cudaSuccess) // expect-note: latched-error
		return false;
	return status != cudaStreamCaptureStatusNone;
}

bool is_capturing_named()
{
	cudaStream_t stream = cudaStreamPerThread;
	cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
	if (cudaStreamIsCapturing(stream, &status) != cudaSuccess) // expect-note: latched-error
		return false;
	return status != cudaStreamCaptureStatusNone;
}

bool is_capturing_any(cudaStream_t stream)
{
	cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
	if (cudaStreamIsCapturing(stream, &status) != cudaSuccess) // expect-error: latched-error
		return false;
	return status != cudaStreamCaptureStatusNone;
}
