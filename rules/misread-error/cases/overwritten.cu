// The code of a call is replaced by a read of the slot before anybody looked at it.
#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

__global__ void work(float *p);

static void report(cudaError_t code, const char *call)
{
	if (code != cudaSuccess)
		throw std::runtime_error(std::string(call) + cudaGetErrorString(code));
}

#ifdef PROFILE_CALLS
void timer_start();
void timer_stop();
#define PROFILE(f)                                                                                                     \
	timer_start();                                                                                                 \
	f;                                                                                                             \
	timer_stop();
#else
#define PROFILE(f) f;
#endif

void stream_wait_bad(cudaStream_t s)
{
	PROFILE(cudaError_t error = cudaStreamSynchronize(s));
	error = cudaGetLastError(); // expect: misread-error
	report(error, "cudaStreamSynchronize");
}

void stream_wait_good(cudaStream_t s)
{
	PROFILE(cudaError_t error = cudaStreamSynchronize(s));
	report(error, "cudaStreamSynchronize");
}

void trim_pool(); // may ask the slot, or fail itself

cudaError_t plain_bad(void **out, size_t bytes)
{
	cudaError_t err = cudaMalloc(out, bytes);
	trim_pool();
	err = cudaGetLastError(); // expect: misread-error
	return err;
}

// Nothing stands between them: a failure of the call is what the slot holds.
cudaError_t right_behind_good(void **out, size_t bytes)
{
	cudaError_t err = cudaMalloc(out, bytes);
	err = cudaGetLastError();
	return err;
}

// Looked at first; the read clears, and fetches the same code.
int after_test_good(const void *kernel, int bytes)
{
	cudaError_t result = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
	if (result != cudaSuccess) {
		result = cudaGetLastError();
		report(result, "cudaFuncSetAttribute");
		return -1;
	}
	return 0;
}

cudaError_t launch_and_wait_good(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	cudaError_t err = cudaGetLastError();
	if (err == cudaSuccess)
		err = cudaStreamSynchronize(s);
	return err;
}

// Overwritten by the next call's code, not by a read; and the slot, which has kept it, is read before anybody goes on.
void overwritten_by_call(void **a, void **b, size_t n)
{
	cudaError_t ret = cudaMemset(*a, 0, n);
	ret = cudaMalloc(b, n);
	if (cudaGetLastError() != cudaSuccess) // expect: swallowed-error
		exit(1);
	if (ret != cudaSuccess)
		exit(1);
}
