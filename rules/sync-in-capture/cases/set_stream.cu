// A stream is told to a handle in the capture in which the handle works on it.
#include <cuda_runtime.h>

struct handle {
	cudaStream_t stream;
};

int lib_set_stream(struct handle *h, cudaStream_t stream)
{
	if (stream != 0 && cudaStreamQuery(stream) == cudaErrorInvalidResourceHandle) // expect-warning: sync-in-capture
		return 1;
	h->stream = stream;
	return 0;
}

int lib_set_stream_unless_captured(struct handle *h, cudaStream_t stream)
{
	cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
	if (cudaStreamIsCapturing(stream, &status) == cudaSuccess && status == cudaStreamCaptureStatusNone) {
		if (stream != 0 && cudaStreamQuery(stream) == cudaErrorInvalidResourceHandle)
			return 1;
	}
	h->stream = stream;
	return 0;
}

// Whoever asks whether the work is done is not in a capture of it.
bool is_done(cudaStream_t stream) { return cudaStreamQuery(stream) == cudaSuccess; } // expect-note: sync-in-capture
