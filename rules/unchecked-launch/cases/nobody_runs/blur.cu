// What others can't come to runs for nobody: no header declares it, and nothing in the program names it.
#include "blur.h"

__global__ void blur_kernel(float *image, int n);
template <typename T> __global__ void blur_any_kernel(T *image, int n);

void blur(float *image, int n, cudaStream_t stream)
{
	blur_kernel<<<n / 64, 64, 0, stream>>>(image, n); // expect: unchecked-launch
}

void blur_twice(float *image, int n, cudaStream_t stream)
{
	blur_kernel<<<n / 32, 32, 0, stream>>>(image, n); // expect-note: unchecked-launch
}

// Whoever loads the library finds it by its name.
extern "C" void blur_loaded(float *image, int n, cudaStream_t stream)
{
	blur_kernel<<<n / 64, 64, 0, stream>>>(image, n); // expect: unchecked-launch
}

template <typename T> void blur_all(T *image, int n)
{
	blur_any_kernel<<<n / 64, 64>>>(image, n); // expect: unchecked-launch
}
template void blur_all<float>(float *image, int n);

static void blur_slowly(float *image, int n)
{
	blur_kernel<<<n, 1>>>(image, n); // expect-note: unchecked-launch
}

static void blur_fast(float *image, int n)
{
	blur_kernel<<<1, n>>>(image, n); // expect-note: unchecked-launch
}
// It may hide a call, behind which somebody checks.
#define STEPS(...) blur_fast, __VA_ARGS__

// A macro makes its name.
void blur_int8(float *image, int n)
{
	blur_kernel<<<n / 16, 16>>>(image, n); // expect: unchecked-launch
}

void Stage::run(float *image, int n)
{
	blur_kernel<<<n / 8, 8>>>(image, n); // expect: unchecked-launch
}

void Stage::dump(float *image, int n)
{
	blur_kernel<<<n / 4, 4>>>(image, n); // expect-note: unchecked-launch
}

// Whom nobody runs runs nobody.
static void blur_rows(float *image, int n)
{
	blur_kernel<<<n / 2, 2>>>(image, n); // expect-note: unchecked-launch
}

static void blur_columns(float *image, int n)
{
	blur_kernel<<<2, n / 2>>>(image, n); // expect: unchecked-launch
}

void blur_rows_twice(float *image, int n)
{
	blur_rows(image, n);
	blur_rows(image, n);
}

void blur_columns_twice(float *image, int n)
{
	blur_columns(image, n);
}

// A number is pasted whole: 8 makes no blur_by_28.
void blur_by_28(float *image, int n)
{
	blur_kernel<<<n / 28, 28>>>(image, n); // expect-note: unchecked-launch
}

void blur_by_8(float *image, int n)
{
	blur_kernel<<<n / 8, 8>>>(image, n); // expect: unchecked-launch
}
