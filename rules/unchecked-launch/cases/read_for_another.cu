// A function launches and leaves the check to nobody: what one of its callers reads, it reads behind a launch of its own.
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void gather_kernel(float *to, const float *from, int n);
__global__ void sum_kernel(float *x, int n);
__global__ void sort_kernel(float *x, int n);

#define CHECK_LAUNCH() do { if (cudaGetLastError() != cudaSuccess) abort(); } while (0)

void gather(float *to, const float *from, int n)
{
	gather_kernel<<<n / 64, 64>>>(to, from, n); // expect: unchecked-launch
}

void gather_and_sum(float *to, const float *from, int n)
{
	gather(to, from, n);
	sum_kernel<<<1, 64>>>(to, n);
	CHECK_LAUNCH();
}

void gather_twice(float *to, const float *from, int n)
{
	gather(to, from, n);
	gather(to + n, from, n);
}

// Here a caller reads for it: whose job it is, is not clear.
void sort(float *x, int n)
{
	sort_kernel<<<n / 64, 64>>>(x, n); // expect-note: unchecked-launch
	if (n > 1 << 20)
		sort_kernel<<<n / 32, 32>>>(x, n); // expect-note: unchecked-launch
}

void sort_checked(float *x, int n)
{
	sort(x, n);
	CHECK_LAUNCH();
}

void sort_halves(float *x, int n)
{
	sort(x, n / 2);
	sort(x + n / 2, n / 2);
}
