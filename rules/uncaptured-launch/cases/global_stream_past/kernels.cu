// A program that times a kernel of the same name.
#include <cuda_runtime.h>

__global__ void online_kernel(float *x, int n);

void softmax(float *x, int n)
{
	online_kernel<<<n / 256, 256>>>(x, n);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}

template <class F> float timed(int times, F f, float *x, int n)
{
	for (int i = 0; i < times; i++)
		f(x, n);
	return 0;
}

int main(int argc, char **)
{
	float *x = nullptr;
	if (cudaMalloc(&x, 4096) != cudaSuccess)
		return 1;
	return timed(argc, softmax, x, 1024) > 1;
}
