#include "layer.h"

__global__ void scale(float *x, int n);

struct bad_layer : layer {
	cudaError_t forward(float *x, int n) override
	{
		scale<<<n / 128, 128>>>(x, n); // expect: uncaptured-launch
		return cudaGetLastError();
	}
};

struct good_layer : layer {
	cudaError_t forward(float *x, int n) override
	{
		scale<<<n / 128, 128, 0, current_stream()>>>(x, n);
		return cudaGetLastError();
	}
};

cudaError_t codec::forward(float *x, int n)
{
	scale<<<n / 128, 128>>>(x, n);
	return cudaGetLastError();
}
