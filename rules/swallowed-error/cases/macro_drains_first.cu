// rules: swallowed-error
// What a macro is given runs where the macro uses it: behind the wait and the read that stand before.
#include <cuda_runtime.h>

#include <stdexcept>

#define FAIL(error) throw std::runtime_error(cudaGetErrorString(error))
#define LAST() cudaGetLastError() // expect-note: swallowed-error
#define SETTLE() \
	do { \
		cudaError_t settled = cudaDeviceSynchronize(); \
		if (settled == cudaSuccess) \
			settled = LAST(); \
		if (settled != cudaSuccess) \
			FAIL(settled); \
	} while (0)
#define CHECK_SETTLED(call) \
	do { \
		SETTLE(); \
		cudaError_t status = (call); \
		if (status != cudaSuccess) \
			FAIL(status); \
		SETTLE(); \
	} while (0)
#define CHECK_PLAIN(call) \
	do { \
		cudaError_t status = (call); \
		if (status != cudaSuccess) \
			FAIL(status); \
	} while (0)
#ifdef SETTLED
#define CHECK(call) CHECK_SETTLED(call);
#else
#define CHECK(call) CHECK_PLAIN(call)
#endif

void make_good(cudaEvent_t *event) { CHECK(cudaEventCreateWithFlags(event, cudaEventDisableTiming)); }

void make_at_once_good(cudaEvent_t *event, int device)
{
	CHECK_PLAIN(cudaSetDevice(device));
	CHECK_SETTLED(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
}

/* The call comes first, and the slot is read in place of what it returned. */
#define CHECK_SLOT(call) \
	call; \
	if (cudaGetLastError() != cudaSuccess) FAIL(cudaErrorUnknown) // expect: swallowed-error

void make_bad(cudaEvent_t *event) { CHECK_SLOT(cudaEventCreateWithFlags(event, cudaEventDisableTiming)); }
