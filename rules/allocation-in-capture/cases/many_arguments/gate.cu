// An operator of the program's own buffers, whose binding names each argument.
#include "gate.h"

__global__ void gate(void *out, const void *in, int n);
__global__ void rank(void *out, const void *in, int n);

void fused_gate(buffer &out, buffer &in, int n, int k, int groups, float scale)
{
	cudaStream_t stream = getCurrentCUDAStream();
	gate<<<1, 32, 0, stream>>>(out.p, in.p, n);
	void *ranks;
	if (cudaMalloc(&ranks, n) != cudaSuccess) // expect: allocation-in-capture
		throw 1;
	rank<<<1, 32, 0, stream>>>(ranks, in.p, n);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}
