// Allocations inside a capture, below it, and in functions that may be captured.
#include <cuda_runtime.h>

__global__ void step(float *p);

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			throw 1;                                                                                       \
	} while (0)

void inside(float *p, cudaStream_t s, cudaGraph_t *graph)
{
	float *before, *scratch, *ordered;
	CHECK(cudaMalloc(&before, 4));
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	CHECK(cudaMalloc(&scratch, 4)); // expect-error: allocation-in-capture
	CHECK(cudaMallocAsync(&ordered, 4, s));
	step<<<1, 32, 0, s>>>(ordered);
	CHECK(cudaGetLastError());
	CHECK(cudaFreeAsync(ordered, s));
	CHECK(cudaFree(scratch)); // expect-error: allocation-in-capture
	CHECK(cudaStreamEndCapture(s, graph));
	CHECK(cudaFree(before));
}

void relaxed(cudaStream_t s, float **kept, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	CHECK(cudaMalloc(kept, 4));
	CHECK(cudaStreamEndCapture(s, graph));
}

cudaError_t at_every_call(const float *in, cudaStream_t stream)
{
	float *scratch = nullptr;
	cudaError_t err = cudaMalloc(&scratch, 4); // expect-note: allocation-in-capture
	if (err != cudaSuccess)
		return err;
	step<<<1, 32, 0, stream>>>(scratch);
	err = cudaGetLastError();
	cudaError_t freed = cudaFree(scratch);
	return err != cudaSuccess ? err : freed;
}

struct Buffer {
	float *p = nullptr;
	cudaError_t allocate(cudaStream_t) { return cudaMalloc(&p, 4); }
	cudaError_t run(cudaStream_t stream)
	{
		step<<<1, 32, 0, stream>>>(p);
		return cudaGetLastError();
	}
};

// The answer is overruled behind the question, so it says nothing any more; a default before the question leaves it in force.
void overruled(float *p, cudaStream_t s, cudaGraph_t *graph, bool is_forced)
{
	cudaStreamCaptureStatus status;
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	CHECK(cudaStreamIsCapturing(s, &status));
	bool is_eager = status == cudaStreamCaptureStatusNone;
	if (is_forced)
		is_eager = true;
	if (is_eager)
		CHECK(cudaMalloc(&p, 4)); // expect-error: allocation-in-capture
	CHECK(cudaStreamEndCapture(s, graph));
}

void with_default(float *p, cudaStream_t s, cudaGraph_t *graph, bool is_asked)
{
	cudaStreamCaptureStatus status;
	bool is_eager = true;
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	CHECK(cudaStreamIsCapturing(s, &status));
	if (is_asked)
		is_eager = status == cudaStreamCaptureStatusNone;
	if (is_eager)
		CHECK(cudaMalloc(&p, 4));
	CHECK(cudaStreamEndCapture(s, graph));
}

struct table {
	void find(const float *keys, bool *found, cudaStream_t s);
	void add(const float *keys, cudaStream_t s);
};

// No kernel of its own: a table that keeps house.
void scatter(table *t, const float *keys, int n, cudaStream_t s)
{
	bool *found;
	CHECK(cudaMalloc(&found, n)); // expect-note: allocation-in-capture
	t->find(keys, found, s);
	t->add(keys, s);
	CHECK(cudaFree(found)); // expect-note: allocation-in-capture
}

#include <cublas_v2.h>

// Makes a library's handle as well: set-up, whatever it is called.
void bias_table(float *p, cudaStream_t s)
{
	float *table;
	cublasHandle_t handle;
	CHECK(cudaMalloc(&table, 64)); // expect-note: allocation-in-capture
	if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) // expect-note: allocation-in-capture
		throw 1;
	step<<<1, 32, 0, s>>>(table);
	CHECK(cudaGetLastError());
	CHECK(cudaFree(table)); // expect-note: allocation-in-capture
	if (cublasDestroy(handle) != CUBLAS_STATUS_SUCCESS) // expect-note: allocation-in-capture
		throw 1;
}
