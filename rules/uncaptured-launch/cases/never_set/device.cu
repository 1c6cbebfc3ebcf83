// rules: uncaptured-launch
// The program's context holds a stream that nobody ever sets: what is given is the legacy stream.
#include "context.h"

__global__ void scale(float *x, int n);
void must(cudaError_t err);

device::device()
{
	ctx.stream = NULL; // the default stream; others some day
	ctx.device = 0;
}

void scale_all(float *x, int n, cudaStream_t s)
{
	scale<<<n / 128, 128>>>(x, n); // expect-note: uncaptured-launch
	must(cudaGetLastError());
}

void scale_on(context *ctx, float *x, int n) { scale_all(x, n, ctx->stream); }
