/* Steps that are handed to an encoder with the stream that it will choose: it may record them. What a step reads must outlive it. */
#include <cuda_runtime.h>

#include <vector>

struct encoder {
	template <typename F> void launch_kernel(F &&step);
	template <typename F> void with_stream(F &&step);
};

__global__ void work(float *p, const int *shape, int n);

void fills(encoder &e, int *out)
{
	e.launch_kernel([&](cudaStream_t stream) {
		int zero = 0;
		(void)cudaMemcpyAsync(out, &zero, sizeof(zero), cudaMemcpyHostToDevice, stream); // expect-warning: host-source-in-capture
	});
}

void copies(encoder &e, float *p, int *on_device, const std::vector<int> &shape)
{
	std::vector<int> copy(shape);
	e.launch_kernel([=](cudaStream_t stream) {
		(void)cudaMemcpyAsync(on_device, copy.data(), copy.size() * sizeof(int), cudaMemcpyHostToDevice, stream); // expect-warning: host-source-in-capture
		work<<<1, 32, 0, stream>>>(p, on_device, 32);
	});
}

/* Who only lends a stream runs the step at once. */
void runs_at_once(encoder &e, int *out)
{
	e.with_stream([&](cudaStream_t stream) {
		int zero = 0;
		(void)cudaMemcpyAsync(out, &zero, sizeof(zero), cudaMemcpyHostToDevice, stream); // expect-note: host-source-in-capture
	});
}

void waits(encoder &e, int *out)
{
	e.launch_kernel([&](cudaStream_t stream) {
		int zero = 0;
		(void)cudaMemcpyAsync(out, &zero, sizeof(zero), cudaMemcpyHostToDevice, stream);
		(void)cudaStreamSynchronize(stream);
	});
}
