// A plan that nobody gives a stream.
#include <cufft.h>

void plan(cufftHandle &handle, int n)
{
	if (cufftPlan1d(&handle, n, CUFFT_C2C, 1) != CUFFT_SUCCESS) // expect-warning: uncaptured-launch
		throw 1;
}

void forward(cufftHandle handle, cufftComplex *data)
{
	if (cufftExecC2C(handle, data, data, CUFFT_FORWARD) != CUFFT_SUCCESS)
		throw 1;
}

// Made and ended by one call: that is no part of anything captured.
void transform_once(int n, cufftComplex *data)
{
	cufftHandle own;
	if (cufftPlan2d(&own, n, n, CUFFT_C2C) != CUFFT_SUCCESS || cufftExecC2C(own, data, data, CUFFT_FORWARD) != CUFFT_SUCCESS)
		throw 1;
	if (cufftDestroy(own) != CUFFT_SUCCESS)
		throw 1;
}
