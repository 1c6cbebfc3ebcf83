// rules: latched-error
#include <cstdio>
#include <cuda_runtime.h>

__global__ void kernel(float *p, int n);

// The process ends with what is in the slot: giving back reads nothing.
int main(int argc, char **argv)
{
	float *a = nullptr, *b = nullptr;
	cudaError_t err = cudaMalloc(&a, 1024);
	if (err != cudaSuccess) {
		std::fprintf(stderr, "no memory\n");
		return 1;
	}
	err = cudaMalloc(&b, 1024); // expect-note: latched-error
	if (err != cudaSuccess) {
		cudaFree(a);
		return 1;
	}
	kernel<<<1, 256>>>(a, 256);
	if (cudaGetLastError() != cudaSuccess)
		return 1;
	err = cudaMemcpy(b, a, 1024, cudaMemcpyDeviceToDevice); // expect-note: latched-error
	if (err != cudaSuccess)
		std::fprintf(stderr, "not copied\n");
	cudaFree(a);
	cudaFree(b);
	return 0;
}
