// What a wait reports can't be cleared: the call behind it is refused with the same code, and somebody looks at that.
#include <cuda_runtime.h>
#include <stdexcept>

#define CHECK(call) do { cudaError_t err_ = (call); if (err_ != cudaSuccess) throw std::runtime_error(cudaGetErrorString(err_)); } while (0)

static void fetch(float *to, const float *from, int n) { CHECK(cudaMemcpy(to, from, sizeof(float) * (size_t)n, cudaMemcpyDeviceToHost)); }

void take(float *host, const float *device, int n)
{
	cudaDeviceSynchronize(); // expect-note: dropped-error
	CHECK(cudaMemcpy(host, device, sizeof(float) * (size_t)n, cudaMemcpyDeviceToHost));
}

void take_by_helper(float *host, const float *device, int n)
{
	cudaDeviceSynchronize(); // expect-note: dropped-error
	fetch(host, device, n);
}

// The host reads what may not be there before anybody is told.
float sum(const float *pinned, float *device, int n, cudaStream_t stream)
{
	cudaStreamSynchronize(stream); // expect: dropped-error
	float total = 0;
	for (int i = 0; i < n; i++)
		total += pinned[i];
	CHECK(cudaMemsetAsync(device, 0, sizeof(float) * (size_t)n, stream));
	return total;
}

// Nobody looks at the next one either.
void take_blindly(float *host, const float *device, int n)
{
	cudaDeviceSynchronize(); // expect: dropped-error
	cudaMemcpy(host, device, sizeof(float) * (size_t)n, cudaMemcpyDeviceToHost); // expect: dropped-error
}

// A refusal of anything but a wait is not repeated.
void fill(float *device, int n, cudaStream_t stream)
{
	cudaMemsetAsync(device, 0, sizeof(float) * (size_t)n, stream); // expect: dropped-error
	CHECK(cudaStreamSynchronize(stream));
}
