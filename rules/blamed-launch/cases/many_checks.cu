// One failure that is tolerated and stays in the slot, and many checks behind it: one place to mend, told at the first of them.
#include <cuda_runtime.h>

#include <cstdlib>

__global__ void work(float *p);

static float *pinned_or_not(size_t n)
{
	void *p = nullptr;
	if (cudaMallocManaged(&p, n) != cudaSuccess) // expect: latched-error
		p = std::malloc(n);
	return (float *)p;
}

static void a(float *p)
{
	work<<<1, 32>>>(p);
	if (cudaGetLastError() != cudaSuccess) // expect-warning: blamed-launch
		std::abort();
}
static void b(float *p)
{
	work<<<2, 32>>>(p);
	if (cudaGetLastError() != cudaSuccess) // expect-note: blamed-launch
		std::abort();
}
static void c(float *p)
{
	work<<<3, 32>>>(p);
	if (cudaGetLastError() != cudaSuccess) // expect-note: blamed-launch
		std::abort();
}
static void d(float *p)
{
	work<<<4, 32>>>(p);
	if (cudaGetLastError() != cudaSuccess) // expect-note: blamed-launch
		std::abort();
}

void run(size_t n, int which)
{
	float *p = pinned_or_not(n);
	switch (which) {
	case 0:
		a(p);
		break;
	case 1:
		b(p);
		break;
	case 2:
		c(p);
		break;
	default:
		d(p);
	}
}
