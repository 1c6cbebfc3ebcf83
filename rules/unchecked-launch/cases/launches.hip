#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void fill(float *p, float value) { p[threadIdx.x] = value; }
template <typename T>
__global__ void fill_any(T *p, T value) { p[threadIdx.x] = value; }

#define HIP_CHECK(call)                                                                                                \
	do {                                                                                                           \
		if ((call) != hipSuccess)                                                                              \
			std::abort();                                                                                  \
	} while (0)

void macro_bad(float *p, hipStream_t s)
{
	hipLaunchKernelGGL(fill, dim3(1), dim3(32), 0, s, p, 1.0f); // expect: unchecked-launch
}

void macro_good(float *p, hipStream_t s)
{
	hipLaunchKernelGGL(fill, dim3(1), dim3(32), 0, s, p, 1.0f);
	HIP_CHECK(hipGetLastError());
}

void with_events_bad(float *p, hipStream_t s, hipEvent_t begin, hipEvent_t end)
{
	hipExtLaunchKernelGGL(fill, dim3(1), dim3(32), 0, s, begin, end, 0, p, 1.0f); // expect: unchecked-launch
}

void with_events_good(float *p, hipStream_t s, hipEvent_t begin, hipEvent_t end)
{
	hipExtLaunchKernelGGL(fill, dim3(1), dim3(32), 0, s, begin, end, 0, p, 1.0f);
	HIP_CHECK(hipGetLastError());
}

void template_bad(float *p, hipStream_t s)
{
	hipLaunchKernelGGL((fill_any<float>), dim3(1), dim3(32), 0, s, p, 1.0f); // expect: unchecked-launch
	HIP_CHECK(hipStreamSynchronize(s));
}

void chevrons_bad(float *p, hipStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, 1.0f); // expect: unchecked-launch
	HIP_CHECK(hipStreamSynchronize(s));
	std::printf("after launch: %s\n", hipGetErrorName(hipGetLastError()));
#ifdef DEBUG_BOUNDS
	HIP_CHECK(hipGetLastError()); // expect: misread-error
#endif
}

void chevrons_good(float *p, hipStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, 1.0f);
	HIP_CHECK(hipGetLastError());
	HIP_CHECK(hipStreamSynchronize(s));
}

void call_good(float *p, float value, hipStream_t s)
{
	void *arguments[] = {&p, &value};
	HIP_CHECK(hipLaunchKernel((const void *)fill, dim3(1), dim3(32), arguments, 0, s));
}
