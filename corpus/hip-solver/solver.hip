// A conjugate-gradient solver that captures one iteration and replays it until the residual is small.
#include "check.h"

static __global__ void apply(const double *p, double *ap, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		ap[i] = 2 * p[i];
}

static __global__ void dot(const double *a, const double *b, double *out, int n)
{
	if (threadIdx.x == 0)
		*out = n ? a[0] * b[0] : 0;
}

static __global__ void update(double *x, double *r, const double *p, const double *ap, const double *alpha, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		x[i] += *alpha * p[i];
		r[i] -= *alpha * ap[i];
	}
}

struct System {
	int n;
	double *x, *r, *p, *ap, *alpha, *residual;
};

static void iterate(const System &s, hipStream_t stream, hipStream_t side, hipEvent_t forked)
{
	int blocks = (s.n + 255) / 256;
	apply<<<blocks, 256, 0, stream>>>(s.p, s.ap, s.n);
	CHECK(hipGetLastError());
	// The side stream joins the capture by this event, and nobody waits for what it does.
	CHECK(hipEventRecord(forked, stream));
	CHECK(hipStreamWaitEvent(side, forked, 0)); // expect: unjoined-stream
	dot<<<1, 64, 0, side>>>(s.r, s.r, s.residual, s.n);
	CHECK(hipGetLastError());
	dot<<<1, 64, 0, stream>>>(s.p, s.ap, s.alpha, s.n);
	CHECK(hipGetLastError());
	update<<<blocks, 256, 0, stream>>>(s.x, s.r, s.p, s.ap, s.alpha, s.n);
	CHECK(hipGetLastError());
}

static hipGraphExec_t capture(const System &s, hipStream_t stream, hipStream_t side)
{
	hipGraph_t graph;
	hipGraphExec_t exec;
	hipEvent_t forked;
	double *scratch = nullptr;
	CHECK(hipEventCreateWithFlags(&forked, hipEventDisableTiming));
	CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
	CHECK(hipMalloc(&scratch, s.n * sizeof *scratch)); // expect: allocation-in-capture
	iterate(s, stream, side, forked);
	CHECK(hipStreamEndCapture(stream, &graph));
	CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
	CHECK(hipGraphDestroy(graph));
	CHECK(hipEventDestroy(forked));
	CHECK(hipFree(scratch));
	return exec;
}

int solve(const System &s, hipStream_t stream, hipStream_t side, double tolerance)
{
	hipGraphExec_t exec = capture(s, stream, side);
	double residual = 1e30;
	int i = 0;
	for (; i < 1000 && residual > tolerance; i++) {
		CHECK(hipGraphLaunch(exec, stream));
		CHECK(hipMemcpyAsync(&residual, s.residual, sizeof residual, hipMemcpyDeviceToHost, stream));
		CHECK(hipStreamSynchronize(stream));
	}
	CHECK(hipGraphExecDestroy(exec));
	return i;
}
