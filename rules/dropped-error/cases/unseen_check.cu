// Unseen calls right behind a dropped code: some read the slot, some don't.
#include <cuda_runtime.h>

#include "unseen.h"

void upload(float *out, const float *in, size_t n)
{
	cudaMemcpy(out, in, n, cudaMemcpyDefault);
	cudaCheckError();
	cudaMemset(out, 0, n);
	checkLastError("memset", __LINE__);
}

// Waiting does not look at the copy's code, nor does a check of something else.
void fetch(bool *host, const bool *device, size_t n, stream_view stream)
{
	cudaMemcpyAsync(host, device, n, cudaMemcpyDeviceToHost, stream.value()); // expect: dropped-error
	stream.synchronize();
}
void fetch_checked(bool *host, const bool *device, size_t n)
{
	cudaMemcpyAsync(host, device, n, cudaMemcpyDeviceToHost, 0); // expect: dropped-error
	check_alignment(host, n);
}
void far(bool *host, const bool *device, size_t n)
{
	cudaMemcpyAsync(host, device, n, cudaMemcpyDeviceToHost, 0); // expect: dropped-error
	compute(host);
	cudaCheckError();
}

// One code is asked for, the others slip through: somebody has looked.
void *pinned(size_t n)
{
	void *p = nullptr;
	if (cudaMallocHost(&p, n) == cudaErrorMemoryAllocation) // expect: latched-error
		give_up("no memory");
	return p;
}

// noexcept is no clean-up by itself; cudaFree(nullptr) makes the context, without which all that follows is refused.
struct pool {
	explicit pool(int n) noexcept
	{
		cudaMalloc(&state, n * sizeof(long)); // expect: dropped-error
		prepare(state, n);
	}
	long *state;
};
void warm_up()
{
	cudaFree(nullptr); // expect-note: dropped-error
	start_threads(4);
}

// Picked up on one of two paths only.
int state(cudaStream_t s)
{
	cudaStreamCaptureStatus capturing;
	cudaStreamIsCapturing(s, &capturing); // expect-error: latched-error
	if (capturing == cudaStreamCaptureStatusNone) {
		cudaDeviceSynchronize();
		return cudaPeekAtLastError();
	}
	return cudaSuccess;
}

int sum_of(int *p, int n, bool is_early)
{
	int total;
	cudaMemcpy(&total, p, sizeof total, cudaMemcpyDeviceToHost); // expect: dropped-error
	if (is_early)
		return total;
	return cudaGetLastError() == cudaSuccess ? total : -1; // expect: swallowed-error
}
int sum_of_checked(int *p, int n, bool is_early)
{
	int total;
	cudaMemcpy(&total, p, sizeof total, cudaMemcpyDeviceToHost);
	bool is_right = cudaGetLastError() == cudaSuccess; // expect: swallowed-error
	if (is_early)
		return is_right ? total : -2;
	return is_right ? total : -1;
}

// A code that is asked for on the one path and jumped over on the other.
bool both(int *a, int *b)
{
	cudaError_t first = cudaGetDevice(a);
	cudaError_t second = cudaGetDeviceCount(b);
	cudaGetLastError();
	return cudaSuccess == first && cudaSuccess == second;
}

// The unseen macro looks at what it prints.
void logged(void *p, size_t n)
{
	APP_LOG_ERR(cudaMemset(p, 0, n));
	cudaMallocManaged(&p, n);
	cudaDeviceSynchronize();
	CudaErrorCheck();
}

// An overload that calls its name with a cast means the other one, which looks.
bool judge(cudaError_t code, const char *where)
{
	if (code == cudaSuccess)
		return true;
	remember(where);
	return false;
}
bool judge(unsigned long code, const char *where) { return judge(static_cast<cudaError_t>(code), where); }
#define JUDGE(code) (judge(code, __FUNCTION__))
void judged(void *p)
{
	JUDGE(cudaMemset(p, 0, 1)); // expect: latched-error
}
