// rules: sticky-retry
// A loop that tries again what a wait has reported.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

void enqueue(float *p, cudaStream_t s);

bool process_bad(float *p, cudaStream_t s)
{
	for (int attempt = 0; attempt < 3; attempt++) {
		enqueue(p, s);
		cudaError_t err = cudaStreamSynchronize(s); // expect-warning: sticky-retry
		if (err == cudaSuccess)
			return true;
		std::fprintf(stderr, "failed (%s), once more\n", cudaGetErrorString(err));
		(void)cudaGetLastError();
	}
	return false;
}

bool process_good(float *p, cudaStream_t s)
{
	enqueue(p, s);
	cudaError_t err = cudaStreamSynchronize(s);
	if (err == cudaSuccess)
		return true;
	(void)cudaGetLastError();
	return false;
}

// A launch that is refused may well fit in another form.
bool launch_again(void *kernel, void **arguments, cudaStream_t s)
{
	for (int threads = 1024; threads >= 128; threads /= 2) {
		if (cudaLaunchKernel(kernel, dim3(1), dim3(threads), arguments, 0, s) == cudaSuccess)
			return cudaStreamSynchronize(s) == cudaSuccess;
		(void)cudaGetLastError();
	}
	return false;
}
