// What only brings data from the host, and what needs the host on every way, is captured by nobody; a wait at a first use belongs to something
// that is looked at there.
#include <cuda_runtime.h>

__global__ void use(float *p, const int *n);

struct Values {
	float *device = nullptr;
	float *host = nullptr;
	int *count = nullptr;
	size_t bytes = 0;

	void push(cudaStream_t stream)
	{
		if (!device)
			cudaMalloc(&device, bytes); // expect-note: first-use-in-capture
		cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream);
	}

	int counted(cudaStream_t stream)
	{
		int n = 0;
		if (!count)
			cudaMalloc(&count, sizeof n); // expect-note: first-use-in-capture
		use<<<1, 1, 0, stream>>>(device, count);
		cudaMemcpyAsync(&n, count, sizeof n, cudaMemcpyDeviceToHost, stream);
		cudaStreamSynchronize(stream);
		return n;
	}

	void run(cudaStream_t stream)
	{
		if (!device)
			cudaMalloc(&device, bytes); // expect-warning: first-use-in-capture
		use<<<1, 1, 0, stream>>>(device, count);
	}
};
