// Functions that their users may capture: a wait that nothing needs, and waits that have a reason.
#include <cuda_runtime.h>

__global__ void step(float *p);
__global__ void sum(const float *p, float *out);

cudaError_t needless(float *p, cudaStream_t stream)
{
	step<<<1, 32, 0, stream>>>(p);
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		return err;
	return cudaStreamSynchronize(stream); // expect-warning: sync-in-capture
}

cudaError_t keeps_a_local_alive(float *p, cudaStream_t stream)
{
	float zero = 0;
	cudaError_t err = cudaMemcpyAsync(p, &zero, sizeof zero, cudaMemcpyHostToDevice, stream);
	if (err != cudaSuccess)
		return err;
	return cudaStreamSynchronize(stream); // expect-warning: sync-in-capture
}

cudaError_t brings_a_result(const float *p, float *scratch, float *out, cudaStream_t stream)
{
	sum<<<1, 32, 0, stream>>>(p, scratch);
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		return err;
	err = cudaMemcpyAsync(out, scratch, sizeof *out, cudaMemcpyDeviceToHost, stream);
	if (err != cudaSuccess)
		return err;
	return cudaStreamSynchronize(stream);
}

cudaError_t timed(float *p, cudaStream_t stream, cudaEvent_t a, cudaEvent_t b, float *ms)
{
	step<<<1, 32, 0, stream>>>(p);
	cudaError_t err = cudaGetLastError();
	if (err == cudaSuccess)
		err = cudaEventSynchronize(b);
	return err == cudaSuccess ? cudaEventElapsedTime(ms, a, b) : err;
}

cudaError_t for_debugging(float *p, cudaStream_t stream, bool debug_synchronous)
{
	step<<<1, 32, 0, stream>>>(p);
	cudaError_t err = cudaGetLastError();
	if (err == cudaSuccess && debug_synchronous)
		err = cudaStreamSynchronize(stream);
	return err;
}

cudaError_t wait_for_stream(cudaStream_t stream)
{
	return cudaStreamSynchronize(stream);
}

static void CUDART_CB told(cudaStream_t, cudaError_t, void *) {}

cudaError_t adds_callback(float *p, cudaStream_t stream)
{
	step<<<1, 32, 0, stream>>>(p);
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		return err;
	return cudaStreamAddCallback(stream, told, nullptr, 0); // expect-note: sync-in-capture
}

// What follows a wait may have been decided by it: the count is in memory that both sides see.
cudaError_t counts(const float *p, float *out, int *count, cudaStream_t stream)
{
	sum<<<1, 32, 0, stream>>>(p, out);
	cudaError_t err = cudaGetLastError();
	if (err == cudaSuccess)
		err = cudaStreamSynchronize(stream);
	return err != cudaSuccess || count[0] == 0 ? err : cudaSuccess;
}

cudaError_t in_between(float *p, cudaStream_t stream)
{
	step<<<1, 32, 0, stream>>>(p);
	cudaError_t err = cudaGetLastError();
	if (err == cudaSuccess)
		err = cudaStreamSynchronize(stream);
	if (err != cudaSuccess)
		return err;
	step<<<1, 32, 0, stream>>>(p);
	return cudaGetLastError();
}

// The caller decides whether to wait: it may have no stream of its own.
cudaError_t on_its_own(float *p, cudaStream_t stream, bool has_stream)
{
	step<<<1, 32, 0, stream>>>(p);
	cudaError_t err = cudaGetLastError();
	if (err == cudaSuccess && !has_stream)
		err = cudaStreamSynchronize(stream); // expect-note: sync-in-capture
	return err;
}

// The kernel writes into memory of the host.
cudaError_t tells_the_host(float *p, float *h_total, cudaStream_t stream)
{
	sum<<<1, 32, 0, stream>>>(p, h_total);
	cudaError_t err = cudaGetLastError();
	return err == cudaSuccess ? cudaStreamSynchronize(stream) : err; // expect-note: sync-in-capture
}

// All of the device: repacking and other set-up.
cudaError_t repacks(float *p, cudaStream_t stream)
{
	step<<<1, 32, 0, stream>>>(p);
	cudaError_t err = cudaGetLastError();
	return err == cudaSuccess ? cudaDeviceSynchronize() : err; // expect-note: sync-in-capture
}

struct table {
	cudaError_t find(const float *keys, cudaStream_t stream);
};

// What the callee does with the stream is not seen.
cudaError_t looks_up(table *t, const float *keys, cudaStream_t stream)
{
	cudaError_t err = t->find(keys, stream);
	return err == cudaSuccess ? cudaStreamSynchronize(stream) : err; // expect-note: sync-in-capture
}

// Brings the caller's memory: the wait lets the caller have it back.
cudaError_t copies_to_device(void *d, const void *h, size_t n, cudaStream_t stream)
{
	cudaError_t err = cudaMemcpyAsync(d, h, n, cudaMemcpyHostToDevice, stream);
	return err == cudaSuccess ? cudaStreamSynchronize(stream) : err; // expect-note: sync-in-capture
}
