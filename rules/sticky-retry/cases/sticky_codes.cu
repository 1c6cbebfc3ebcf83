// After a device fault the context is lost: every later call fails, whatever is cleared. Trying again in this process is in vain.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

void log_warning(const char *format, ...);
void run_on_host(float *p, int n);
void release_cache();

__global__ void work(float *p, int n);

void retry_bad(float *p, int n, cudaStream_t s)
{
	for (int attempt = 0; attempt < 3; attempt++) {
		work<<<1, 32, 0, s>>>(p, n);
		if (cudaGetLastError() != cudaSuccess)
			std::abort();
		cudaError_t err = cudaStreamSynchronize(s); // expect: sticky-retry
		if (err == cudaSuccess)
			return;
		if (err != cudaErrorLaunchFailure)
			std::abort();
		cudaGetLastError();
	}
}

bool fallback_bad(float *p, int n, cudaStream_t s)
{
	cudaError_t err = cudaStreamSynchronize(s); // expect: sticky-retry
	if (err == cudaErrorIllegalAddress) {
		cudaGetLastError();
		log_warning("device result is broken, computing on the host");
		run_on_host(p, n);
		return true;
	}
	if (err != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(err));
	return true;
}

int switched_bad(float *p, int n, cudaStream_t s)
{
	switch (cudaStreamSynchronize(s)) { // expect: sticky-retry
	case cudaSuccess:
		return 0;
	case cudaErrorAssert:
	case cudaErrorMisalignedAddress:
		cudaGetLastError();
		run_on_host(p, n);
		return 0;
	default:
		std::abort();
	}
}

// The only right answers: end, or hand it on.
void fatal_good(cudaStream_t s)
{
	cudaError_t err = cudaStreamSynchronize(s);
	if (err == cudaErrorIllegalAddress) {
		std::fprintf(stderr, "device fault\n");
		std::exit(1);
	}
	if (err != cudaSuccess)
		std::abort();
}

cudaError_t handed_on_good(cudaStream_t s)
{
	cudaError_t err = cudaStreamSynchronize(s);
	if (err == cudaErrorIllegalAddress)
		log_warning("device fault");
	return err;
}

void thrown_good(cudaStream_t s)
{
	cudaError_t err = cudaStreamSynchronize(s);
	if (err == cudaErrorIllegalInstruction || err == cudaErrorLaunchTimeout)
		throw std::runtime_error("device fault");
	if (err != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(err));
}

// These codes do not last.
bool out_of_memory_good(void **out, size_t bytes)
{
	cudaError_t err = cudaMalloc(out, bytes);
	if (err == cudaErrorMemoryAllocation) {
		cudaGetLastError();
		release_cache();
		err = cudaMalloc(out, bytes);
	}
	if (err != cudaSuccess)
		std::abort();
	return true;
}

bool smaller_block_good(float *p, int n, cudaStream_t s)
{
	work<<<1, 1024, 0, s>>>(p, n);
	cudaError_t err = cudaGetLastError();
	if (err == cudaErrorLaunchOutOfResources) {
		work<<<1, 256, 0, s>>>(p, n);
		err = cudaGetLastError();
	}
	return err == cudaSuccess;
}

const char *name_good(cudaError_t err)
{
	switch (err) {
	case cudaErrorIllegalAddress:
		return "illegal address";
	case cudaErrorLaunchFailure:
		return "launch failure";
	default:
		return cudaGetErrorString(err);
	}
}
