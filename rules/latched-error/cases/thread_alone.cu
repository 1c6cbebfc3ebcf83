// rules: latched-error
// The slot belongs to a thread: what is left in that of a thread which never reads it is met by nobody.
#include <cuda_runtime.h>

#include <cstdio>
#include <thread>

__global__ void work(float *p);

static void warm_alone(void **p)
{
	if (cudaMalloc(p, 4096) != cudaSuccess) // expect-note: latched-error
		std::fprintf(stderr, "nothing warmed\n");
}

static void warm_and_launch(float *p, size_t n)
{
	if (cudaMemset(p, 0, n) != cudaSuccess) // expect-warning: latched-error
		std::fprintf(stderr, "nothing set\n");
	work<<<1, 32>>>(p);
	if (cudaGetLastError() != cudaSuccess) // expect-warning: blamed-launch
		std::fprintf(stderr, "not launched\n");
}

void start(void **p, float *q, size_t n)
{
	std::thread first(warm_alone, p);
	std::thread second(warm_and_launch, q, n);
	first.join();
	second.join();
}
