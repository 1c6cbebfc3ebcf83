// Functions that their users may capture, and where they send their work.
#include <cuda_runtime.h>
#include <cub/cub.cuh>

__global__ void step(float *p);

cudaError_t forgets_the_stream(float *p, cudaStream_t stream)
{
	step<<<1, 32>>>(p); // expect-warning: uncaptured-launch
	return cudaGetLastError();
}

cudaError_t zero_for_the_stream(float *p, cudaStream_t stream)
{
	step<<<1, 32, 0, 0>>>(p); // expect-warning: uncaptured-launch
	return cudaGetLastError();
}

cudaError_t by_a_null_variable(float *p, cudaStream_t stream)
{
	cudaStream_t s = nullptr;
	step<<<1, 32, 0, s>>>(p); // expect-warning: uncaptured-launch
	return cudaGetLastError();
}

cudaError_t on_its_stream(float *p, cudaStream_t stream)
{
	cudaStream_t s = stream;
	step<<<1, 32, 0, s>>>(p);
	return cudaGetLastError();
}

cudaError_t either(float *p, cudaStream_t stream, bool own)
{
	cudaStream_t s = nullptr;
	if (own)
		s = stream;
	step<<<1, 32, 0, s>>>(p);
	return cudaGetLastError();
}

cudaError_t copies(float *to, const float *from, size_t n, cudaStream_t stream)
{
	cudaError_t err = cudaMemcpyAsync(to, from, n, cudaMemcpyDeviceToDevice); // expect-warning: uncaptured-launch
	if (err != cudaSuccess)
		return err;
	err = cudaMemsetAsync(to, 0, n); // expect-warning: uncaptured-launch
	if (err != cudaSuccess)
		return err;
	err = cudaMemcpy(to, from, n, cudaMemcpyDeviceToDevice); // expect-warning: uncaptured-launch
	if (err != cudaSuccess)
		return err;
	return cudaMemcpyAsync(to, from, n, cudaMemcpyDeviceToDevice, stream);
}

// The caller chose.
cudaError_t copy(float *to, const float *from, size_t n, bool is_async, cudaStream_t stream)
{
	return is_async ? cudaMemcpyAsync(to, from, n, cudaMemcpyDefault, stream) : cudaMemcpy(to, from, n, cudaMemcpyDefault);
}

cudaError_t after_a_wait(float *to, const float *from, float *p, cudaStream_t stream)
{
	step<<<1, 32, 0, stream>>>(p);
	cudaError_t err = cudaGetLastError();
	if (err == cudaSuccess)
		err = cudaStreamSynchronize(stream);
	return err == cudaSuccess ? cudaMemcpy(to, from, 4, cudaMemcpyDeviceToHost) : err;
}

cudaError_t timed(float *p, cudaEvent_t begin, cudaStream_t stream)
{
	cudaError_t err = cudaEventRecord(begin); // expect-warning: uncaptured-launch
	if (err != cudaSuccess)
		return err;
	step<<<1, 32, 0, stream>>>(p);
	return cudaGetLastError();
}

cudaError_t sums(void *storage, size_t *bytes, const float *in, float *out, int n, cudaStream_t stream)
{
	if (!storage)
		return cub::DeviceReduce::Sum(storage, *bytes, in, out, n);
	return cub::DeviceReduce::Sum(storage, *bytes, in, out, n); // expect-warning: uncaptured-launch
}

cudaError_t sums_right(void *storage, size_t *bytes, const float *in, float *out, int n, cudaStream_t stream)
{
	cudaError_t err = cub::DeviceReduce::Sum(nullptr, *bytes, in, out, n);
	return err == cudaSuccess ? cub::DeviceReduce::Sum(storage, *bytes, in, out, n, stream) : err;
}

cudaError_t cached(float *p, cudaStream_t stream)
{
	static cudaStream_t first = stream;
	step<<<1, 32, 0, first>>>(p); // expect-warning: uncaptured-launch
	return cudaGetLastError();
}

cudaError_t only_if_eager(float *p, cudaStream_t stream)
{
	cudaStreamCaptureStatus status;
	cudaError_t err = cudaStreamIsCapturing(stream, &status);
	if (err != cudaSuccess)
		return err;
	if (status == cudaStreamCaptureStatusNone) {
		step<<<1, 32>>>(p);
		return cudaGetLastError();
	}
	step<<<1, 32, 0, stream>>>(p);
	return cudaGetLastError();
}

cudaError_t init_tables(float *p, cudaStream_t stream)
{
	step<<<1, 32>>>(p); // expect-warning: uncaptured-launch
	return cudaGetLastError();
}

cudaError_t only_if_false(float *p, bool is_capturing, cudaStream_t stream)
{
	if (is_capturing == false)
		step<<<1, 32>>>(p);
	else
		step<<<1, 32, 0, stream>>>(p);
	return cudaGetLastError();
}

cudaError_t only_if_true(float *p, bool is_capturing, cudaStream_t stream)
{
	if (is_capturing == true)
		step<<<1, 32>>>(p); // expect-warning: uncaptured-launch
	else
		step<<<1, 32, 0, stream>>>(p);
	return cudaGetLastError();
}
