// Helpers that came along from somewhere: nobody in this extension calls the last two.
#include "helpers.h"

__global__ void scale(float *x, int n);
__global__ void fill(float *x, int n);
template <typename T>
__global__ void cast(T *x, int n);

void launch_scale(float *x, int n)
{
	scale<<<n / 256, 256>>>(x, n); // expect-warning: unchecked-launch
}

void launch_fill(float *x, int n)
{
	fill<<<n / 256, 256>>>(x, n); // expect-note: unchecked-launch
}

template <typename T>
void launch_cast(T *x, int n)
{
	cast<T><<<n / 256, 256>>>(x, n); // expect-note: unchecked-launch
}
template void launch_cast(float *, int);
