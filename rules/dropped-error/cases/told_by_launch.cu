// Where more shared memory is refused the launch that needs it is: by a call whose code is looked at, or for which a helper has set up the kernel.
#include <cuda_runtime.h>
#include <stdexcept>

__global__ void gemm(float *p);
__global__ void gemv(float *p);

void launch_gemm(float *p, const cudaLaunchConfig_t &config)
{
	cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)config.dynamicSmemBytes); // expect-note: dropped-error
	cudaError_t code = cudaLaunchKernelEx(&config, gemm, p);
	if (code != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(code));
}

void launch_gemv(float *p, const cudaLaunchConfig_t &config)
{
	cudaFuncSetAttribute(gemv, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)config.dynamicSmemBytes); // expect: dropped-error
	cudaLaunchKernelEx(&config, gemv, p); // expect: dropped-error
}

/* Once, and the launch by a call that drops its code as well: the caller reads both. */
static void enqueue(float *p, const cudaLaunchConfig_t &config)
{
	static bool is_set = false;
	if (!is_set) {
		cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)config.dynamicSmemBytes); // expect-note: dropped-error
		is_set = true;
	}
	cudaLaunchKernelEx(&config, gemm, p); // expect-note: dropped-error
}

void run(float *p, const cudaLaunchConfig_t &config)
{
	enqueue(p, config);
	cudaError_t code = cudaGetLastError();
	if (code != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(code));
}

static void set_up(const void *kernel, int bytes)
{
	cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); // expect-note: dropped-error
}

static void set_up_bad(const void *kernel, int bytes)
{
	cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); // expect: dropped-error
}

static void start(float *p, int bytes)
{
	set_up((const void *)gemm, bytes);
	gemm<<<64, 64, bytes>>>(p);
}

void start_checked(float *p, int bytes)
{
	start(p, bytes);
	if (cudaGetLastError() != cudaSuccess)
		throw std::runtime_error("gemm");
}

void start_bad(float *p, int bytes)
{
	set_up_bad((const void *)gemv, bytes);
	gemv<<<64, 64, bytes>>>(p); // expect: unchecked-launch
}
