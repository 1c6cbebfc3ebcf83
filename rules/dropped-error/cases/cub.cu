// CUB's device-wide algorithms return a code.
#include <cub/cub.cuh>

#include <cstdlib>

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			std::abort();                                                                                  \
	} while (0)

using namespace cub;

void sort_bad(void *temp, size_t bytes, const int *in, int *out, int n, cudaStream_t s)
{
	DeviceRadixSort::SortKeys(nullptr, bytes, in, out, n, 0, 32, s); // expect-note: dropped-error
	cub::DeviceRadixSort::SortKeys(temp, bytes, in, out, // expect: dropped-error
	                               n, 0, 32, s);
}

void sort_good(void *temp, size_t bytes, const int *in, int *out, int n, cudaStream_t s)
{
	CHECK(DeviceRadixSort::SortKeys(nullptr, bytes, in, out, n, 0, 32, s));
	cudaError_t err = cub::DeviceRadixSort::SortKeys(temp, bytes, in, out, n, 0, 32, s);
	if (err != cudaSuccess)
		std::abort();
}

void scan_bad(void *temp, size_t bytes, const int *in, int *out, int n, cudaStream_t s)
{
	DeviceScan::ExclusiveSum(temp, bytes, in, out, n, s); // expect: dropped-error
	DeviceReduce::Sum(temp, bytes, in, out, n, s); // expect: dropped-error
}

// Inside a kernel these are no host calls.
__global__ void block_sum(const int *in, int *out)
{
	using reduce = cub::BlockReduce<int, 128>;
	__shared__ typename reduce::TempStorage storage;
	int sum = reduce(storage).Sum(in[threadIdx.x]);
	if (threadIdx.x == 0)
		out[0] = sum;
}

// The storage is a variable that is null until it is known how large it must be.
void by_variable(int *in, int *out, int n)
{
	void *storage = nullptr;
	size_t bytes = 0;
	cub::DeviceScan::ExclusiveSum(storage, bytes, in, out, n); // size query
	storage = take(bytes);
	cub::DeviceScan::ExclusiveSum(storage, bytes, in, out, n); // expect: dropped-error
}
