// rules: collective-in-capture
// Collectives that all ranks capture, and one that only the root does.
#include <nccl.h>

void reduces(float *p, size_t n, int rank, ncclComm_t comm, cudaStream_t stream)
{
	if (ncclAllReduce(p, p, n, ncclFloat, ncclSum, comm, stream) != ncclSuccess)
		throw 1;
	if (rank == 0) {
		if (ncclBroadcast(p, p, n, ncclFloat, 0, comm, stream) != ncclSuccess) // expect-note: collective-in-capture
			throw 1;
	}
}

void by_size(float *p, size_t n, int world_size, ncclComm_t comm, cudaStream_t stream)
{
	if (world_size > 1) {
		if (ncclAllReduce(p, p, n, ncclFloat, ncclSum, comm, stream) != ncclSuccess)
			throw 1;
	}
}
