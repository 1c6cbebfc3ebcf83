// The way that works on the host stands behind a condition, far below the capture; a copy there in the capture's own callee is told.
#include <cuda_runtime.h>

__global__ void scale(float *x);

void check(cudaError_t e)
{
	if (e != cudaSuccess)
		throw 1;
}

bool is_supported(int kind);
void fill_table(float *table);

void on_host(float *x, cudaStream_t stream)
{
	float table[32];
	fill_table(table);
	check(cudaMemcpyAsync(x, table, sizeof table, cudaMemcpyHostToDevice, stream)); // expect-note: host-source-in-capture
}

void product(float *x, int kind, cudaStream_t stream)
{
	if (is_supported(kind)) {
		scale<<<1, 32, 0, stream>>>(x);
		check(cudaGetLastError());
	} else {
		on_host(x, stream);
	}
}

void layer(float *x, int kind, cudaStream_t stream) { product(x, kind, stream); }

void block(float *x, cudaStream_t stream)
{
	float table[32];
	fill_table(table);
	check(cudaMemcpyAsync(x, table, sizeof table, cudaMemcpyHostToDevice, stream)); // expect-error: host-source-in-capture
	layer(x, 3, stream);
}

void step(float *x, cudaStream_t stream, cudaGraph_t *graph)
{
	check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	block(x, stream);
	check(cudaStreamEndCapture(stream, graph));
}
