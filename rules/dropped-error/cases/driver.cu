// Codes of the driver and of libraries: nothing remembers them.
#include <cublas_v2.h>
#include <cuda.h>
#include <nccl.h>

#include "driver_check.h"

int start(void)
{
	cuInit(0); // expect: dropped-error
	return 0;
}

void name(CUdevice device, CUuuid *uuid)
{
	cuDeviceGetUuid(uuid, device); // expect: dropped-error
}

void pin(void *host, size_t n)
{
	(void)cuMemHostRegister(host, n, CU_MEMHOSTREGISTER_PORTABLE);
	cuMemFree((CUdeviceptr)host);
}

void bind(cublasHandle_t blas, cudaStream_t stream)
{
	cublasSetStream(blas, stream); // expect: dropped-error
}

// A setting fails with a handle that nothing else would take either.
void set(cublasHandle_t blas, cudnnActivationDescriptor_t activation)
{
	cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_HOST); // expect-note: dropped-error
	cudnnSetActivationDescriptor(activation, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0.0); // expect-note: dropped-error
}

void reduce(float *p, size_t n, ncclComm_t comm, cudaStream_t stream)
{
	ncclAllReduce(p, p, n, ncclFloat, ncclSum, comm, stream); // expect: dropped-error
}

// Unseen wrappers whose names begin like the driver's are no driver calls.
void load(CUmodule *module, const void *image, CUfunction *f)
{
	cuErrCheck(cuModuleLoadData(module, image));
	cuErrCheck(cuModuleGetFunction(f, *module, "run"));
}

// A type, a user's function in small letters, a counter.
struct cuThing_t {
	int n;
};
void cu_count(int n);
void others(void)
{
	cuThing_t(3);
	cu_count(3);
}

// A function of the program is what it is, whatever its name.
static void cuHelperPrepare(int n) { cu_count(n); }
void use_helper(void) { cuHelperPrepare(2); }

// The other name by which a loaded driver is called: the macro's argument is the code.
#define LOADED(call)                                                                                                   \
	do {                                                                                                           \
		CUresult code = pfn_##call;                                                                            \
		if (code != CUDA_SUCCESS)                                                                              \
			return 1;                                                                                      \
	} while (0)
int loaded(CUdevice *device)
{
	LOADED(cuDeviceGet(device, 0));
	return 0;
}

// Through a pointer that was looked up by name.
typedef CUresult unload_fn(CUmodule);
static unload_fn *cuModuleUnload_f;
void unload(void *module)
{
	cuModuleUnload_f((CUmodule)module); // expect-note: dropped-error
}

// Of a library only by its name: a number comes back.
template <class T>
T with_own_conjugate(T a, T b)
{
	T radius = rocsparse_conj(a) * b;
	return radius / 2;
}
