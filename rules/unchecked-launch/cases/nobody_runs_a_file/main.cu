#include "kernels/kernels.h"

int main()
{
	float *image;
	if (cudaMalloc(&image, 4096) != cudaSuccess)
		return 1;
	sharpen(image, 1024);
	return cudaDeviceSynchronize() != cudaSuccess;
}
