// The properties of the device that is the current one are there.
#include <cuda_runtime.h>

__global__ void work(float *p);

int splits(int wanted)
{
	int device;
	if (cudaGetDevice(&device) != cudaSuccess)
		return wanted;
	cudaDeviceProp props;
	if (cudaGetDeviceProperties(&props, device) != cudaSuccess) // expect-note: latched-error
		return wanted;
	return props.multiProcessorCount;
}

int splits_of(int device, int wanted)
{
	cudaDeviceProp props;
	if (cudaGetDeviceProperties(&props, device) != cudaSuccess) // expect: latched-error
		return wanted;
	return props.multiProcessorCount;
}

int clock(int device)
{
	int khz;
	if (cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, device) != cudaSuccess) // expect-note: latched-error
		khz = 0;
	return khz;
}

bool run(float *p, int device)
{
	int n = splits(8) + splits_of(device, 8);
	work<<<n, 32>>>(p);
	return cudaGetLastError() == cudaSuccess;
}
