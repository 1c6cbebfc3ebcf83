// A hint changes nothing that anybody counts on; an answer that stays zero and is asked for says that none came; a check in one build of a helper is one.
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <torch/extension.h>

#include <cstdlib>
#include <stdexcept>

__global__ void work(float *p);
void remap(const float *in, float *out, int n);

void hint_good(cublasHandle_t handle)
{
	cudaFuncSetCacheConfig(work, cudaFuncCachePreferL1);
	cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
}

// The first device is the current one: what refuses it refuses all that follows.
void first_device_good(float **p)
{
	cudaSetDevice(0);
	if (cudaMalloc(p, 4) != cudaSuccess)
		std::abort();
}

void named_device_good(float **p)
{
	int device = 0;
	cudaDeviceProp prop;
	if (cudaGetDeviceProperties(&prop, device) != cudaSuccess)
		std::abort();
	cudaSetDevice(device);
	if (cudaMalloc(p, 4) != cudaSuccess)
		std::abort();
}

// Where the opt-in is refused the launch is as well.
cudaError_t opt_in_good(float *p, int bytes, cudaStream_t stream)
{
	cudaFuncSetAttribute(work, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
	work<<<1, 32, bytes, stream>>>(p);
	return cudaGetLastError();
}

CUresult driver_opt_in_good(CUfunction kernel, unsigned bytes, CUstream stream, void **args)
{
	cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes);
	return cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, bytes, stream, args, nullptr);
}

void driver_opt_in_bad(CUfunction kernel, unsigned bytes, CUstream stream, void **args)
{
	cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes); // expect: dropped-error
	cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, bytes, stream, args, nullptr); // expect: dropped-error
}

// What is asked for only to be given back was used before.
void scratch_bad(const float *in, float *out, int n, bool is_mapped)
{
	float *mapped = nullptr;
	if (is_mapped) {
		cudaMalloc(&mapped, n * sizeof(float)); // expect: dropped-error
		remap(in, mapped, n);
	}
	work<<<1, n>>>(is_mapped ? mapped : out);
	if (cudaGetLastError() != cudaSuccess)
		std::abort();
	if (mapped)
		cudaFree(mapped);
}

void scratch_good(const float *in, float *out, int n)
{
	float *mapped = nullptr;
	cudaMalloc(&mapped, n * sizeof(float));
	if (!mapped)
		std::abort();
	remap(in, mapped, n);
	cudaFree(mapped);
}

// Memory that is asked for by its pointer.
float *memory_good(size_t n)
{
	float *p = nullptr;
	cudaMalloc((void **)&p, n * sizeof *p);
	if (!p)
		throw std::runtime_error("no memory");
	return p;
}

float *memory_bad(size_t n)
{
	float *p;
	cudaMalloc((void **)&p, n * sizeof *p); // expect: dropped-error
	if (!p)
		throw std::runtime_error("no memory");
	return p;
}

cudaError_t opt_in_bad(float *p, int bytes, bool is_wanted, cudaStream_t stream)
{
	cudaFuncSetAttribute(work, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); // expect: dropped-error
	if (!is_wanted)
		return cudaSuccess;
	work<<<1, 32, bytes, stream>>>(p);
	return cudaGetLastError();
}

void some_device_bad(float **p, int rank)
{
	cudaSetDevice(rank); // expect: dropped-error
	if (cudaMalloc(p, 4) != cudaSuccess)
		std::abort();
}

int zero_is_missed_good(int device)
{
	int bytes = 0;
	cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
	TORCH_CHECK(bytes > 0);
	return bytes;
}

int anything_bad(int device)
{
	int pools;
	cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, device); // expect: dropped-error
	return pools;
}

static void check_in_build(CUresult code)
{
#ifdef HAVE_GPU
	if (code != CUDA_SUCCESS)
		throw std::runtime_error("failed");
#endif
}

static void check(CUresult code) { check_in_build(code); }

static void ignore(CUresult) {}

void build_good() { check(cuInit(0)); }

void build_bad()
{
	CUresult code = cuInit(0); // expect: dropped-error
	ignore(code);
}

// A code in progress is left to the next turn.
int loop_good(CUdeviceptr *to, const CUdeviceptr *from, int n, int (*is_pending)(void))
{
	for (int i = 0; i < n; i++) {
		CUresult code = cuMemcpyAsync(to[i], from[i], 4, 0);
		int pending = is_pending();
		if (!pending && code != CUDA_SUCCESS)
			return -1;
	}
	return 0;
}

// The code is in a struct.
int part_good(CUfileBatchHandle_t handle, unsigned n, CUfileIOParams_t *what)
{
	CUfileError_t error = cuFileBatchIOSubmit(handle, n, what, 0);
	return error.err != 0 ? -1 : 0;
}

void part_bad(CUfileBatchHandle_t handle, unsigned n, CUfileIOParams_t *what)
{
	CUfileError_t error = cuFileBatchIOSubmit(handle, n, what, 0); // expect: dropped-error
}

// A name that is no API's may be the program's own.
static void gpuMemcpy(void *to, const void *from, size_t bytes)
{
	if (cudaMemcpy(to, from, bytes, cudaMemcpyDefault) != cudaSuccess)
		abort();
}

void own_good(void *to, const void *from, size_t bytes) { gpuMemcpy(to, from, bytes); }

// A device below zero is none: that nobody has answered is seen.
cudaError_t restore_good(int to)
{
	int before = -1;
	cudaGetDevice(&before); // expect-note: dropped-error
	cudaError_t e = cudaSetDevice(to);
	if (e != cudaSuccess)
		return e;
	return before >= 0 ? cudaSetDevice(before) : cudaErrorInvalidDevice;
}

cudaError_t restore_equal_good()
{
	int before = -1;
	cudaGetDevice(&before); // expect-note: dropped-error
	if (before == -1)
		return cudaErrorInvalidDevice;
	return cudaSetDevice(before);
}

cudaError_t restore_unasked()
{
	int before = -1;
	cudaGetDevice(&before); // expect-note: dropped-error
	if (before == 3)
		return cudaErrorInvalidDevice;
	return cudaSetDevice(before);
}

// A question that hardly fails, and zero is an answer as well.
cudaStream_t preset_good()
{
	int low = 0, high = 0;
	cudaStream_t stream = nullptr;
	cudaDeviceGetStreamPriorityRange(&low, &high);
	if (cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, high) != cudaSuccess)
		std::abort();
	return stream;
}

cudaStream_t preset_bad()
{
	int low, high;
	cudaStream_t stream = nullptr;
	cudaDeviceGetStreamPriorityRange(&low, &high); // expect: dropped-error
	if (cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, high) != cudaSuccess)
		std::abort();
	return stream;
}

// What follows would be refused as well, and says so.
CUresult started_good(int *count)
{
	cuInit(0);
	return cuDeviceGetCount(count);
}

cudaError_t occupancy_good(float *p, cudaStream_t stream)
{
	int blocks;
	cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, work, 32, 0);
	work<<<blocks, 32, 0, stream>>>(p);
	return cudaGetLastError();
}
