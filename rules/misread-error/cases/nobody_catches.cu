// Out of a thread, or to callers that nobody sees, an exception ends the process: no later check is there to report the error again.
#include <cuda_runtime.h>

#include <stdexcept>
#include <thread>

__global__ void work(float *p);

static void require(cudaError_t code)
{
	if (code != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(code));
}

static void step_good(float *p)
{
	work<<<1, 32>>>(p);
	require(cudaPeekAtLastError());
}

static void serve(float *p)
{
	for (;;)
		step_good(p);
}

std::thread start_good(float *p) { return std::thread(&serve, p); }

static void try_step_bad(float *p)
{
	work<<<1, 64>>>(p);
	require(cudaPeekAtLastError()); // expect: misread-error
}

bool tried(float *p)
{
	try {
		try_step_bad(p);
	} catch (const std::runtime_error &) {
		return false;
	}
	return true;
}
