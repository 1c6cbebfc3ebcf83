// A check function that throws, where nobody catches: the process ends with it.
#include <cuda_runtime.h>

#include <stdexcept>

__global__ void work(float *p);

inline void check(cudaError_t code)
{
	if (code != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(code));
}

int main()
{
	float *p;
	check(cudaMalloc(&p, 1024));
	work<<<1, 32>>>(p);
	check(cudaGetLastError());
	check(cudaFree(p));
}
