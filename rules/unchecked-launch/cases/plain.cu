// A launch returns nothing: its failure is only in the slot, and somebody has to read it.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

__global__ void fill(float *p, float value);
template <int MODE>
__global__ void transform(const float *in, float *out, int n);

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			std::abort();                                                                                  \
	} while (0)

void alone_bad(float *p, cudaStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, 1.0f); // expect: unchecked-launch
}

void alone_good(float *p, cudaStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, 1.0f);
	CHECK(cudaGetLastError());
}

// Another call's own code says nothing about the launch.
void then_copy_bad(float *p, float *q, cudaStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, 1.0f); // expect: unchecked-launch
	CHECK(cudaMemcpyAsync(q, p, 128, cudaMemcpyDeviceToDevice, s));
}

// Nor does waiting: a refused launch never ran.
void then_wait_bad(float *p, cudaStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, 1.0f); // expect: unchecked-launch
	CHECK(cudaStreamSynchronize(s));
}

void then_wait_good(float *p, cudaStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, 1.0f);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamSynchronize(s));
}

void arms_bad(bool wide, const float *in, float *out, int n, cudaStream_t s)
{
	if (wide) {
		transform<2><<<n / 512, 512, 0, s>>> // expect: unchecked-launch
		(
			in,
			out,
			n
		);
	} else {
		transform<1><<<n / 256, 256, 0, s>>>(in, out, n); // expect: unchecked-launch
	}
}

void one_arm_bad(bool wide, const float *in, float *out, int n, cudaStream_t s)
{
	if (wide) {
		transform<2><<<n / 512, 512, 0, s>>>(in, out, n);
		CHECK(cudaGetLastError());
	} else {
		transform<1><<<n / 256, 256, 0, s>>>(in, out, n); // expect: unchecked-launch
	}
}

void arms_checked_after(bool wide, const float *in, float *out, int n, cudaStream_t s)
{
	if (wide)
		transform<2><<<n / 512, 512, 0, s>>>(in, out, n);
	else
		transform<1><<<n / 256, 256, 0, s>>>(in, out, n);
	CHECK(cudaGetLastError());
}

void loop_checked_after(float **p, int count, cudaStream_t s)
{
	for (int i = 0; i < count; i++)
		fill<<<1, 32, 0, s>>>(p[i], 0.0f);
	CHECK(cudaGetLastError());
}

void early_return_bad(float *p, int n, cudaStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, 1.0f); // expect: unchecked-launch
	if (n == 1)
		return;
	fill<<<1, 32, 0, s>>>(p + 32, 1.0f);
	CHECK(cudaGetLastError());
}

cudaError_t returned(float *p, cudaStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, 1.0f);
	return cudaGetLastError();
}

void in_condition(float *p, cudaStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, 1.0f);
	if (cudaError_t err = cudaGetLastError(); err != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(err));
}

void peeked(float *p, cudaStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, 1.0f);
	CHECK(cudaPeekAtLastError());
}

// Only printed: nobody decides anything.
void printed_bad(float *p, cudaStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, 1.0f); // expect: unchecked-launch
	std::printf("after launch: %s\n", cudaGetErrorName(cudaGetLastError()));
}

void logged_good(float *p, cudaStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, 1.0f);
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		std::fprintf(stderr, "fill: %s\n", cudaGetErrorString(err));
}

// A check that only some builds have is no check.
void checked_for_debug_bad(float *p, cudaStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, 1.0f); // expect: unchecked-launch
#ifdef DEBUG_LAUNCHES
	CHECK(cudaGetLastError());
#endif
}

void two_launches(float *p, float *q, cudaStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, 1.0f);
	fill<<<1, 32, 0, s>>>(q, 1.0f);
	CHECK(cudaGetLastError());
}

// The launch calls that return a code are checked by it.
void launch_call_good(float *p, float value, cudaStream_t s)
{
	void *arguments[] = {&p, &value};
	CHECK(cudaLaunchKernel((const void *)fill, dim3(1), dim3(32), arguments, 0, s));
	cudaLaunchConfig_t config = {};
	config.gridDim = dim3(1);
	config.blockDim = dim3(32);
	config.stream = s;
	CHECK(cudaLaunchKernelEx(&config, fill, p, value));
}

// Counting in a loop, or comparing two numbers, says nothing about the launch before it.
void counted_bad(float *p, int n, cudaStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, 1.0f); // expect: unchecked-launch
	int odd = 0;
	float sum = 0;
	for (int i = 0; i < n; i++) {
		odd += i & 1;
		sum += i;
	}
	if (sum > odd)
		std::puts("more than half");
}
