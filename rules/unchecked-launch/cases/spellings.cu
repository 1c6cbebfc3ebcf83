// The ways a launch is written.
#include <cuda_runtime.h>

#include <cstdlib>
#include <type_traits>

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			std::abort();                                                                                  \
	} while (0)

template <typename T, bool LAST>
__global__ void filter_kernel(const T *in, T *out, int n);
namespace deep {
template <typename T, bool LAST>
__global__ void filter_kernel(const T *in, T *out, int n);
}
__global__ void one(float *p);

using one_pointer = void (*)(float *);

struct driver {
	static one_pointer get_kernel() { return one; }
	static void invoke_bad(float *p, dim3 grid, dim3 block, cudaStream_t s)
	{
		(driver:: // expect: unchecked-launch
		     get_kernel())<<<grid, block, 0, s>>>(p);
	}
	static void invoke_good(float *p, dim3 grid, dim3 block, cudaStream_t s)
	{
		(driver::get_kernel())<<<grid, block, 0, s>>>(p);
		CHECK(cudaGetLastError());
	}
};

void by_pointer_bad(one_pointer *kernel, float *p, cudaStream_t s)
{
	(*kernel)<<<1, 32, 0, s>>>(p); // expect: unchecked-launch
}

void qualified_bad(const float *in, float *out, int n, cudaStream_t s)
{
	deep::filter_kernel<float, true><<<n, 32, 0, s>>>(in, out, n); // expect: unchecked-launch
	::filter_kernel<float, (sizeof(float) > 2)><<<n, 32, 0, s>>>(in, out, n); // expect: unchecked-launch
}

void two_arguments_bad(float *p)
{
	one<<<1, 32>>>(p); // expect: unchecked-launch
}

#define ARGS in, out, n

void arguments_from_macro_good(bool last, const float *in, float *out, int n, cudaStream_t s)
{
	if (last)
		filter_kernel<float, true><<<n, 32, 0, s>>>(ARGS);
	else
		filter_kernel<float, false><<<n, 32, 0, s>>>(ARGS);
	CHECK(cudaGetLastError());
}

#undef ARGS

// A kernel chosen by auto, a stream written in place.
void chosen_good(bool last, const float *in, float *out, int n, void *stream)
{
	auto kernel = last ? filter_kernel<float, true> : filter_kernel<float, false>;
	CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
	kernel<<<dim3(n, 1, 1), dim3{32, 1, 1}, 1024, static_cast<cudaStream_t>(stream)>>>(in, out, n);
	CHECK(cudaGetLastError());
}

// One check after a switch of many launches.
void switched_good(int width, const float *in, float *out, int n, cudaStream_t s)
{
	switch (width) {
	case 0:
		filter_kernel<float, false>
			<<<n, 32, 0, s>>>(in, out, n);
		break;
	case 1:
		filter_kernel<float, true>
			<<<n, 64, 0, s>>>(in, out, n);
		break;
	default:
		break;
	}
	CHECK(cudaGetLastError());
}

// A generic lambda, folded over sizes.
template <int... SIZES>
void folded_good(const float *in, float *out, int n, cudaStream_t s)
{
	auto launch = [=](auto size) -> bool {
		if (decltype(size)::value != n)
			return false;
		filter_kernel<float, true><<<1, decltype(size)::value, 0, s>>>(in, out, n);
		return true;
	};
	if ((launch(std::integral_constant<int, SIZES>{}) || ...)) {
		CHECK(cudaGetLastError());
		return;
	}
	filter_kernel<float, false><<<1, 32, 0, s>>>(in, out, n);
	CHECK(cudaGetLastError());
}

// A result that was waited for and checked is not the launch's.
void waited_result_bad(float *p)
{
	one<<<1, 32>>>(p); // expect: unchecked-launch
	auto waited = cudaDeviceSynchronize();
	CHECK(waited);
}

// Shifts and streams are no launches.
template <typename T>
T &operator<<=(T &out, one_pointer);

int shifted(int a, int b)
{
	return (a << 3) >> b;
}

// As some formatters part them.
void parted_bad(float *p)
{
	scale << <1, 32 >> > (p, 2.0f); // expect: unchecked-launch
	scale << < dim3(1), 32, 0, 0>> >(p, 2.0f); // expect: unchecked-launch
}

cudaError_t parted_good(float *p)
{
	scale << <1, 32 >> > (p, 2.0f);
	return cudaGetLastError();
}
