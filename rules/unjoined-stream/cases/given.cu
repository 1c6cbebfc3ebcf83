// The caller gives both streams, and can join what is forked; a stream of the object's own it can not.
#include <cuda_runtime.h>

__global__ void reduce(float *p, int n);

struct links {
	cudaStream_t side;
	cudaEvent_t ready;
};

cudaError_t reduce_on(float *p, int n, links *with, cudaStream_t stream)
{
	cudaError_t err = cudaEventRecord(with->ready, stream);
	if (err != cudaSuccess)
		return err;
	err = cudaStreamWaitEvent(with->side, with->ready);
	if (err != cudaSuccess)
		return err;
	reduce<<<1, 32, 0, with->side>>>(p, n);
	return cudaGetLastError();
}
