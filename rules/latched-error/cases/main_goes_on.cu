// rules: latched-error
#include <cstdio>
#include <cuda_runtime.h>

__global__ void kernel(float *p, int n);

// It goes on, and the check of the launch meets it.
int main(int argc, char **argv)
{
	float *a = nullptr, *scratch = nullptr;
	if (cudaMalloc(&a, 1024) != cudaSuccess)
		return 1;
	cudaError_t err = cudaMalloc(&scratch, 1 << 30); // expect-warning: latched-error
	if (err != cudaSuccess)
		std::fprintf(stderr, "without scratch\n");
	kernel<<<1, 256>>>(a, 256);
	if (cudaGetLastError() != cudaSuccess) // expect-warning: blamed-launch
		return 1;
	return 0;
}
