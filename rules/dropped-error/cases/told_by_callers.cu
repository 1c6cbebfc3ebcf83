// Where more shared memory is refused the launch is, and all callers read that.
#include <cuda_runtime.h>
#include <stdexcept>

__global__ void gemm(float *p);
__global__ void gemv(float *p);

static void run_gemm(float *p, int bytes, cudaStream_t stream)
{
	cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); // expect-note: dropped-error
	gemm<<<64, 64, bytes, stream>>>(p);
}

static void run_gemv(float *p, int bytes, cudaStream_t stream)
{
	cudaFuncSetAttribute(gemv, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); // expect: dropped-error
	gemv<<<64, 64, bytes, stream>>>(p); // expect: unchecked-launch
}

void multiply(float *p, int bytes, cudaStream_t stream)
{
	run_gemm(p, bytes, stream);
	if (cudaGetLastError() != cudaSuccess)
		throw std::runtime_error("gemm");
}

void multiply_vector(float *p, int bytes, cudaStream_t stream)
{
	run_gemv(p, bytes, stream);
}
