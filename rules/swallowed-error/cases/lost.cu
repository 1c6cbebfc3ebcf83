// rules: swallowed-error
// The slot is read after a launch, and nobody looks at what came out.
#include <cuda_runtime.h>

#include <cstdlib>

__global__ void work(float *p) { p[threadIdx.x] = 1; }

void stored_bad(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	cudaError_t code = cudaGetLastError(); // expect: swallowed-error
}

void stored_good(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	cudaError_t code = cudaGetLastError();
	if (code != cudaSuccess)
		std::abort();
}

void peeked_bad(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	cudaError_t code = cudaPeekAtLastError(); // expect: swallowed-error
	(void)code;
}

void overwritten_bad(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	cudaError_t code = cudaGetLastError(); // expect: swallowed-error
	code = cudaStreamSynchronize(s);
	if (code != cudaSuccess)
		std::abort();
}

void overwritten_good(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	cudaError_t code = cudaGetLastError();
	if (code == cudaSuccess)
		code = cudaStreamSynchronize(s);
	if (code != cudaSuccess)
		std::abort();
}

cudaError_t every_turn_good(float *p, cudaStream_t s, int n)
{
	cudaError_t code = cudaSuccess;
	for (int i = 0; i < n && code == cudaSuccess; i++) {
		work<<<1, 32, 0, s>>>(p + i);
		code = cudaGetLastError();
	}
	return code;
}

void inspect(const cudaError_t *code);

void handed_on_good(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	cudaError_t code = cudaGetLastError();
	inspect(&code);
}

struct runner {
	cudaError_t code_;
	void run_good(float *p, cudaStream_t s)
	{
		work<<<1, 32, 0, s>>>(p);
		code_ = cudaGetLastError();
	}
};
