// rules: uncaptured-launch
// A class of the program's own around a stream: who is given one has a stream, though no type of the runtime says so.
#include <cuda_runtime.h>
#include <thrust/execution_policy.h>
#include <thrust/scan.h>

class Stream {
public:
	cudaStream_t native() const { return raw_; }

private:
	cudaStream_t raw_;
};

void check(cudaError_t err);
__global__ void mark(int *flag, int n);
__global__ void scatter(const int *pos, int n);

void compact_bad(const Stream &stream, int *flag, int *pos, int n)
{
	mark<<<n / 128, 128, 0, stream.native()>>>(flag, n);
	check(cudaGetLastError());
	thrust::exclusive_scan(thrust::device, flag, flag + n, pos); // expect-warning: uncaptured-launch
	scatter<<<n / 128, 128, 0, stream.native()>>>(pos, n);
	check(cudaGetLastError());
}

void compact_good(const Stream &stream, int *flag, int *pos, int n)
{
	mark<<<n / 128, 128, 0, stream.native()>>>(flag, n);
	check(cudaGetLastError());
	thrust::exclusive_scan(thrust::cuda::par_nosync.on(stream.native()), flag, flag + n, pos);
	scatter<<<n / 128, 128, 0, stream.native()>>>(pos, n);
	check(cudaGetLastError());
}

void scatter_bad(const Stream &stream, int *flag, int *pos, int n)
{
	mark<<<n / 128, 128, 0, stream.native()>>>(flag, n);
	check(cudaGetLastError());
	scatter<<<n / 128, 128>>>(pos, n); // expect-warning: uncaptured-launch
	check(cudaGetLastError());
}
