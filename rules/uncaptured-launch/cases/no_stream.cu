// Where the caller gives no stream nobody captures it, here and in what is called from there; on the other way, and where that is made up for, somebody may.
#include <cuda_runtime.h>

__global__ void work(float *x, int n);
__global__ void remap(float *to, const float *from, int n);

static void reorder(float *to, const float *from, int n)
{
	remap<<<n / 256, 256>>>(to, from, n);
}

cudaError_t multiply(float *x, float *map, float *tmp, int n, bool fused, cudaStream_t lent)
{
	if (map && !fused && !lent)
		reorder(tmp, map, n);
	work<<<n / 256, 256, 0, lent>>>(x, n);
	return cudaGetLastError();
}

static void reorder_always(float *to, const float *from, int n)
{
	remap<<<n / 256, 256>>>(to, from, n); // expect-warning: uncaptured-launch
}

cudaError_t multiply_always(float *x, float *map, float *tmp, int n, bool fused, cudaStream_t lent)
{
	if (map && !fused && lent)
		reorder_always(tmp, map, n);
	work<<<n / 256, 256, 0, lent>>>(x, n);
	return cudaGetLastError();
}

cudaError_t chosen(float *x, int n, cudaStream_t stream)
{
	if (stream != nullptr)
		work<<<n / 256, 256, 0, stream>>>(x, n);
	else
		work<<<n / 256, 256>>>(x, n);
	return cudaGetLastError();
}

cudaError_t chosen_wrongly(float *x, int n, cudaStream_t stream)
{
	if (stream == cudaStreamLegacy)
		work<<<n / 256, 256, 0, stream>>>(x, n);
	else
		work<<<n / 128, 128>>>(x, n); // expect-warning: uncaptured-launch
	return cudaGetLastError();
}

cudaStream_t the_current();

// What stands in for a missing stream may be captured.
cudaError_t made_up_for(float *x, float *y, int n, cudaStream_t stream)
{
	if (!stream) {
		stream = the_current();
		remap<<<n / 256, 256>>>(y, x, n); // expect-warning: uncaptured-launch
	}
	work<<<n / 256, 256, 0, stream>>>(x, n);
	return cudaGetLastError();
}

// One of two: that the side stream is missing tells nothing of the other.
cudaError_t with_side(float *x, float *y, int n, cudaStream_t stream, cudaStream_t side)
{
	work<<<n / 256, 256, 0, stream>>>(x, n);
	if (side)
		work<<<n / 256, 256, 0, side>>>(y, n);
	else
		reorder_always(y, x, n);
	return cudaGetLastError();
}

// It takes a stream and works on none: its own choice.
static void step(float *x, int n, cudaStream_t stream)
{
	work<<<n / 256, 256, 0, stream>>>(x, n);
}

cudaError_t set_to_none(float *x, int n, cudaStream_t stream)
{
	stream = 0;
	step(x, n, stream);
	return cudaGetLastError();
}

// Captures of this library show.
bool is_captured(cudaStream_t stream)
{
	cudaStreamCaptureStatus status;
	return cudaStreamIsCapturing(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone;
}
