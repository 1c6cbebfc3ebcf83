// What is made at the first use is made with the object, or not.
#include <cuda_runtime.h>

__global__ void step(float *p);

static void check(cudaError_t e)
{
	if (e != cudaSuccess)
		throw 1;
}

struct Lazy {
	float *table = nullptr;

	void ensure()
	{
		if (table)
			return;
		check(cudaMalloc(&table, 64)); // expect-warning: first-use-in-capture
	}
	void run(cudaStream_t s)
	{
		ensure();
		step<<<1, 32, 0, s>>>(table);
		check(cudaGetLastError());
	}
};

struct Ready {
	float *table = nullptr;

	Ready() { ensure(); }
	void ensure()
	{
		if (table)
			return;
		check(cudaMalloc(&table, 64)); // expect-note: first-use-in-capture
	}
	void run(cudaStream_t s)
	{
		ensure();
		step<<<1, 32, 0, s>>>(table);
		check(cudaGetLastError());
	}
};
