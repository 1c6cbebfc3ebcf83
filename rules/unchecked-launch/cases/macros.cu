// Launches and checks that macros make.
#include <cuda_runtime.h>

#include <cstdlib>

__global__ void norm_kernel(float *p, int n);
template <typename T, int WIDTH>
__global__ void typed_kernel(T *p, int n);

[[noreturn]] void fatal(const char *text);

#define CHECK_LAST()                                                                                                   \
	do {                                                                                                           \
		cudaError_t code_ = cudaGetLastError();                                                                \
		if (code_ != cudaSuccess)                                                                              \
			fatal(cudaGetErrorString(code_));                                                              \
	} while (0)

#define LAUNCH(kernel, grid, block, stream, ...) kernel<<<grid, block, 0, stream>>>(__VA_ARGS__)

#define LAUNCH_CHECKED(kernel, grid, block, stream, ...)                                                               \
	do {                                                                                                           \
		kernel<<<grid, block, 0, stream>>>(__VA_ARGS__);                                                       \
		CHECK_LAST();                                                                                          \
	} while (0)

#define DISPATCH_WIDTH(n, WIDTH, ...)                                                                                  \
	if ((n) % 4 == 0) {                                                                                            \
		constexpr int WIDTH = 4;                                                                               \
		__VA_ARGS__                                                                                            \
	} else {                                                                                                       \
		constexpr int WIDTH = 1;                                                                               \
		__VA_ARGS__                                                                                            \
	}

void launch_bad(float *p, int n, cudaStream_t s)
{
	LAUNCH(norm_kernel, n, 128, s, p, n); // expect: unchecked-launch
}

void launch_then_check(float *p, int n, cudaStream_t s)
{
	LAUNCH(norm_kernel, n, 128, s, p, n);
	CHECK_LAST();
}

void launch_checked(float *p, int n, cudaStream_t s)
{
	LAUNCH_CHECKED(norm_kernel, n, 128, s, p, n);
}

void dispatched_good(float *p, int n, cudaStream_t s)
{
	DISPATCH_WIDTH(n, W, {
		typed_kernel<float, W><<<n, 32, 0, s>>>(p, n);
		CHECK_LAST();
	})
}

void dispatched_then_checked(float *p, int n, cudaStream_t s)
{
	DISPATCH_WIDTH(n, W, { typed_kernel<float, W><<<n, 32, 0, s>>>(p, n); })
	CHECK_LAST();
}

void dispatched_bad(float *p, int n, cudaStream_t s)
{
	DISPATCH_WIDTH(n, W, {
		typed_kernel<float, W><<<n, 32, 0, s>>>(p, n); // expect: unchecked-launch
	})
}

template <typename T>
void typed_good(T *p, int n, cudaStream_t s)
{
	typed_kernel<T, 2><<<n, 64, 0, s>>>(p, n);
	CHECK_LAST();
}

template <typename T>
void typed_bad(T *p, int n, cudaStream_t s)
{
	typed_kernel<T, 2><<<n, 64, 0, s>>>(p, n); // expect: unchecked-launch
}

template void typed_good<float>(float *, int, cudaStream_t);
template void typed_bad<float>(float *, int, cudaStream_t);

// Chosen at run time: a kernel pointer, a table of them.
using kernel_pointer = void (*)(float *, int);

void chosen_bad(kernel_pointer kernel, float *p, int n, cudaStream_t s)
{
	kernel<<<n, 64, 0, s>>>(p, n); // expect: unchecked-launch
}

void from_table_good(const kernel_pointer *kernels, int i, float *p, int n, cudaStream_t s)
{
	kernels[i]<<<n, 64, 0, s>>>(p, n);
	CHECK_LAST();
}

// Checked where the program asks for it: the other arm is its choice.
#define LAUNCH_MAYBE_CHECKED(kernel, ...)                        \
	do {                                                     \
		if (!options.checks_launches()) {                \
			kernel<<<1, 32>>>(__VA_ARGS__);          \
		} else {                                         \
			kernel<<<1, 32>>>(__VA_ARGS__);          \
			if (cudaGetLastError() != cudaSuccess)   \
				return;                          \
		}                                                \
	} while (0)
void maybe_checked(float *p)
{
	LAUNCH_MAYBE_CHECKED(work, p); // expect-note: unchecked-launch
}
