// A status that was made before the failure, or that another call has made, tells nobody of it.
#include <cuda_runtime.h>

enum status_t { STATUS_OK, STATUS_FAILED };

__global__ void step(float *p);
status_t to_status(cudaError_t err);
status_t log_failure(const char *what, cudaError_t err);

// A kernel without code for the device is left out, in silence.
status_t skipped_bad(void **kernels, int count, int *most)
{
	status_t result = STATUS_OK;
	for (int i = 0; i < count; i++) {
		cudaFuncAttributes attr;
		cudaError_t err = cudaFuncGetAttributes(&attr, kernels[i]); // expect-error: latched-error
		if (err != cudaSuccess)
			continue;
		if (attr.maxThreadsPerBlock > *most)
			*most = attr.maxThreadsPerBlock;
		if (cudaFuncSetAttribute(kernels[i], cudaFuncAttributePreferredSharedMemoryCarveout, 50) != cudaSuccess) {
			result = STATUS_FAILED;
			goto next;
		}
next:;
	}
	return result;
}

status_t skipped_good(void **kernels, int count, int *most)
{
	status_t result = STATUS_OK;
	for (int i = 0; i < count; i++) {
		cudaFuncAttributes attr;
		cudaError_t err = cudaFuncGetAttributes(&attr, kernels[i]);
		if (err != cudaSuccess) {
			(void)cudaGetLastError();
			continue;
		}
		if (attr.maxThreadsPerBlock > *most)
			*most = attr.maxThreadsPerBlock;
		if (cudaFuncSetAttribute(kernels[i], cudaFuncAttributePreferredSharedMemoryCarveout, 50) != cudaSuccess) {
			result = STATUS_FAILED;
			goto next;
		}
next:;
	}
	return result;
}

// Told, each in its way: callers are asked to drain by a note.
status_t told_by_constant(void *host, size_t bytes)
{
	status_t result = STATUS_OK;
	if (cudaMallocHost(&host, bytes) != cudaSuccess) {
		result = STATUS_FAILED;
		goto out;
	}
	result = to_status(cudaMemset(host, 0, bytes));
out:
	return result;
}

status_t told_by_translation(void **out, size_t bytes)
{
	cudaError_t err = cudaMalloc(out, bytes);
	if (err != cudaSuccess)
		return to_status(err);
	return STATUS_OK;
}

status_t told_by_helper(void **out, size_t bytes)
{
	status_t result = STATUS_OK;
	cudaError_t err = cudaMalloc(out, bytes);
	if (err != cudaSuccess)
		result = log_failure("out of memory", err);
	return result;
}

struct capture_result {
	bool is_done = false;
	const char *why = nullptr;
};

capture_result told_by_member(void *buffer, size_t bytes)
{
	capture_result result;
	cudaError_t err = cudaMemset(buffer, 0, bytes);
	if (err != cudaSuccess) {
		result.why = cudaGetErrorString(err);
		return result;
	}
	result.is_done = true;
	return result;
}

// The fallback's code is returned, and says success.
cudaError_t fallback_bad(void **out, size_t bytes, cudaStream_t s)
{
	cudaError_t err = cudaMallocAsync(out, bytes, s); // expect: latched-error
	if (err == cudaErrorNotSupported)
		return cudaMalloc(out, bytes);
	return err;
}

cudaError_t fallback_good(void **out, size_t bytes, cudaStream_t s)
{
	cudaError_t err = cudaMallocAsync(out, bytes, s);
	if (err == cudaErrorNotSupported) {
		(void)cudaGetLastError();
		return cudaMalloc(out, bytes);
	}
	return err;
}
