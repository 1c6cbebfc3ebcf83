// A library of which nothing says that anybody captures it. What its handle does on the legacy stream it waits for each time.
#include <cublas_v2.h>

static cublasHandle_t handle;

void init()
{
	if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
		throw 1;
}

void invert(float *const *a, int *pivots, int *info, int n, int batch)
{
	if (cublasSgetrfBatched(handle, n, a, n, pivots, info, batch) != CUBLAS_STATUS_SUCCESS)
		throw 1;
	if (cudaDeviceSynchronize() != cudaSuccess)
		throw 1;
}

void scale(float *x, int n, cudaStream_t stream)
{
	step<<<1, 32, 0, stream>>>(x, n);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}
