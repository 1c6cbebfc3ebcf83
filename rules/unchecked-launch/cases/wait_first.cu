#include <cuda_runtime.h>

__global__ void kernel(float *p);
void give_back(float *p);

// Where the wait has failed that is told, and its code stands in the slot.
cudaError_t wait_first(float *p)
{
	kernel<<<1, 256>>>(p);
	cudaError_t err = cudaDeviceSynchronize();
	if (err != cudaSuccess) {
		give_back(p);
		return err;
	}
	err = cudaGetLastError();
	if (err != cudaSuccess)
		give_back(p);
	return err;
}

cudaError_t wait_only_bad(float *p)
{
	kernel<<<1, 256>>>(p); // expect: unchecked-launch
	cudaError_t err = cudaDeviceSynchronize();
	if (err != cudaSuccess)
		give_back(p);
	return err;
}
