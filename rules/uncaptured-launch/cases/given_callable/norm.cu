// rules: uncaptured-launch
// visit() runs what it is given for the one who gives it: what another caller has it do is in no capture.
#include <cuda_runtime.h>
#include <functional>

__global__ void square(float *sum, const float *x);
__global__ void top(float *max, const float *x);
void must(cudaError_t err);

struct tensors {
	float *at[8];
};

void visit(const std::function<void(float *)> &f, tensors &all)
{
	for (int i = 0; i < 8; i++)
		f(all.at[i]);
}

void squares(float *sum, tensors &all, cudaStream_t s)
{
	visit([&](float *x) {
		square<<<1, 32>>>(sum, x); // expect-error: uncaptured-launch
		must(cudaGetLastError());
	}, all);
}

void record_norm(float *sum, tensors &all, cudaGraph_t *graph, cudaStream_t s)
{
	must(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
	squares(sum, all, s);
	must(cudaStreamEndCapture(s, graph));
}

/* Once, when the weights have been read. */
void find_tops(float *max, tensors &all)
{
	visit([&](float *x) {
		top<<<1, 32>>>(max, x);
		must(cudaGetLastError());
	}, all);
}
