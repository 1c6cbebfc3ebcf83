// rules: misread-error
// A helper that asks the slot itself, and callers that have asked it before.
#include <cuda_runtime.h>

#include <cstdio>
#include <stdexcept>
#include <string>

__global__ void work(float *p);

static std::string last_error_text()
{
	cudaError_t e = cudaGetLastError();
	return std::string(cudaGetErrorName(e)) + ": " + cudaGetErrorString(e);
}

static std::string text_of(cudaError_t e) { return std::string(cudaGetErrorName(e)) + ": " + cudaGetErrorString(e); }

void asked_twice_bad(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		throw std::runtime_error("work: " + last_error_text()); // expect-warning: misread-error
}

void asked_once_good(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	cudaError_t e = cudaGetLastError();
	if (e != cudaSuccess)
		throw std::runtime_error("work: " + text_of(e));
}

// A peek empties nothing.
void peeked_good(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	if (cudaPeekAtLastError() != cudaSuccess)
		throw std::runtime_error("work: " + last_error_text());
}

// Another call has failed since.
cudaError_t failed_since_good(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	cudaError_t e = cudaGetLastError();
	if (cudaStreamSynchronize(s) != cudaSuccess)
		throw std::runtime_error("wait: " + last_error_text());
	return e;
}
