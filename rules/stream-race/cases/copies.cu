// Copies and kernels on two streams of one function.
#include <cuda_runtime.h>

__global__ void step(float *p, const float *q);

static void check(cudaError_t err)
{
	if (err != cudaSuccess)
		throw err;
}

void reads_before_the_join(float *buffer, float *out, const float *in, cudaStream_t side, cudaEvent_t e, cudaEvent_t done, cudaStream_t stream)
{
	check(cudaEventRecord(e, stream));
	check(cudaStreamWaitEvent(side, e, 0));
	check(cudaMemcpyAsync(buffer, in, 64, cudaMemcpyDeviceToDevice, side));
	step<<<1, 32, 0, stream>>>(out, buffer); // expect-note: stream-race
	check(cudaGetLastError());
	check(cudaEventRecord(done, side));
	check(cudaStreamWaitEvent(stream, done, 0));
}

void reads_after_the_join(float *buffer, float *out, const float *in, cudaStream_t side, cudaEvent_t e, cudaEvent_t done, cudaStream_t stream)
{
	check(cudaEventRecord(e, stream));
	check(cudaStreamWaitEvent(side, e, 0));
	check(cudaMemcpyAsync(buffer, in, 64, cudaMemcpyDeviceToDevice, side));
	check(cudaEventRecord(done, side));
	check(cudaStreamWaitEvent(stream, done, 0));
	step<<<1, 32, 0, stream>>>(out, buffer);
	check(cudaGetLastError());
}

void forked_before_the_fill(float *buffer, float *out, cudaStream_t side, cudaEvent_t e, cudaEvent_t done, cudaStream_t stream)
{
	check(cudaEventRecord(e, stream));
	check(cudaStreamWaitEvent(side, e, 0));
	check(cudaMemsetAsync(buffer, 0, 64, stream));
	step<<<1, 32, 0, side>>>(out, buffer); // expect-note: stream-race
	check(cudaGetLastError());
	check(cudaEventRecord(done, side));
	check(cudaStreamWaitEvent(stream, done, 0));
}

void either(float *buffer, float *out, bool wide, cudaStream_t side, cudaEvent_t e, cudaEvent_t done, cudaStream_t stream)
{
	check(cudaEventRecord(e, stream));
	check(cudaStreamWaitEvent(side, e, 0));
	if (wide)
		check(cudaMemsetAsync(buffer, 0, 64, stream));
	else
		check(cudaMemsetAsync(buffer, 0, 32, side));
	check(cudaEventRecord(done, side));
	check(cudaStreamWaitEvent(stream, done, 0));
	step<<<1, 32, 0, stream>>>(out, buffer);
	check(cudaGetLastError());
}
