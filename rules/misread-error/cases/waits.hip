#include <hip/hip_runtime.h>
#include <pybind11/pybind11.h>

#include <stdexcept>

static void report(hipError_t code, const char *call)
{
	if (code != hipSuccess)
		throw std::runtime_error(call);
}

__global__ void work(float *p) { p[0] = 1; }

void note_wait(hipStream_t s); /* may ask the slot, or fail itself */

void wait_bad(hipStream_t s)
{
	hipError_t error = hipStreamSynchronize(s);
	note_wait(s);
	error = hipGetLastError(); // expect: misread-error
	report(error, "hipStreamSynchronize");
}

/* Nothing stands between them: what the wait has answered is what the slot holds. */
void wait_twice_good(hipStream_t s)
{
	hipError_t error = hipStreamSynchronize(s);
	error = hipGetLastError();
	report(error, "hipStreamSynchronize");
}

void wait_good(hipStream_t s)
{
	hipError_t error = hipStreamSynchronize(s);
	report(error, "hipStreamSynchronize");
}

void peek_bad(float *p, hipStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	report(hipPeekAtLastError(), "work"); // expect: misread-error
}
