// The same plan, given one.
#include <cufft.h>

void plan(cufftHandle &handle, int n, cudaStream_t stream)
{
	if (cufftPlan1d(&handle, n, CUFFT_C2C, 1) != CUFFT_SUCCESS)
		throw 1;
	if (cufftSetStream(handle, stream) != CUFFT_SUCCESS)
		throw 1;
}

void forward(cufftHandle handle, cufftComplex *data)
{
	if (cufftExecC2C(handle, data, data, CUFFT_FORWARD) != CUFFT_SUCCESS)
		throw 1;
}
