// rules: sync-in-capture
// A library whose functions wait for the stream that they are given, one as the other: its users capture none of them.
#include <cuda_runtime.h>

__global__ void gate(float *state, int what);

void must(cudaError_t err);

cudaError_t add_state(float *state, cudaStream_t stream)
{
	gate<<<1, 32, 0, stream>>>(state, 0);
	must(cudaGetLastError());
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t subtract_state(float *state, cudaStream_t stream)
{
	gate<<<1, 32, 0, stream>>>(state, 1);
	must(cudaGetLastError());
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t scale_state(float *state, cudaStream_t stream)
{
	gate<<<1, 32, 0, stream>>>(state, 2);
	must(cudaGetLastError());
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t shift_state(float *state, cudaStream_t stream)
{
	gate<<<1, 32, 0, stream>>>(state, 3);
	must(cudaGetLastError());
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t flip_state(float *state, cudaStream_t stream)
{
	gate<<<1, 32, 0, stream>>>(state, 4);
	must(cudaGetLastError());
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t rotate_state(float *state, cudaStream_t stream)
{
	gate<<<1, 32, 0, stream>>>(state, 5);
	must(cudaGetLastError());
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t control_state(float *state, cudaStream_t stream)
{
	gate<<<1, 32, 0, stream>>>(state, 6);
	must(cudaGetLastError());
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t swap_state(float *state, cudaStream_t stream)
{
	gate<<<1, 32, 0, stream>>>(state, 7);
	must(cudaGetLastError());
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t measure_state(float *state, cudaStream_t stream)
{
	gate<<<1, 32, 0, stream>>>(state, 8);
	must(cudaGetLastError());
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t project_state(float *state, cudaStream_t stream)
{
	gate<<<1, 32, 0, stream>>>(state, 9);
	must(cudaGetLastError());
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t phase_back_state(float *state, cudaStream_t stream)
{
	gate<<<1, 32, 0, stream>>>(state, 10);
	must(cudaGetLastError());
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t phase_state(float *state, cudaStream_t stream)
{
	gate<<<1, 32, 0, stream>>>(state, 11);
	must(cudaGetLastError());
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t shear_state(float *state, cudaStream_t stream)
{
	gate<<<1, 32, 0, stream>>>(state, 12);
	must(cudaGetLastError());
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t mirror_state(float *state, cudaStream_t stream)
{
	gate<<<1, 32, 0, stream>>>(state, 13);
	must(cudaGetLastError());
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t fold_state(float *state, cudaStream_t stream)
{
	gate<<<1, 32, 0, stream>>>(state, 14);
	must(cudaGetLastError());
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t spread_state(float *state, cudaStream_t stream)
{
	gate<<<1, 32, 0, stream>>>(state, 15);
	must(cudaGetLastError());
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}
