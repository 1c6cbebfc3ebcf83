// rules: sync-in-capture
// A function that takes memory at each call, by whichever overload, is captured by nobody: that it waits as well matters to nobody.
#include <cuda_runtime.h>
#include <vector>

__global__ void convert_kernel(float *to, const short *from, size_t n);

static void check(cudaError_t err)
{
	if (err != cudaSuccess)
		throw 1;
}

struct memory {
	void *at = nullptr;
	size_t n = 0;

	static memory take(size_t n, bool on_device);
	static memory take(int rows, int columns, bool on_device);
	static memory take_or_lend(size_t n, memory *kept);
};

memory memory::take(size_t n, bool on_device)
{
	memory m;
	m.n = n;
	check(on_device ? cudaMalloc(&m.at, n) : cudaMallocHost(&m.at, n));
	return m;
}

memory memory::take(int rows, int columns, bool on_device) { return take((size_t)rows * (size_t)columns, on_device); }

memory memory::take_or_lend(size_t n, memory *kept)
{
	if (kept->n < n)
		*kept = take(n, true);
	return *kept;
}

memory to_float(const memory &from, cudaStream_t stream)
{
	memory to = memory::take(from.n / 2, 4, true);
	convert_kernel<<<from.n / 256, 256, 0, stream>>>((float *)to.at, (const short *)from.at, from.n);
	check(cudaGetLastError());
	check(cudaStreamSynchronize(stream)); // expect-note: sync-in-capture
	return to;
}

/* Only the first call takes any. */
memory to_float_kept(const memory &from, memory *kept, cudaStream_t stream)
{
	memory to = memory::take_or_lend(from.n * 2, kept);
	convert_kernel<<<from.n / 256, 256, 0, stream>>>((float *)to.at, (const short *)from.at, from.n);
	check(cudaGetLastError());
	check(cudaStreamSynchronize(stream)); // expect-warning: sync-in-capture
	return to;
}
