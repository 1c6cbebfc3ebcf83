// A lambda that is a template is called by the operator's name.
#include <cuda_runtime.h>

template <typename T>
__global__ void scale(T *p, int n);

static void check_launch()
{
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}

void checked(void *p, int n, bool is_half)
{
	auto launch = [&]<typename T>() { scale<T><<<n / 256, 256>>>((T *)p, n); };
	if (is_half)
		launch.operator()<short>();
	else
		launch.template operator()<float>();
	check_launch();
}

void unchecked(void *p, int n)
{
	auto launch = [&]<typename T>(int blocks) { scale<T><<<blocks, 256>>>((T *)p, n); }; // expect: unchecked-launch
	launch.template operator()<float>(n / 256);
}
