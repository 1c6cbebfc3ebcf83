// A kernel on the legacy stream between two waits for the whole device is in order with every stream.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void dynamics(float *out, const float *q, int steps);

static void check(cudaError_t err)
{
	if (err == cudaSuccess)
		return;
	fprintf(stderr, "%s\n", cudaGetErrorString(err));
	exit(1);
}

static void settle()
{
	check(cudaDeviceSynchronize());
}

template <bool IS_SHORT>
void forward(float *out, float *q, const float *host_q, int steps, cudaStream_t *streams)
{
	if (IS_SHORT)
		check(cudaMemcpyAsync(q, host_q, 4, cudaMemcpyHostToDevice, streams[0]));
	else
		check(cudaMemcpyAsync(q, host_q, 4 * steps, cudaMemcpyHostToDevice, streams[0]));
	check(cudaDeviceSynchronize());
	if (IS_SHORT)
		dynamics<<<1, 64>>>(out, q, 1);
	else
		dynamics<<<steps, 64>>>(out, q, steps);
	check(cudaDeviceSynchronize());
}

void forward_by_helper(float *out, float *q, const float *host_q, int steps, cudaStream_t stream)
{
	check(cudaMemcpyAsync(q, host_q, 4 * steps, cudaMemcpyHostToDevice, stream));
	settle();
	dynamics<<<steps, 64>>>(out, q, steps);
	settle();
}

// The upload may still run.
void forward_early(float *out, float *q, const float *host_q, int steps, cudaStream_t stream)
{
	check(cudaMemcpyAsync(q, host_q, 4 * steps, cudaMemcpyHostToDevice, stream));
	dynamics<<<steps, 64>>>(out, q, steps); // expect-warning: uncaptured-launch
	check(cudaDeviceSynchronize());
}

// What the caller puts on its stream next need not wait.
void forward_late(float *out, float *q, const float *host_q, int steps, cudaStream_t stream)
{
	check(cudaMemcpyAsync(q, host_q, 4 * steps, cudaMemcpyHostToDevice, stream));
	check(cudaDeviceSynchronize());
	dynamics<<<steps, 64>>>(out, q, steps); // expect-warning: uncaptured-launch
}

// So may this, between the two waits.
void forward_and_back(float *out, float *q, float *host_out, int steps, cudaStream_t stream)
{
	check(cudaDeviceSynchronize());
	dynamics<<<steps, 64>>>(out, q, steps); // expect-warning: uncaptured-launch
	check(cudaMemcpyAsync(host_out, out, 4 * steps, cudaMemcpyDeviceToHost, stream));
	check(cudaDeviceSynchronize());
}

// One way alone waits.
void forward_at_times(float *out, float *q, int steps, bool is_timed, cudaStream_t stream)
{
	check(cudaDeviceSynchronize());
	dynamics<<<steps, 64>>>(out, q, steps); // expect-warning: uncaptured-launch
	if (is_timed)
		check(cudaDeviceSynchronize());
}
