// What only a debugging build has: a wait for printf, timers.
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void step_kernel(float *x, int n);

#define CHECK_LAUNCH() do { cudaError_t err_ = cudaGetLastError(); if (err_ != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(err_)); abort(); } } while (0)

void step(float *x, int n, cudaStream_t stream)
{
	step_kernel<<<n / 64, 64, 0, stream>>>(x, n);
	CHECK_LAUNCH();
#ifdef DEBUG
	cudaStreamSynchronize(stream); // expect-note: dropped-error
#endif
}

void step_timed(float *x, int n, cudaStream_t stream)
{
	step_kernel<<<n / 64, 64, 0, stream>>>(x, n);
	CHECK_LAUNCH();
#if defined(DEBUG_TIME)
	auto begin = std::chrono::steady_clock::now();
	cudaStreamSynchronize(stream); // expect-note: dropped-error
	printf("%lld\n", (long long)(std::chrono::steady_clock::now() - begin).count());
#else
	cudaMemsetAsync(x, 0, 4, stream); // expect: dropped-error
#endif
}

// The other way round it is what everybody has.
void step_released(float *x, int n, cudaStream_t stream)
{
	step_kernel<<<n / 64, 64, 0, stream>>>(x, n);
	CHECK_LAUNCH();
#ifndef DEBUG
	cudaStreamSynchronize(stream); // expect: dropped-error
#endif
}

#ifdef LIB_DEBUG
#define DEBUG_WAIT(stream) cudaStreamSynchronize(stream)
#else
#define DEBUG_WAIT(stream)
#endif

void released(float *p)
{
#ifndef NDEBUG
	cudaMemset(p, 0, 64); // expect-note: dropped-error
#else
	cudaMemset(p, 0, 128); // expect: dropped-error
#endif
}
