// What comes behind the launch reads the slot, but where it has nothing to do.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void fill(float *x, int n);
__global__ void scale(float *x, int n);

static void scaled(float *x, int n)
{
	if (n == 0)
		return;
	scale<<<n, 64>>>(x, n);
	if (cudaGetLastError() != cudaSuccess) {
		fprintf(stderr, "launch failed\n");
		exit(1);
	}
}

static void scaled_if(float *x, int n, bool careful)
{
	if (n == 0)
		return;
	scale<<<n, 64>>>(x, n); // expect-note: unchecked-launch
	if (careful && cudaGetLastError() != cudaSuccess)
		exit(1);
}

void asked(float *x, int n)
{
	fill<<<1, 64>>>(x, n); // expect-note: unchecked-launch
	scaled(x, n);
}

void asked_in_turns(float *x, const int *sizes, int turns)
{
	fill<<<1, 64>>>(x, 64); // expect-note: unchecked-launch
	for (int i = 0; i < turns; i++)
		scaled(x, sizes[i]);
}

void left(float *x, int n)
{
	fill<<<1, 64>>>(x, n); // expect: unchecked-launch
	scaled_if(x, n, false);
}
