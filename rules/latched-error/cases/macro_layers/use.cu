// What a macro does on failure stands in its body, two headers away.
#include "checks.h"

void fatal(void **out, size_t bytes)
{
	CHECK(cudaMalloc(out, bytes));
}

void soft_bad(void **out, size_t bytes)
{
	WARN_ON(cudaMalloc(out, bytes)); // expect: latched-error
}

void soft_good(void **out, size_t bytes)
{
	WARN_ON_CLEAR(cudaMalloc(out, bytes));
}

int goto_good(void **out, size_t bytes)
{
	TRY_GOTO(cudaMalloc(out, bytes), fail);
	TRY_GOTO(cudaMemset(*out, 0, bytes), fail);
	return 0;
fail:
	return -1;
}

bool return_bad(void **out, size_t bytes)
{
	TRY_RETURN(cudaMalloc(out, bytes), false); // expect: latched-error
	return true;
}

bool expression_bad(void **out, size_t bytes)
{
	if (!SUCCEEDS(cudaMalloc(out, bytes))) // expect: latched-error
		return false;
	return true;
}

// A code that was tolerated does not reach the macro that would have ended the process.
void tolerated_bad(int peer)
{
	cudaError_t err = cudaDeviceEnablePeerAccess(peer, 0); // expect-error: latched-error
	if (err != cudaErrorPeerAccessAlreadyEnabled) {
		CHECK(err);
	}
}

void tolerated_good(int peer)
{
	cudaError_t err = cudaDeviceEnablePeerAccess(peer, 0);
	if (err != cudaErrorPeerAccessAlreadyEnabled) {
		CHECK(err);
	} else {
		// already on: not an error
		cudaGetLastError();
	}
}
