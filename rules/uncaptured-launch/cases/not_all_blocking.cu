// rules: uncaptured-launch
// The twin: some stream of the program does not block.
#include <cuda_runtime.h>

__constant__ float the_matrix[4];
__global__ void apply(float *state, int n);

void must(cudaError_t err);

void *make_stream()
{
	cudaStream_t *stream = new cudaStream_t;
	must(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
	return stream;
}

void apply_matrix(const float *matrix, float *state, int n, cudaStream_t stream)
{
	must(cudaMemcpyToSymbol(the_matrix, matrix, sizeof the_matrix)); // expect-warning: uncaptured-launch
	apply<<<n / 128, 128, 0, stream>>>(state, n);
	must(cudaGetLastError());
	must(cudaStreamSynchronize(stream));
}
