#include "kernels.h"

#include "check.h"

static __global__ void embed_kernel(const int *tokens, float *hidden, int rows)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < rows)
		hidden[i] = (float)tokens[i];
}

static __global__ void scale_kernel(float *hidden, float by, int rows)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < rows)
		hidden[i] *= by;
}

static __global__ void attend_kernel(float *hidden, const float *cache, int rows)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < rows)
		hidden[i] += cache[i];
}

static __global__ void argmax_kernel(const float *logits, int *tokens, int rows)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < rows)
		tokens[i] = (int)logits[i];
}

static int blocks(int rows) { return (rows + 127) / 128; }

void embed(const int *tokens, float *hidden, int rows, cudaStream_t stream)
{
	embed_kernel<<<blocks(rows), 128, 0, stream>>>(tokens, hidden, rows);
	CHECK(cudaGetLastError());
	// The scale was added later, and without the stream: it runs once, while the capture is made, and in no replay.
	scale_kernel<<<blocks(rows), 128>>>(hidden, 0.5f, rows); // expect: uncaptured-launch
	CHECK(cudaGetLastError());
}

// Scratch that grows with the largest batch seen so far. Graphs that were captured before keep the old address.
static float *scratch = nullptr;
static int scratch_rows = 0;

static float *scratch_for(int rows)
{
	if (rows > scratch_rows) {
		if (scratch)
			CHECK(cudaFree(scratch)); // expect: rebound-buffer
		CHECK(cudaMalloc(&scratch, rows * sizeof *scratch)); // expect: first-use-in-capture
		scratch_rows = rows;
	}
	return scratch;
}

void attend(float *hidden, const float *cache, int rows, cudaStream_t stream)
{
	float *partial = scratch_for(rows);
	CHECK(cudaMemcpyAsync(partial, cache, rows * sizeof *partial, cudaMemcpyDeviceToDevice, stream));
	attend_kernel<<<blocks(rows), 128, 0, stream>>>(hidden, partial, rows);
	CHECK(cudaGetLastError());
}

void project(const float *hidden, float *logits, int rows, cudaStream_t stream)
{
	// The factor lives on the stack of a call that has long returned when the graph is replayed.
	float factor[4] = {1.0f, 2.0f, 4.0f, 8.0f};
	CHECK(cudaMemcpyAsync(logits, factor, sizeof factor, cudaMemcpyHostToDevice, stream)); // expect: host-source-in-capture
	CHECK(cudaMemcpyAsync(logits + 4, hidden, (rows - 4) * sizeof *hidden, cudaMemcpyDeviceToDevice, stream));
}

void argmax(const float *logits, int *tokens, int rows, cudaStream_t stream)
{
	argmax_kernel<<<blocks(rows), 128, 0, stream>>>(logits, tokens, rows);
	CHECK(cudaGetLastError());
	// Left over from a hunt for a failing kernel.
	CHECK(cudaStreamSynchronize(stream)); // expect: sync-in-capture
}
