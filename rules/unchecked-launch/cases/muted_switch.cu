// A switch whose #define stands in a comment turns nothing on before somebody edits the file.
#include <cuda_runtime.h>

[[noreturn]] void fatal(const char *text);

/// Wait at every launch, to find the one that fails
// #define WAIT_AT_LAUNCHES 1

#ifdef WAIT_AT_LAUNCHES
#define CHECK_LAUNCH()                                                                                                 \
	do {                                                                                                           \
		cudaError_t code_ = cudaDeviceSynchronize();                                                           \
		if (code_ != cudaSuccess)                                                                              \
			fatal(cudaGetErrorString(code_));                                                              \
	} while (0)
#else
#define CHECK_LAUNCH()                                                                                                 \
	do {                                                                                                           \
		cudaError_t code_ = cudaGetLastError();                                                                \
		if (code_ != cudaSuccess)                                                                              \
			fatal(cudaGetErrorString(code_));                                                              \
	} while (0)
#endif

// #define WAIT_IN_BUILDS before this header is included, for builds that wait
#ifdef WAIT_IN_BUILDS
#define CHECK_IN_BUILD()                                                                                               \
	do {                                                                                                           \
		cudaError_t code_ = cudaDeviceSynchronize();                                                           \
		if (code_ != cudaSuccess)                                                                              \
			fatal(cudaGetErrorString(code_));                                                              \
	} while (0)
#else
#define CHECK_IN_BUILD()                                                                                               \
	do {                                                                                                           \
		cudaError_t code_ = cudaGetLastError();                                                                \
		if (code_ != cudaSuccess)                                                                              \
			fatal(cudaGetErrorString(code_));                                                              \
	} while (0)
#endif

__global__ void scale(float *p);

void checked(float *p)
{
	scale<<<1, 32>>>(p);
	CHECK_LAUNCH();
}

void checked_in_some_builds(float *p)
{
	scale<<<1, 32>>>(p); // expect: unchecked-launch
	CHECK_IN_BUILD();
}

void traced(float *p)
{
#ifdef WAIT_AT_LAUNCHES
	scale<<<1, 32>>>(p); // expect-note: unchecked-launch
	cudaDeviceSynchronize();
#endif
}
