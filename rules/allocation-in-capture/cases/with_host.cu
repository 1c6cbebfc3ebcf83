// Operations in which the host takes part: nobody captures them, so that what they allocate is no matter of captures.
// rules: allocation-in-capture
#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <vector>

__global__ void fill(int *p, int n);
__global__ void copy(void *const *from, void *const *to, int n);

static void check(cudaError_t e)
{
	if (e != cudaSuccess)
		throw 1;
}

void scratch(int *out, int n, cudaStream_t s)
{
	thrust::device_vector<int> room(n); // expect-warning: allocation-in-capture
	fill<<<1, 32, 0, s>>>(room.data().get(), n);
	check(cudaGetLastError());
}

int counted(int n, cudaStream_t s)
{
	thrust::device_vector<int> places(n); // expect-note: allocation-in-capture
	fill<<<1, 32, 0, s>>>(places.data().get(), n);
	check(cudaGetLastError());
	int total = places[n - 1];
	return total;
}

void of_host(const std::vector<void *> &from, const std::vector<void *> &to, cudaStream_t s)
{
	thrust::device_vector<void *> sources(from.begin(), from.end()); // expect-note: allocation-in-capture
	thrust::device_vector<void *> targets(to.begin(), to.end()); // expect-note: allocation-in-capture
	copy<<<1, 32, 0, s>>>(sources.data().get(), targets.data().get(), 4);
	check(cudaGetLastError());
}
