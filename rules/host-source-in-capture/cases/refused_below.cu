// A failure that is handed on is no way past the allocation of a function below: nobody captures this.
#include <cuda_runtime.h>
#include <torch/extension.h>

struct spans {
	int from[8], to[8];
};

cudaError_t enqueue(const spans *on_device, cudaStream_t s);

static cudaError_t exchanged(const int *counts, int *host, int n, cudaStream_t s)
{
	cudaError_t e = enqueue(nullptr, s);
	if (e != cudaSuccess)
		return e;
	return cudaMalloc((void **)&host, n);
}

cudaError_t routed(spans *on_device, const int *counts, int *host, int n, cudaStream_t s)
{
	spans all = {};
	all.to[0] = n;
	cudaError_t e = cudaMemcpyAsync(on_device, &all, sizeof all, cudaMemcpyHostToDevice, s); // expect-note: host-source-in-capture
	if (e != cudaSuccess)
		return e;
	e = exchanged(counts, host, n, s);
	if (e != cudaSuccess)
		return e;
	return enqueue(on_device, s);
}

cudaError_t routed_on_the_device(spans *on_device, int n, cudaStream_t s)
{
	spans all = {};
	all.to[0] = n;
	cudaError_t e = cudaMemcpyAsync(on_device, &all, sizeof all, cudaMemcpyHostToDevice, s); // expect-warning: host-source-in-capture
	if (e != cudaSuccess)
		return e;
	return enqueue(on_device, s);
}

// Here one call waits for all, there another does: no way leads round both.
cudaError_t routed_and_met(spans *on_device, int n, bool is_wide, cudaStream_t s, void **more)
{
	spans all = {};
	all.to[0] = n;
	cudaError_t e = cudaMemcpyAsync(on_device, &all, sizeof all, cudaMemcpyHostToDevice, s); // expect-note: host-source-in-capture
	if (e != cudaSuccess)
		return e;
	if (is_wide)
		return cudaMalloc(more, n);
	return cudaMallocHost(more, n);
}
