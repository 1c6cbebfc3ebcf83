// The program captures its solves. What it calls between them, and shows to call, is in none: it takes no stream, unlike its neighbours.
#include <cuda_runtime.h>

__global__ void lower_kernel(float *x);
__global__ void upper_kernel(float *x);
__global__ void factor_kernel(float *m);
__global__ void scale_kernel(float *m);

cudaError_t lower(float *x, int n, cudaStream_t stream)
{
	lower_kernel<<<(n + 63) / 64, 64, 0, stream>>>(x);
	return cudaGetLastError();
}

cudaError_t upper(float *x, int n, cudaStream_t stream)
{
	upper_kernel<<<(n + 63) / 64, 64, 0, stream>>>(x);
	return cudaGetLastError();
}

cudaError_t factor(float *m, int n)
{
	factor_kernel<<<(n + 63) / 64, 64>>>(m); // expect-note: uncaptured-launch
	return cudaGetLastError();
}

// Who calls this one does not show.
cudaError_t scale(float *m, int n);
cudaError_t scale(float *m, int n)
{
	scale_kernel<<<(n + 63) / 64, 64>>>(m); // expect-warning: uncaptured-launch
	return cudaGetLastError();
}
