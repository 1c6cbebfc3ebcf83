#include "linear.h"

int main()
{
	linear l;
	float *a = nullptr, *x = nullptr;
	if (cudaMalloc(&a, 4096) != cudaSuccess || cudaMalloc(&x, 4096) != cudaSuccess)
		return 1;
	linear_open(l);
	linear_apply(l, 1024, a, x);
	return cudaDeviceSynchronize() != cudaSuccess;
}
