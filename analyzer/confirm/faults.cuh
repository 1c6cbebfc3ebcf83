/* Kernels that end the context, by the code that follows. A kernel waits for the host's sign first, so that what the host
 * does before the sign happens before the fault, every time. */
#ifndef CONFIRM_FAULTS_CUH
#define CONFIRM_FAULTS_CUH

#include "harness.cuh"

#include <cassert>

enum fault { ILLEGAL_ADDRESS, MISALIGNED_ADDRESS, ASSERTION, TRAP };

static __global__ void harness_fault(volatile unsigned *sign, enum fault fault, char *place)
{
	while (!*sign)
		;
	if (fault == ILLEGAL_ADDRESS)
		*reinterpret_cast<volatile unsigned *>(place + (1ull << 60)) = 1;
	else if (fault == MISALIGNED_ADDRESS)
		*reinterpret_cast<volatile unsigned *>(place + 1) = 1;
	else if (fault == ASSERTION)
		assert(!fault);
	else
#ifdef CONFIRM_HIP
		__builtin_trap();
#else
		__trap();
#endif
}

static const struct {
	const char *code;
	enum fault fault;
} faults[] = {
	{"cudaErrorIllegalAddress", ILLEGAL_ADDRESS},
	{"cudaErrorMisalignedAddress", MISALIGNED_ADDRESS},
	{"cudaErrorAssert", ASSERTION},
	{"cudaErrorLaunchFailure", TRAP},
};

inline bool knows_fault(const char *code)
{
	for (const auto &f : faults)
		if (same_name(f.code, code))
			return true;
	return false;
}

/* Queues the fault of parameter_code; it happens once *sign is set. */
inline volatile unsigned *launch_fault(struct scene *s)
{
	void *sign;
	must(cudaHostAlloc(&sign, sizeof(unsigned), cudaHostAllocDefault));
	auto *flag = static_cast<volatile unsigned *>(sign);
	*flag = 0;
	for (const auto &f : faults)
		if (same_name(f.code, parameter_code))
			harness_fault<<<1, 1, 0, s->work>>>(flag, f.fault, reinterpret_cast<char *>(s->out));
	return flag;
}

#endif
