// A launch without a stream among neighbours that take one: for weights that have been read, and for a step. And compilers that give
// the stream in another place.
#include <cuda_runtime.h>

__global__ void transpose(float *p, int n);
__global__ void scale(float *p, int n);

static void check(cudaError_t e)
{
	if (e != cudaSuccess)
		throw 1;
}

void scale_all(float *p, int n, cudaStream_t s)
{
	scale<<<1, 32, 0, s>>>(p, n);
	check(cudaGetLastError());
}

void scale_again(float *p, int n, cudaStream_t s)
{
	scale<<<1, 32, 0, s>>>(p, n);
	check(cudaGetLastError());
}

void transpose_in_place(float *p, int n)
{
	transpose<<<1, 32>>>(p, n);
	check(cudaGetLastError());
}

struct LayerWeight {
	float *p;
	void load(int n) { transpose_in_place(p, n); }
};

void halve(float *p, int n)
{
	scale<<<1, 32>>>(p, n); // expect-warning: uncaptured-launch
	check(cudaGetLastError());
}

void elsewhere(float *p, int n, cudaStream_t stream)
{
	scale<<<8, 64, stream>>>(p, n);
	check(cudaGetLastError());
}

void fill(float *p, int n, bool async, cudaStream_t s)
{
	if (async == false)
		scale<<<1, 32>>>(p, n);
	else
		scale<<<1, 32, 0, s>>>(p, n);
	check(cudaGetLastError());
}

float time_of(float *p, int n, cudaEvent_t begin, cudaEvent_t end, cudaStream_t s)
{
	float ms = 0;
	check(cudaMemset(p, 0, n)); // expect-note: uncaptured-launch
	check(cudaEventRecord(begin, s));
	scale<<<1, 32, 0, s>>>(p, n);
	check(cudaGetLastError());
	check(cudaEventRecord(end, s));
	check(cudaEventSynchronize(end));
	check(cudaEventElapsedTime(&ms, begin, end));
	return ms;
}

// Captures of this library show.
bool is_captured(cudaStream_t stream)
{
	cudaStreamCaptureStatus status;
	return cudaStreamIsCapturing(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone;
}
