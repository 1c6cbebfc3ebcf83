// rules: uncaptured-launch
// A header in `include` of a program that nowhere speaks of captures: its streams have defaults, and all that call the one leave it at that.
#pragma once
#include <cuda_runtime.h>

__global__ void gather_kernel(float *to, const float *from, const int *map, int n);
__global__ void scatter_kernel(float *to, const float *from, const int *map, int n);

template <class T> class exchange {
public:
	void scatter(T *data)
	{
		scatter_kernel<<<n / 256, 256>>>(data, buffer, map, n); // expect-note: uncaptured-launch
	}

	void add_from_others(T *data, cudaStream_t stream = 0)
	{
		gather_kernel<<<n / 256, 256, 0, stream>>>(buffer, data, map, n);
		scatter(data);
	}

	void scatter_finish(T *data)
	{
		scatter_kernel<<<n / 256, 256>>>(data, buffer, map, n); // expect-warning: uncaptured-launch
	}

	/* Somebody gives it one. */
	void finish(T *data, cudaStream_t stream = 0)
	{
		gather_kernel<<<n / 256, 256, 0, stream>>>(buffer, data, map, n);
		scatter_finish(data);
	}

	T *buffer;
	int *map, n;
	cudaStream_t inner;
};
