// A barrier by a reduction: what is reduced says nothing, so it doesn't matter when it is filled.
#include <cuda_runtime.h>
#include <nccl.h>

__global__ void count_down(int *left);

static ncclResult_t barrier(ncclComm_t comm, cudaStream_t stream, int *word)
{
	if (cudaMemset(word, 0, sizeof(int)) != cudaSuccess)
		return ncclUnhandledCudaError;
	ncclResult_t reduced = ncclAllReduce(word, word, 1, ncclInt, ncclSum, comm, stream);
	if (reduced != ncclSuccess)
		return reduced;
	return cudaStreamSynchronize(stream) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

// Here the sum is what is asked for.
ncclResult_t count_ranks(ncclComm_t comm, cudaStream_t stream, int *word)
{
	if (cudaMemset(word, 1, sizeof(int)) != cudaSuccess) // expect-warning: uncaptured-launch
		return ncclUnhandledCudaError;
	ncclResult_t reduced = ncclAllReduce(word, word, 1, ncclInt, ncclSum, comm, stream);
	if (reduced != ncclSuccess)
		return reduced;
	return cudaStreamSynchronize(stream) == cudaSuccess ? barrier(comm, stream, word + 1) : ncclUnhandledCudaError;
}

// And here a kernel waits for the count.
cudaError_t kernel_barrier(cudaStream_t stream, int *left)
{
	cudaError_t err = cudaMemset(left, 0, sizeof(int)); // expect-warning: uncaptured-launch
	if (err != cudaSuccess)
		return err;
	count_down<<<1, 32, 0, stream>>>(left);
	return cudaGetLastError();
}
