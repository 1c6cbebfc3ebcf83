// A workspace as large as an operator asks for is empty for most of them; one of a size of its own is an allocation.
#include <cuda_runtime.h>
#include <cutlass/util/device_memory.h>

__global__ void scale(float *out, const float *a);

using Gemm = cutlass::gemm::device::GemmUniversalAdapter<struct Kernel>;

Gemm::Arguments arguments_of(float *out, const float *a);

void multiply(float *out, const float *a, size_t n, cudaStream_t stream)
{
	Gemm gemm;
	auto arguments = arguments_of(out, a);
	size_t size = Gemm::get_workspace_size(arguments);
	cutlass::device_memory::allocation<uint8_t> workspace(size); // expect-note: allocation-in-capture
	if (gemm.can_implement(arguments) != cutlass::Status::kSuccess)
		throw 1;
	scale<<<1, 32, 0, stream>>>(out, a);
	if (cudaGetLastError() != cudaSuccess)
		throw 3;
	if (gemm.run(arguments, workspace.get(), stream) != cutlass::Status::kSuccess)
		throw 2;
}

void multiply_own(float *out, const float *a, size_t n, cudaStream_t stream)
{
	Gemm gemm;
	auto arguments = arguments_of(out, a);
	size_t size = 4 * n;
	cutlass::device_memory::allocation<uint8_t> workspace(size); // expect-warning: allocation-in-capture
	if (gemm.can_implement(arguments) != cutlass::Status::kSuccess)
		throw 1;
	scale<<<1, 32, 0, stream>>>(out, a);
	if (cudaGetLastError() != cudaSuccess)
		throw 3;
	if (gemm.run(arguments, workspace.get(), stream) != cutlass::Status::kSuccess)
		throw 2;
}
