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
	scale_kernel<<<blocks(rows), 128, 0, stream>>>(hidden, 0.5f, rows);
	CHECK(cudaGetLastError());
}

void attend(float *hidden, const float *cache, float *scratch, int rows, cudaStream_t stream)
{
	CHECK(cudaMemcpyAsync(scratch, cache, rows * sizeof *scratch, cudaMemcpyDeviceToDevice, stream));
	attend_kernel<<<blocks(rows), 128, 0, stream>>>(hidden, scratch, rows);
	CHECK(cudaGetLastError());
}

void project(const float *hidden, const float *factor, float *logits, int rows, cudaStream_t stream)
{
	CHECK(cudaMemcpyAsync(logits, factor, 4 * sizeof *factor, cudaMemcpyDeviceToDevice, stream));
	CHECK(cudaMemcpyAsync(logits + 4, hidden, (rows - 4) * sizeof *hidden, cudaMemcpyDeviceToDevice, stream));
}

void argmax(const float *logits, int *tokens, int rows, cudaStream_t stream)
{
	argmax_kernel<<<blocks(rows), 128, 0, stream>>>(logits, tokens, rows);
	CHECK(cudaGetLastError());
}
