// On the ways on which nobody checks the function fails for another reason, and says so.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void screen(float *p, int kind);

int screen_all(float *p, const int *kinds, int n, cudaStream_t stream)
{
	for (int i = 0; i < n; i++) {
		if (kinds[i] > 8) {
			std::fprintf(stderr, "kind %d is not supported\n", kinds[i]);
			return 1;
		}
		screen<<<64, 64, 0, stream>>>(p, kinds[i]); // expect-note: unchecked-launch
	}
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess) {
		std::fprintf(stderr, "screen: %s\n", cudaGetErrorString(err));
		return 1;
	}
	return 0;
}

int screen_some(float *p, const int *kinds, int n, cudaStream_t stream)
{
	for (int i = 0; i < n; i++) {
		if (kinds[i] > 8)
			return 0;
		screen<<<64, 64, 0, stream>>>(p, kinds[i]); // expect: unchecked-launch
	}
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess) {
		std::fprintf(stderr, "screen: %s\n", cudaGetErrorString(err));
		return 1;
	}
	return 0;
}
