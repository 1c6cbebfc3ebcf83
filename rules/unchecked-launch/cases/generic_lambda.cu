// A lambda with template parameters is called by name.operator()<T>().
#include <cstdlib>
#include <cuda_runtime.h>

template <typename T> __global__ void scale_kernel(T *x, int n);

void scale_checked(void *x, int n, bool is_double, cudaStream_t stream)
{
	const auto launch = [&]<typename T>() { scale_kernel<T><<<n / 64, 64, 0, stream>>>((T *)x, n); };
	if (is_double)
		launch.operator()<double>();
	else
		launch.operator()<float>();
	if (cudaGetLastError() != cudaSuccess)
		abort();
}

void scale_unchecked(void *x, int n, bool is_double, cudaStream_t stream)
{
	const auto launch = [&]<typename T>() {
		scale_kernel<T><<<n / 64, 64, 0, stream>>>((T *)x, n); // expect: unchecked-launch
	};
	if (is_double)
		launch.operator()<double>();
	else
		launch.operator()<float>();
}
