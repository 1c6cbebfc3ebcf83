// rules: sync-in-capture
// What only runs when a profile is turned on is not what captures are made of; other switches are.
#include <cuda_runtime.h>

#include <stdexcept>

__global__ void step(float *p);

#define CHECK(call)                                       \
	do {                                              \
		if ((call) != cudaSuccess)                \
			throw std::runtime_error("cuda"); \
	} while (0)

struct stage_profile {
	bool enabled = false;
	cudaEvent_t start, stop;
};

struct overlap {
	bool enabled = true;
	cudaEvent_t done;
};

static void timed_good(stage_profile &profile, float *p, cudaStream_t s)
{
	if (!profile.enabled) {
		step<<<1, 32, 0, s>>>(p);
		return;
	}
	CHECK(cudaEventRecord(profile.start, s));
	step<<<1, 32, 0, s>>>(p);
	CHECK(cudaEventSynchronize(profile.start)); // expect-note: sync-in-capture
}

static void waiting_bad(overlap &copies, float *p, cudaStream_t s)
{
	if (!copies.enabled) {
		step<<<1, 32, 0, s>>>(p);
		return;
	}
	step<<<1, 32, 0, s>>>(p);
	CHECK(cudaEventSynchronize(copies.done)); // expect: sync-in-capture
}

cudaGraph_t record(float *p, cudaStream_t s)
{
	stage_profile none;
	overlap copies;
	cudaGraph_t graph;
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	timed_good(none, p, s);
	waiting_bad(copies, p, s);
	CHECK(cudaStreamEndCapture(s, &graph));
	return graph;
}
