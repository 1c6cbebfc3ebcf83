// A launch is tried with less until it is taken; a peek leaves the first refusal for the next try.
#include <cuda_runtime.h>

__global__ void fill(float *p);

int largest_block(float *p, cudaStream_t stream)
{
	for (int block = 1024; block >= 32; block /= 2) {
		fill<<<1, block, 0, stream>>>(p);
		if (cudaPeekAtLastError() == cudaSuccess) // expect: misread-error
			return block;
	}
	return 0;
}

int largest_block_kept(float *p, cudaStream_t stream)
{
	int block = 1024;
	for (; block >= 32; block /= 2) {
		fill<<<1, block, 0, stream>>>(p);
		cudaError_t e = cudaPeekAtLastError(); // expect: misread-error
		if (e != cudaSuccess)
			continue;
		break;
	}
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
	return block;
}

int largest_block_read(float *p, cudaStream_t stream)
{
	for (int block = 1024; block >= 32; block /= 2) {
		fill<<<1, block, 0, stream>>>(p);
		if (cudaGetLastError() == cudaSuccess)
			return block;
	}
	return 0;
}

int largest_block_drained(float *p, cudaStream_t stream)
{
	for (int block = 1024; block >= 32; block /= 2) {
		fill<<<1, block, 0, stream>>>(p);
		if (cudaPeekAtLastError() == cudaSuccess)
			return block;
		(void)cudaGetLastError();
	}
	return 0;
}

/* The first failure ends the loop. */
void each(float *p, int n, cudaStream_t stream)
{
	for (int i = 0; i < n; i++) {
		fill<<<1, 32, 0, stream>>>(p + i);
		if (cudaPeekAtLastError() != cudaSuccess)
			throw cudaGetLastError();
	}
}

// Not told: who finds a failure ends the process, so there is no next turn.
#define OR_EXIT(call)                                  \
	{                                                  \
		cudaError_t code = call;                       \
		if (code != cudaSuccess) {                     \
			printf("%s\n", cudaGetErrorString(code));  \
			exit(1);                                   \
		}                                              \
	}

void fill_boxes(float **boxes, int n, cudaStream_t stream)
{
	for (int i = 0; i < n; i++) {
		fill<<<1, 256, 0, stream>>>(boxes[i]);
		OR_EXIT(cudaPeekAtLastError());
		OR_EXIT(cudaStreamSynchronize(stream));
	}
}
