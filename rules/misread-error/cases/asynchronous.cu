// What goes wrong on the device shows at the next wait, not at the launch check.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void chase(int *links, int n);

bool walked_bad(int *links, int n, cudaStream_t s)
{
	chase<<<1, 1, 0, s>>>(links, n);
	cudaError_t err = cudaGetLastError(); // expect: misread-error
	if (err == cudaErrorIllegalAddress) {
		std::fprintf(stderr, "broken links\n");
		return false;
	}
	return err == cudaSuccess;
}

bool walked_good(int *links, int n, cudaStream_t s)
{
	chase<<<1, 1, 0, s>>>(links, n);
	if (cudaGetLastError() != cudaSuccess)
		std::abort();
	cudaError_t err = cudaStreamSynchronize(s);
	if (err == cudaErrorIllegalAddress)
		std::fprintf(stderr, "broken links\n");
	if (err != cudaSuccess)
		std::exit(1);
	return true;
}

bool refused_good(int *links, int n, cudaStream_t s)
{
	chase<<<1, 1024, 0, s>>>(links, n);
	cudaError_t err = cudaGetLastError();
	if (err == cudaErrorLaunchOutOfResources)
		return false;
	return err == cudaSuccess;
}
