// rules: uncaptured-launch
// A program that nowhere speaks of captures and whose streams are all blocking ones: the legacy stream is in order with each of them.
#include <cuda_runtime.h>

__constant__ float the_matrix[4];
__global__ void apply(float *state, int n);

void must(cudaError_t err);

void *make_stream()
{
	cudaStream_t *stream = new cudaStream_t;
	must(cudaStreamCreate(stream));
	return stream;
}

void apply_matrix(const float *matrix, float *state, int n, cudaStream_t stream)
{
	must(cudaMemcpyToSymbol(the_matrix, matrix, sizeof the_matrix)); // expect-note: uncaptured-launch
	apply<<<n / 128, 128, 0, stream>>>(state, n);
	must(cudaGetLastError());
	must(cudaStreamSynchronize(stream));
}

void apply_past(float *state, int n, cudaStream_t stream)
{
	apply<<<n / 128, 128>>>(state, n); // expect-warning: uncaptured-launch
	must(cudaGetLastError());
	must(cudaStreamSynchronize(stream));
}
