// A library that never names a stream: all its work goes to the legacy one, and nobody captures it.
#include <cufft.h>

__global__ void scale(float *data, float by, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] *= by;
}

void plan(cufftHandle &handle, int n)
{
	if (cufftPlan1d(&handle, n, CUFFT_C2C, 1) != CUFFT_SUCCESS)
		throw 1;
}

void forward(cufftHandle handle, cufftComplex *data, int n)
{
	if (cufftExecC2C(handle, data, data, CUFFT_FORWARD) != CUFFT_SUCCESS)
		throw 1;
	scale<<<(n + 255) / 256, 256>>>(reinterpret_cast<float *>(data), 1.0f / n, n);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}
