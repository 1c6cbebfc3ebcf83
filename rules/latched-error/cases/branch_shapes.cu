// The ways a code is asked whether it is a failure. Each refusal is answered by a fallback; the bad half leaves it in the slot.
#include <cuda_runtime.h>

void log_warning(const char *format, ...);

bool not_equal_bad(void *buffer, size_t bytes)
{
	cudaError_t err = cudaHostRegister(buffer, bytes, cudaHostRegisterDefault); // expect: latched-error
	if (err != cudaSuccess) {
		log_warning("not pinned: %s", cudaGetErrorString(err));
		return false;
	}
	return true;
}

bool not_equal_good(void *buffer, size_t bytes)
{
	cudaError_t err = cudaHostRegister(buffer, bytes, cudaHostRegisterDefault);
	if (err != cudaSuccess) {
		cudaGetLastError();
		log_warning("not pinned: %s", cudaGetErrorString(err));
		return false;
	}
	return true;
}

bool equal_bad(void *buffer, size_t bytes)
{
	cudaError_t err = cudaHostRegister(buffer, bytes, cudaHostRegisterDefault); // expect: latched-error
	if (err == cudaSuccess)
		return true;
	return false;
}

bool equal_good(void *buffer, size_t bytes)
{
	cudaError_t err = cudaHostRegister(buffer, bytes, cudaHostRegisterDefault);
	if (err == cudaSuccess)
		return true;
	(void)cudaGetLastError();
	return false;
}

bool reversed_bad(void **out, size_t bytes)
{
	if (cudaSuccess != cudaMallocManaged(out, bytes)) { // expect: latched-error
		*out = nullptr;
		return false;
	}
	return true;
}

bool truth_bad(void **out, size_t bytes)
{
	cudaError_t err = cudaMallocManaged(out, bytes); // expect: latched-error
	if (err) {
		*out = nullptr;
		return false;
	}
	return true;
}

bool truth_good(void **out, size_t bytes)
{
	cudaError_t err = cudaMallocManaged(out, bytes);
	if (err) {
		*out = nullptr;
		static_cast<void>(cudaGetLastError());
		return false;
	}
	return true;
}

bool negated_bad(void **out, size_t bytes)
{
	if (!cudaMallocManaged(out, bytes)) // expect: latched-error
		return true;
	*out = nullptr;
	return false;
}

int switched_bad(int peer)
{
	switch (cudaDeviceEnablePeerAccess(peer, 0)) { // expect-error: latched-error
	case cudaSuccess:
	case cudaErrorPeerAccessAlreadyEnabled:
		return 1;
	default:
		return 0;
	}
}

int switched_good(int peer)
{
	switch (cudaDeviceEnablePeerAccess(peer, 0)) {
	case cudaSuccess:
		return 1;
	case cudaErrorPeerAccessAlreadyEnabled:
		cudaGetLastError();
		return 1;
	default:
		cudaGetLastError();
		return 0;
	}
}

const char *ternary_bad(void **out, size_t bytes)
{
	cudaError_t err = cudaMalloc(out, bytes); // expect: latched-error
	return err == cudaSuccess ? "device" : "host";
}

const char *ternary_good(void **out, size_t bytes)
{
	cudaError_t err = cudaMalloc(out, bytes);
	return err == cudaSuccess ? "device" : (cudaGetLastError(), "host");
}

bool value_bad(void **out, size_t bytes)
{
	return cudaMalloc(out, bytes) == cudaSuccess; // expect: latched-error
}

bool value_good(void **out, size_t bytes)
{
	bool ok = cudaMalloc(out, bytes) == cudaSuccess;
	if (!ok)
		cudaGetLastError();
	return ok;
}

bool or_else_bad(void **out, size_t bytes)
{
	// The second call succeeds and does not clear what the first one left.
	return cudaMalloc(out, bytes) == cudaSuccess || // expect: latched-error
	       cudaMallocManaged(out, bytes) == cudaSuccess; // expect: latched-error
}

bool and_bad(void **a, void **b, size_t bytes)
{
	if (cudaMalloc(a, bytes) == cudaSuccess && // expect: latched-error
	    cudaMalloc(b, bytes) == cudaSuccess) // expect: latched-error
		return true;
	*a = *b = nullptr;
	return false;
}

bool and_good(void **a, void **b, size_t bytes)
{
	if (cudaMalloc(a, bytes) == cudaSuccess && cudaMalloc(b, bytes) == cudaSuccess)
		return true;
	cudaGetLastError();
	*a = *b = nullptr;
	return false;
}

bool one_of_two_bad(void **a, void **b, size_t bytes)
{
	cudaError_t err = cudaMalloc(a, bytes);
	if (err != cudaSuccess) {
		cudaGetLastError();
		return false;
	}
	err = cudaMalloc(b, bytes); // expect: latched-error
	if (err != cudaSuccess)
		return false;
	return true;
}

bool named_code_good(void **out, size_t bytes)
{
	cudaError_t err = cudaMalloc(out, bytes);
	if (err == cudaErrorMemoryAllocation) {
		cudaGetLastError();
		return false;
	}
	if (err != cudaSuccess)
		__builtin_trap();
	return true;
}

bool result_variable_bad(int device)
{
	bool usable = true;
	int value = 0;
	cudaError_t err = cudaDeviceGetAttribute(&value, cudaDevAttrHostNumaMemoryPoolsSupported, device); // expect: latched-error
	if (err != cudaSuccess)
		usable = false;
	if (!value)
		usable = false;
	return usable;
}
