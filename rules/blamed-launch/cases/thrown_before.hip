// A failure that a check throws does not reach the check behind it; where a flag left the first one out, the second one is the first to look.
#include <hip/hip_runtime.h>
#include <pybind11/pybind11.h>

#include <stdexcept>

__global__ void work(float *p) { p[0] = 1; }

struct config {
	bool checks;
	void handle(hipError_t error) const;
};

void config::handle(hipError_t error) const
{
	if (error != hipSuccess)
		throw std::runtime_error(hipGetErrorString(error));
}

#define CHECK_ALL()                                                                                                    \
	{                                                                                                              \
		hipError_t pending = hipGetLastError();                                                               \
		current->handle(pending);                                                                              \
	}

static void begin_several(const config *current, hipEvent_t event)
{
	hipError_t recorded = hipEventRecord(event, 0);
	if (current->checks)
		current->handle(recorded);
}

void launch_good(const config *current, float *p, hipEvent_t event)
{
	begin_several(current, event);
	work<<<1, 32>>>(p);
	if (current->checks)
		CHECK_ALL();
}

static void tolerate(float **p)
{
	hipError_t error = hipMalloc((void **)p, 1 << 20); // expect: latched-error
	if (error != hipSuccess)
		*p = nullptr;
}

void launch_bad(const config *current, float *q)
{
	float *p;
	tolerate(&p);
	work<<<1, 32>>>(p ? p : q);
	current->handle(hipGetLastError()); // expect: blamed-launch
}
