// The refusal that is meant to happen is named and drained; other failures are told as a status, and callers hand that on.
#include <cuda_runtime.h>

enum status_t { STATUS_OK, STATUS_FAILED };

status_t connect_good(int peer)
{
	cudaError_t err = cudaDeviceEnablePeerAccess(peer, 0); // expect-note: latched-error
	if (err == cudaErrorPeerAccessAlreadyEnabled)
		(void)cudaGetLastError();
	else if (err != cudaSuccess)
		return STATUS_FAILED;
	return STATUS_OK;
}

status_t connect_bad(int peer)
{
	cudaError_t err = cudaDeviceEnablePeerAccess(peer, 0); // expect-error: latched-error
	if (err != cudaSuccess && err != cudaErrorPeerAccessAlreadyEnabled)
		return STATUS_FAILED;
	return STATUS_OK;
}

// The code itself, but for the one that is meant to happen.
cudaError_t connect_code_bad(int peer)
{
	cudaError_t err = cudaDeviceEnablePeerAccess(peer, 0); // expect-error: latched-error
	if (err == cudaErrorPeerAccessAlreadyEnabled)
		return cudaSuccess;
	return err;
}

cudaError_t connect_code_good(int peer)
{
	cudaError_t err = cudaDeviceEnablePeerAccess(peer, 0);
	if (err == cudaErrorPeerAccessAlreadyEnabled) {
		(void)cudaGetLastError();
		return cudaSuccess;
	}
	return err;
}

// What is not the named one goes on, in silence.
void connect_half(int peer)
{
	cudaError_t err = cudaDeviceEnablePeerAccess(peer, 0); // expect: latched-error
	if (err == cudaErrorPeerAccessAlreadyEnabled)
		(void)cudaGetLastError();
	else if (err != cudaSuccess)
		peer = -1;
}

// The same, one function further up.
static status_t connect_below(int peer)
{
	cudaError_t err = cudaDeviceEnablePeerAccess(peer, 0); // expect-note: latched-error
	if (err == cudaErrorPeerAccessAlreadyEnabled)
		(void)cudaGetLastError();
	else if (err != cudaSuccess)
		return STATUS_FAILED;
	return STATUS_OK;
}

status_t connect_all(int peers)
{
	for (int i = 0; i < peers; i++) {
		status_t status = connect_below(i);
		if (status != STATUS_OK)
			return status;
	}
	return STATUS_OK;
}
