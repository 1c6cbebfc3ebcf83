#include <cuda_runtime.h>

cudaError_t lower(float *x, int n, cudaStream_t stream);
cudaError_t upper(float *x, int n, cudaStream_t stream);
cudaError_t factor(float *m, int n);

cudaError_t update(float *m, int n)
{
	return factor(m, n);
}

cudaError_t apply(float *x, int n, cudaStream_t stream, cudaGraph_t *graph)
{
	cudaError_t err = cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
	if (err != cudaSuccess)
		return err;
	err = lower(x, n, stream);
	if (err == cudaSuccess)
		err = upper(x, n, stream);
	cudaError_t ended = cudaStreamEndCapture(stream, graph);
	return err != cudaSuccess ? err : ended;
}
