// A comment says that the code is of no interest here.
#include <nccl.h>

void abort_all(ncclComm_t comm, ncclResult_t *state)
{
	/* The state before it is ignored here. */
	ncclCommGetAsyncError(comm, state); // expect-note: dropped-error
	if (ncclCommAbort(comm) != ncclSuccess)
		throw 1;
}

void clear_all(float *x, size_t n)
{
	// From here on it is empty.
	cudaMemset(x, 0, n); // expect: dropped-error
}
