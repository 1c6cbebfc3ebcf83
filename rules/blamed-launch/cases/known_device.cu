// rules: blamed-launch latched-error
// Going to a device that was good once fails only when the context is lost for good: a launch check that finds that blames nobody wrongly. Going
// to one that somebody names may be refused.
#include <cuda_runtime.h>

#include <cstdio>
#include <stdexcept>

__global__ void fill_kernel(int *to, int n);

#define CHECK_LAUNCH()                                                           \
	do {                                                                     \
		cudaError_t code_ = cudaGetLastError();                          \
		if (code_ != cudaSuccess)                                        \
			throw std::runtime_error(cudaGetErrorString(code_));     \
	} while (0)

static void tell(const char *what, cudaError_t code)
{
	if (code != cudaSuccess)
		std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
}

struct lane {
	int device;
	cudaStream_t stream;
	~lane()
	{
		tell("cudaSetDevice", cudaSetDevice(device)); // expect-note: latched-error
		tell("cudaStreamDestroy", cudaStreamDestroy(stream)); // expect-note: latched-error
	}
	void give_back()
	{
		tell("cudaSetDevice", cudaSetDevice(device)); // expect-note: latched-error
		tell("cudaStreamDestroy", cudaStreamDestroy(stream)); // expect-note: latched-error
	}
};

void fill_after_lane(int *to, int n, cudaStream_t s)
{
	{
		lane short_lived = {0, nullptr};
		short_lived.give_back();
	}
	fill_kernel<<<1, 256, 0, s>>>(to, n);
	CHECK_LAUNCH();
}

void fill_after_return(int *to, int n, cudaStream_t s)
{
	int before = 0;
	if (cudaGetDevice(&before) != cudaSuccess) // expect-note: latched-error
		return;
	tell("cudaSetDevice", cudaSetDevice(before)); // expect-note: latched-error
	fill_kernel<<<1, 256, 0, s>>>(to, n);
	CHECK_LAUNCH();
}

void fill_on(int device, int *to, int n, cudaStream_t s)
{
	tell("cudaSetDevice", cudaSetDevice(device)); // expect-warning: latched-error
	fill_kernel<<<1, 256, 0, s>>>(to, n);
	CHECK_LAUNCH(); // expect-warning: blamed-launch
}

struct kept {
	void *block;
	int device;
};

// Where its block was made.
void fill_kept(kept &k, int *to, int n, cudaStream_t s)
{
	tell("cudaSetDevice", cudaSetDevice(k.device)); // expect-warning: latched-error
	fill_kernel<<<1, 256, 0, s>>>(to, n);
	CHECK_LAUNCH();
}
