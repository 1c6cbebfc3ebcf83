// rules: dropped-error
// A function of the program that returns a code is a call that can fail.
#include <cuda_runtime.h>

#include <cstdlib>

static __global__ void scale(float *p, int n)
{
	if (threadIdx.x < n)
		p[threadIdx.x] *= 2;
}

inline cudaError_t launch_scale(float *p, int n, cudaStream_t s)
{
	void *arguments[] = {&p, &n};
	return cudaLaunchKernel(reinterpret_cast<const void *>(scale), dim3(1), dim3(n), arguments, 0, s);
}

template <typename T>
cudaError_t launch_any(T *p, int n, cudaStream_t s)
{
	cudaError_t err = cudaMemsetAsync(p, 0, n * sizeof(T), s);
	if (err != cudaSuccess)
		return err;
	return cudaSuccess;
}

auto deduced(cudaStream_t s)
{
	return cudaStreamSynchronize(s);
}

// Always the same answer: no failure can get lost.
cudaError_t always_fine(int)
{
	return cudaSuccess;
}

void run_bad(float *p, int n, cudaStream_t s)
{
	launch_scale(p, n, s); // expect: dropped-error
	launch_any(p, n, s); // expect-note: dropped-error
	launch_any<float>(p, n, s); // expect-note: dropped-error
	deduced(s); // expect-note: dropped-error
	always_fine(n);
}

cudaError_t run_good(float *p, int n, cudaStream_t s)
{
	cudaError_t err = launch_scale(p, n, s);
	if (err == cudaSuccess)
		err = launch_any(p, n, s);
	return err;
}

struct launcher {
	cudaError_t launch(float *p, int n, cudaStream_t s) { return launch_scale(p, n, s); }
	static cudaError_t sync(cudaStream_t s) { return cudaStreamSynchronize(s); }
};

void members_bad(launcher &l, float *p, cudaStream_t s)
{
	l.launch(p, 32, s); // expect: dropped-error
	launcher::sync(s); // expect: dropped-error
}

void launch_api_bad(float *p, int n, cudaStream_t s)
{
	void *arguments[] = {&p, &n};
	cudaLaunchKernel(reinterpret_cast<const void *>(scale), dim3(1), dim3(n), arguments, 0, s); // expect: dropped-error
	cudaLaunchConfig_t config = {};
	config.gridDim = dim3(1);
	config.blockDim = dim3(n);
	config.stream = s;
	cudaLaunchKernelEx(&config, scale, p, n); // expect: dropped-error
}
