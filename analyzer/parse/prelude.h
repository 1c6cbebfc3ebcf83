/* What libclang reads in front of every file when there is no compile_commands.json: just enough of CUDA, HIP, the
 * standard library and PyTorch for a file without its headers to parse. It is compiled into caplint as text.
 *
 * Nothing here has to be true, it has to keep libclang from giving up. So functions take anything, types convert to
 * and from anything, and a class that nobody knows has any member libclang is willing to guess. Names of ours begin
 * with __caplint; their types never leave the reader (clang_tree.c). Names that a program commonly defines for itself
 * are left out, for a clash costs a declaration.
 *
 * Reading all of it would cost more than most files do, so clang_prelude.c leaves out what the file at hand doesn't
 * mention: a line __CAPLINT_...(NAME) whose NAME, cudaNAME or hipNAME isn't a word of the file, and what stands
 * between "//: WORD..." and "//." if none of the words is. */
#pragma once

/* --- the language --- */
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define CUDART_VERSION 13000
#define CUDA_VERSION 13000
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __maxnreg__(...)
#define __block_size__(...)
#define __forceinline__ inline
#define __grid_constant__
#define __restrict__ __restrict
#define NULL __null
#define PRId64 "ld"
#define PRIi64 "li"
#define PRIu64 "lu"
#define PRIx64 "lx"
#define PRId32 "d"
#define PRIu32 "u"
#define PRIx32 "x"
#define offsetof(type, member) __builtin_offsetof(type, member)
#define va_start(list, last)
#define va_end(list)
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 4294967295u
#define FLT_MAX 3.4e38f
#define FLT_MIN 1.2e-38f
#define INFINITY 1e39f
#define M_PI 3.14159265358979

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t, ssize_t;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t, intptr_t, intmax_t;
typedef unsigned char uint8_t, uchar;
typedef unsigned short uint16_t, ushort;
typedef unsigned uint32_t, uint;
typedef unsigned long uint64_t, uintptr_t, uintmax_t, ulong;
typedef struct __caplint_file FILE;
typedef __builtin_va_list va_list;

/* Converts from and to everything. */
struct __caplint_any {
	template <class... A> constexpr __caplint_any(A &&...);
	template <class T> constexpr operator T &() const;
	template <class... A> __caplint_any operator()(A &&...) const;
	template <class T> __caplint_any operator[](T &&) const;
	template <class T> __caplint_any &operator=(T &&);
	template <class T> __caplint_any &operator+=(T &&);
	__caplint_any *operator->() const;
	__caplint_any operator*() const;
	__caplint_any &operator++();
	__caplint_any begin() const;
	__caplint_any end() const;
};
bool operator!=(const __caplint_any &, const __caplint_any &);
template <class T> __caplint_any operator<<(__caplint_any, T &&);
template <class T> __caplint_any operator>>(__caplint_any, T &&);
__caplint_any operator+(const __caplint_any &, const __caplint_any &);
__caplint_any operator+(const char *, const __caplint_any &);
__caplint_any operator+(const __caplint_any &, const char *);

/* Structs and templates of which nothing is known, and functions of anything. */
#define __CAPLINT_TYPE(name)                                                                                           \
	struct name : __caplint_any {                                                                                  \
		using __caplint_any::__caplint_any;                                                                    \
		using __caplint_any::operator=;                                                                        \
	};
#define __CAPLINT_TEMPLATE(name)                                                                                       \
	template <class...> struct name : __caplint_any {                                                              \
		using __caplint_any::__caplint_any;                                                                    \
		using __caplint_any::operator=;                                                                        \
	};
#define __CAPLINT_FUNCTION(name) template <class...> __caplint_any name(...);
#define __CAPLINT_USING(name, space) using space::name;

/* --- C --- */
extern FILE *stdin, *stdout, *stderr;
extern int errno;
extern "C" {
int printf(const char *, ...);
int fprintf(FILE *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int sprintf(char *, const char *, ...);
int fflush(FILE *);
int puts(const char *);
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
char *getenv(const char *);
int atoi(const char *);
double atof(const char *);
int rand(void);
[[noreturn]] void exit(int);
[[noreturn]] void abort(void);
}
template <class T> T min(T, T);
template <class T> T max(T, T);
template <class T> T abs(T);
__caplint_any ceil(double), floor(double), sqrt(double), pow(double, double), log(double), exp(double), log2(double),
	sqrtf(float), ceilf(float), floorf(float), fabs(double), fabsf(float), expf(float), logf(float), powf(float, float),
	rsqrtf(float), fmaxf(float, float), fminf(float, float), fmax(double, double), fmin(double, double);

/* --- CUDA and HIP: types --- */
#define __CAPLINT_VALUE(name) cuda##name, hip##name,
#define __CAPLINT_ONE(name) name,
#define __CAPLINT_STRUCT(name)                                                                                         \
	__CAPLINT_TYPE(cuda##name)                                                                                     \
	typedef cuda##name hip##name;
#define __CAPLINT_ENUM(name) typedef enum cuda##name hip##name;

typedef struct __caplint_stream *cudaStream_t, *hipStream_t, *CUstream;
typedef struct __caplint_event *cudaEvent_t, *hipEvent_t, *CUevent;
typedef struct __caplint_graph *cudaGraph_t, *hipGraph_t, *CUgraph;
typedef struct __caplint_exec *cudaGraphExec_t, *hipGraphExec_t, *CUgraphExec;
typedef struct __caplint_node *cudaGraphNode_t, *hipGraphNode_t, *CUgraphNode;
typedef struct __caplint_pool *cudaMemPool_t, *hipMemPool_t, *CUmemoryPool;
typedef struct __caplint_array *cudaArray_t, *hipArray_t, *cudaMipmappedArray_t, *hipMipmappedArray_t;
typedef struct __caplint_user_object *cudaUserObject_t, *hipUserObject_t;
typedef struct __caplint_function *cudaFunction_t, *hipFunction_t, *CUfunction, *cudaKernel_t;
typedef struct __caplint_external *cudaExternalMemory_t, *cudaExternalSemaphore_t;
typedef struct __caplint_module *hipModule_t, *CUmodule, *cudaLibrary_t;
typedef struct __caplint_context *CUcontext, *hipCtx_t;
typedef int CUdevice, hipDevice_t;
typedef unsigned long long CUdeviceptr, cudaTextureObject_t, cudaSurfaceObject_t, cudaGraphConditionalHandle;
typedef void *hipDeviceptr_t;
typedef int CUresult, nvmlReturn_t, ncclResult_t, rcclResult_t;
typedef int cublasStatus_t, cusparseStatus_t, cudnnStatus_t, cufftResult, curandStatus_t, cusolverStatus_t, hipblasStatus_t;
typedef struct __caplint_blas *cublasHandle_t, *cublasLtHandle_t, *hipblasHandle_t, *cudnnHandle_t, *cusparseHandle_t;
typedef struct __caplint_comm *ncclComm_t;
enum { CUDA_SUCCESS, ncclSuccess = 0, CUBLAS_STATUS_SUCCESS = 0, CUDNN_STATUS_SUCCESS = 0, CUSPARSE_STATUS_SUCCESS = 0 };

__CAPLINT_TYPE(cudaDeviceProp)
__CAPLINT_TYPE(hipDeviceProp_t)
__CAPLINT_STRUCT(LaunchConfig_t)
__CAPLINT_STRUCT(LaunchAttribute)
__CAPLINT_STRUCT(LaunchAttributeValue)
__CAPLINT_STRUCT(LaunchParams)
__CAPLINT_STRUCT(FuncAttributes)
__CAPLINT_STRUCT(PointerAttributes)
__CAPLINT_STRUCT(Extent)
__CAPLINT_STRUCT(Pos)
__CAPLINT_STRUCT(PitchedPtr)
__CAPLINT_STRUCT(ChannelFormatDesc)
__CAPLINT_STRUCT(TextureDesc)
__CAPLINT_STRUCT(ResourceDesc)
__CAPLINT_STRUCT(Memcpy3DParms)
__CAPLINT_STRUCT(MemsetParams)
__CAPLINT_STRUCT(KernelNodeParams)
__CAPLINT_STRUCT(HostNodeParams)
__CAPLINT_STRUCT(GraphNodeParams)
__CAPLINT_STRUCT(GraphInstantiateParams)
__CAPLINT_STRUCT(GraphExecUpdateResultInfo)
__CAPLINT_STRUCT(GraphEdgeData)
__CAPLINT_STRUCT(MemPoolProps)
__CAPLINT_STRUCT(MemAccessDesc)
__CAPLINT_STRUCT(MemLocation)
__CAPLINT_STRUCT(MemAllocNodeParams)
__CAPLINT_STRUCT(IpcMemHandle_t)
__CAPLINT_STRUCT(IpcEventHandle_t)
__CAPLINT_STRUCT(AccessPolicyWindow)
__CAPLINT_STRUCT(StreamAttrValue)

enum cudaError {
	cudaSuccess,
	hipSuccess = cudaSuccess,
	__CAPLINT_VALUE(ErrorInvalidValue)
	__CAPLINT_VALUE(ErrorMemoryAllocation)
	__CAPLINT_ONE(hipErrorOutOfMemory)
	__CAPLINT_VALUE(ErrorInitializationError)
	__CAPLINT_ONE(hipErrorNotInitialized)
	__CAPLINT_ONE(cudaErrorCudartUnloading)
	__CAPLINT_ONE(hipErrorDeinitialized)
	__CAPLINT_VALUE(ErrorProfilerDisabled)
	__CAPLINT_VALUE(ErrorInvalidConfiguration)
	__CAPLINT_VALUE(ErrorInvalidPitchValue)
	__CAPLINT_VALUE(ErrorInvalidSymbol)
	__CAPLINT_VALUE(ErrorInvalidDevicePointer)
	__CAPLINT_VALUE(ErrorInvalidMemcpyDirection)
	__CAPLINT_VALUE(ErrorInsufficientDriver)
	__CAPLINT_VALUE(ErrorMissingConfiguration)
	__CAPLINT_VALUE(ErrorPriorLaunchFailure)
	__CAPLINT_VALUE(ErrorInvalidDeviceFunction)
	__CAPLINT_VALUE(ErrorNoDevice)
	__CAPLINT_VALUE(ErrorInvalidDevice)
	__CAPLINT_ONE(cudaErrorInvalidKernelImage)
	__CAPLINT_ONE(cudaErrorDeviceUninitialized)
	__CAPLINT_ONE(cudaErrorNoKernelImageForDevice)
	__CAPLINT_ONE(hipErrorNoBinaryForGpu)
	__CAPLINT_ONE(hipErrorInvalidContext)
	__CAPLINT_ONE(hipErrorInvalidHandle)
	__CAPLINT_ONE(hipErrorNotFound)
	__CAPLINT_VALUE(ErrorUnsupportedLimit)
	__CAPLINT_VALUE(ErrorPeerAccessUnsupported)
	__CAPLINT_ONE(cudaErrorInvalidPtx)
	__CAPLINT_VALUE(ErrorInvalidSource)
	__CAPLINT_VALUE(ErrorFileNotFound)
	__CAPLINT_VALUE(ErrorOperatingSystem)
	__CAPLINT_VALUE(ErrorInvalidResourceHandle)
	__CAPLINT_VALUE(ErrorIllegalState)
	__CAPLINT_ONE(cudaErrorSymbolNotFound)
	__CAPLINT_VALUE(ErrorNotReady)
	__CAPLINT_VALUE(ErrorIllegalAddress)
	__CAPLINT_VALUE(ErrorLaunchOutOfResources)
	__CAPLINT_ONE(cudaErrorLaunchTimeout)
	__CAPLINT_ONE(hipErrorLaunchTimeOut)
	__CAPLINT_VALUE(ErrorPeerAccessAlreadyEnabled)
	__CAPLINT_VALUE(ErrorPeerAccessNotEnabled)
	__CAPLINT_VALUE(ErrorSetOnActiveProcess)
	__CAPLINT_VALUE(ErrorContextIsDestroyed)
	__CAPLINT_VALUE(ErrorAssert)
	__CAPLINT_VALUE(ErrorHostMemoryAlreadyRegistered)
	__CAPLINT_VALUE(ErrorHostMemoryNotRegistered)
	__CAPLINT_ONE(cudaErrorIllegalInstruction)
	__CAPLINT_ONE(cudaErrorMisalignedAddress)
	__CAPLINT_VALUE(ErrorLaunchFailure)
	__CAPLINT_VALUE(ErrorCooperativeLaunchTooLarge)
	__CAPLINT_ONE(cudaErrorNotPermitted)
	__CAPLINT_VALUE(ErrorNotSupported)
	__CAPLINT_ONE(cudaErrorSystemDriverMismatch)
	__CAPLINT_VALUE(ErrorStreamCaptureUnsupported)
	__CAPLINT_VALUE(ErrorStreamCaptureInvalidated)
	__CAPLINT_VALUE(ErrorStreamCaptureMerge)
	__CAPLINT_VALUE(ErrorStreamCaptureUnmatched)
	__CAPLINT_VALUE(ErrorStreamCaptureUnjoined)
	__CAPLINT_VALUE(ErrorStreamCaptureIsolation)
	__CAPLINT_VALUE(ErrorStreamCaptureImplicit)
	__CAPLINT_VALUE(ErrorCapturedEvent)
	__CAPLINT_VALUE(ErrorStreamCaptureWrongThread)
	__CAPLINT_ONE(cudaErrorTimeout)
	__CAPLINT_VALUE(ErrorGraphExecUpdateFailure)
	__CAPLINT_VALUE(ErrorUnknown)
};
typedef enum cudaError cudaError_t, hipError_t;

enum cudaMemcpyKind {
	__CAPLINT_VALUE(MemcpyHostToHost)
	__CAPLINT_VALUE(MemcpyHostToDevice)
	__CAPLINT_VALUE(MemcpyDeviceToHost)
	__CAPLINT_VALUE(MemcpyDeviceToDevice)
	__CAPLINT_VALUE(MemcpyDefault)
};
__CAPLINT_ENUM(MemcpyKind)
enum cudaStreamCaptureMode {
	__CAPLINT_VALUE(StreamCaptureModeGlobal)
	__CAPLINT_VALUE(StreamCaptureModeThreadLocal)
	__CAPLINT_VALUE(StreamCaptureModeRelaxed)
};
__CAPLINT_ENUM(StreamCaptureMode)
enum cudaStreamCaptureStatus {
	__CAPLINT_VALUE(StreamCaptureStatusNone)
	__CAPLINT_VALUE(StreamCaptureStatusActive)
	__CAPLINT_VALUE(StreamCaptureStatusInvalidated)
};
__CAPLINT_ENUM(StreamCaptureStatus)
enum cudaMemoryType {
	__CAPLINT_VALUE(MemoryTypeUnregistered)
	__CAPLINT_VALUE(MemoryTypeHost)
	__CAPLINT_VALUE(MemoryTypeDevice)
	__CAPLINT_VALUE(MemoryTypeManaged)
};
__CAPLINT_ENUM(MemoryType)
enum cudaFuncAttribute {
	__CAPLINT_VALUE(FuncAttributeMaxDynamicSharedMemorySize)
	__CAPLINT_VALUE(FuncAttributePreferredSharedMemoryCarveout)
	__CAPLINT_ONE(cudaFuncAttributeNonPortableClusterSizeAllowed)
};
__CAPLINT_ENUM(FuncAttribute)
enum cudaLimit {
	__CAPLINT_VALUE(LimitStackSize)
	__CAPLINT_VALUE(LimitPrintfFifoSize)
	__CAPLINT_VALUE(LimitMallocHeapSize)
};
__CAPLINT_ENUM(Limit)
enum cudaMemoryAdvise {
	__CAPLINT_VALUE(MemAdviseSetReadMostly)
	__CAPLINT_VALUE(MemAdviseSetPreferredLocation)
	__CAPLINT_VALUE(MemAdviseSetAccessedBy)
};
__CAPLINT_ENUM(MemoryAdvise)
enum cudaMemPoolAttr {
	__CAPLINT_VALUE(MemPoolAttrReleaseThreshold)
	__CAPLINT_VALUE(MemPoolReuseAllowOpportunistic)
	__CAPLINT_VALUE(MemPoolReuseFollowEventDependencies)
	__CAPLINT_VALUE(MemPoolReuseAllowInternalDependencies)
};
__CAPLINT_ENUM(MemPoolAttr)
enum cudaGraphNodeType {
	__CAPLINT_VALUE(GraphNodeTypeKernel)
	__CAPLINT_VALUE(GraphNodeTypeMemcpy)
	__CAPLINT_VALUE(GraphNodeTypeMemset)
	__CAPLINT_VALUE(GraphNodeTypeHost)
};
__CAPLINT_ENUM(GraphNodeType)
enum cudaGraphExecUpdateResult {
	__CAPLINT_VALUE(GraphExecUpdateSuccess)
	__CAPLINT_VALUE(GraphExecUpdateError)
};
__CAPLINT_ENUM(GraphExecUpdateResult)
enum cudaLaunchAttributeID {
	__CAPLINT_VALUE(LaunchAttributeCooperative)
	__CAPLINT_ONE(cudaLaunchAttributeClusterDimension)
	__CAPLINT_ONE(cudaLaunchAttributeProgrammaticStreamSerialization)
	__CAPLINT_ONE(cudaLaunchAttributePriority)
};
__CAPLINT_ENUM(LaunchAttributeID)
enum cudaDataType_t {
	__CAPLINT_ONE(CUDA_R_16F)
	__CAPLINT_ONE(CUDA_R_16BF)
	__CAPLINT_ONE(CUDA_R_32F)
	__CAPLINT_ONE(CUDA_R_64F)
	__CAPLINT_ONE(CUDA_R_8I)
	__CAPLINT_ONE(CUDA_R_32I)
	__CAPLINT_ONE(CUDA_R_8F_E4M3)
	__CAPLINT_ONE(CUDA_R_8F_E5M2)
};
__CAPLINT_ENUM(DataType_t)
enum cudaDeviceAttr {
	__CAPLINT_ONE(cudaDevAttrMultiProcessorCount)
	__CAPLINT_ONE(cudaDevAttrComputeCapabilityMajor)
	__CAPLINT_ONE(cudaDevAttrComputeCapabilityMinor)
	__CAPLINT_ONE(cudaDevAttrMaxSharedMemoryPerBlockOptin)
	__CAPLINT_ONE(cudaDevAttrMaxSharedMemoryPerMultiprocessor)
	__CAPLINT_ONE(cudaDevAttrMaxSharedMemoryPerBlock)
	__CAPLINT_ONE(cudaDevAttrCooperativeLaunch)
	__CAPLINT_ONE(cudaDevAttrMaxThreadsPerBlock)
	__CAPLINT_ONE(cudaDevAttrWarpSize)
	__CAPLINT_ONE(cudaDevAttrClockRate)
	__CAPLINT_ONE(cudaDevAttrMemoryPoolsSupported)
	__CAPLINT_ONE(cudaDevAttrConcurrentManagedAccess)
	__CAPLINT_ONE(cudaDevAttrL2CacheSize)
	__CAPLINT_ONE(cudaDevAttrMaxGridDimX)
	__CAPLINT_ONE(cudaDevAttrMaxGridDimY)
	__CAPLINT_ONE(cudaDevAttrMaxThreadsPerMultiProcessor)
};
__CAPLINT_ENUM(DeviceAttr)
typedef enum cudaDataType_t cudaDataType;
typedef enum cudaDeviceAttr hipDeviceAttribute_t;
enum {
	__CAPLINT_VALUE(StreamDefault)
	__CAPLINT_VALUE(StreamNonBlocking)
	__CAPLINT_VALUE(EventDefault)
	__CAPLINT_VALUE(EventBlockingSync)
	__CAPLINT_VALUE(EventDisableTiming)
	__CAPLINT_VALUE(EventInterprocess)
	__CAPLINT_VALUE(EventRecordDefault)
	__CAPLINT_VALUE(EventRecordExternal)
	__CAPLINT_VALUE(HostAllocDefault)
	__CAPLINT_VALUE(HostAllocPortable)
	__CAPLINT_VALUE(HostAllocMapped)
	__CAPLINT_VALUE(HostAllocWriteCombined)
	__CAPLINT_VALUE(HostRegisterDefault)
	__CAPLINT_VALUE(HostRegisterPortable)
	__CAPLINT_VALUE(HostRegisterMapped)
	__CAPLINT_VALUE(MemAttachGlobal)
	__CAPLINT_VALUE(MemAttachHost)
	__CAPLINT_VALUE(IpcMemLazyEnablePeerAccess)
	__CAPLINT_VALUE(DeviceScheduleAuto)
	__CAPLINT_VALUE(DeviceScheduleBlockingSync)
	__CAPLINT_VALUE(GraphInstantiateFlagAutoFreeOnLaunch)
};
extern "C" const __caplint_any cudaStreamPerThread, cudaStreamLegacy, hipStreamPerThread, hipStreamLegacy;

/* --- CUDA and HIP: functions. Variadic, so that no argument of unknown type loses the call. --- */
#define __CAPLINT_CALL(name)                                                                                           \
	cudaError_t cuda##name(...);                                                                                   \
	hipError_t hip##name(...);
extern "C" {
/* libclang builds every launch's configuration with the first; real headers declare the second. */
cudaError_t cudaConfigureCall(...);
unsigned __cudaPushCallConfiguration(...);
const char *cudaGetErrorString(cudaError_t), *cudaGetErrorName(cudaError_t);
const char *hipGetErrorString(hipError_t), *hipGetErrorName(hipError_t);
__CAPLINT_CALL(GetLastError)
__CAPLINT_CALL(PeekAtLastError)
hipError_t hipExtGetLastError(...);
__CAPLINT_CALL(Malloc)
__CAPLINT_CALL(MallocAsync)
__CAPLINT_CALL(MallocFromPoolAsync)
__CAPLINT_CALL(MallocHost)
__CAPLINT_CALL(MallocManaged)
__CAPLINT_CALL(MallocPitch)
__CAPLINT_CALL(MallocArray)
__CAPLINT_CALL(Malloc3D)
__CAPLINT_CALL(HostAlloc)
__CAPLINT_CALL(HostMalloc)
__CAPLINT_CALL(HostGetDevicePointer)
__CAPLINT_CALL(HostRegister)
__CAPLINT_CALL(HostUnregister)
__CAPLINT_CALL(Free)
__CAPLINT_CALL(FreeAsync)
__CAPLINT_CALL(FreeHost)
__CAPLINT_CALL(HostFree)
__CAPLINT_CALL(FreeArray)
__CAPLINT_CALL(Memcpy)
__CAPLINT_CALL(MemcpyAsync)
__CAPLINT_CALL(Memcpy2D)
__CAPLINT_CALL(Memcpy2DAsync)
__CAPLINT_CALL(Memcpy3D)
__CAPLINT_CALL(Memcpy3DAsync)
__CAPLINT_CALL(MemcpyPeer)
__CAPLINT_CALL(MemcpyPeerAsync)
__CAPLINT_CALL(MemcpyToSymbol)
__CAPLINT_CALL(MemcpyToSymbolAsync)
__CAPLINT_CALL(MemcpyFromSymbol)
__CAPLINT_CALL(MemcpyFromSymbolAsync)
__CAPLINT_CALL(MemcpyDtoH)
__CAPLINT_CALL(MemcpyHtoD)
__CAPLINT_CALL(Memset)
__CAPLINT_CALL(MemsetAsync)
__CAPLINT_CALL(Memset2D)
__CAPLINT_CALL(Memset2DAsync)
__CAPLINT_CALL(MemGetInfo)
__CAPLINT_CALL(MemAdvise)
__CAPLINT_CALL(MemPrefetchAsync)
__CAPLINT_CALL(MemPoolCreate)
__CAPLINT_CALL(MemPoolDestroy)
__CAPLINT_CALL(MemPoolSetAttribute)
__CAPLINT_CALL(MemPoolGetAttribute)
__CAPLINT_CALL(MemPoolSetAccess)
__CAPLINT_CALL(MemPoolTrimTo)
__CAPLINT_CALL(GetSymbolAddress)
__CAPLINT_CALL(PointerGetAttributes)
__CAPLINT_CALL(PointerGetAttribute)
__CAPLINT_CALL(StreamCreate)
__CAPLINT_CALL(StreamCreateWithFlags)
__CAPLINT_CALL(StreamCreateWithPriority)
__CAPLINT_CALL(StreamDestroy)
__CAPLINT_CALL(StreamSynchronize)
__CAPLINT_CALL(StreamQuery)
__CAPLINT_CALL(StreamWaitEvent)
__CAPLINT_CALL(StreamAddCallback)
__CAPLINT_CALL(StreamAttachMemAsync)
__CAPLINT_CALL(StreamBeginCapture)
__CAPLINT_CALL(StreamBeginCaptureToGraph)
__CAPLINT_CALL(StreamEndCapture)
__CAPLINT_CALL(StreamIsCapturing)
__CAPLINT_CALL(StreamGetCaptureInfo)
__CAPLINT_CALL(StreamGetCaptureInfo_v2)
__CAPLINT_CALL(StreamUpdateCaptureDependencies)
__CAPLINT_CALL(StreamGetFlags)
__CAPLINT_CALL(StreamGetPriority)
__CAPLINT_CALL(StreamGetDevice)
__CAPLINT_CALL(StreamSetAttribute)
__CAPLINT_CALL(ThreadExchangeStreamCaptureMode)
__CAPLINT_CALL(LaunchHostFunc)
__CAPLINT_CALL(EventCreate)
__CAPLINT_CALL(EventCreateWithFlags)
__CAPLINT_CALL(EventDestroy)
__CAPLINT_CALL(EventRecord)
__CAPLINT_CALL(EventRecordWithFlags)
__CAPLINT_CALL(EventSynchronize)
__CAPLINT_CALL(EventQuery)
__CAPLINT_CALL(EventElapsedTime)
__CAPLINT_CALL(DeviceSynchronize)
__CAPLINT_CALL(DeviceReset)
__CAPLINT_CALL(DeviceGetAttribute)
__CAPLINT_CALL(DeviceGetDefaultMemPool)
__CAPLINT_CALL(DeviceGetMemPool)
__CAPLINT_CALL(DeviceSetMemPool)
__CAPLINT_CALL(DeviceGetLimit)
__CAPLINT_CALL(DeviceSetLimit)
__CAPLINT_CALL(DeviceGetPCIBusId)
__CAPLINT_CALL(DeviceGetByPCIBusId)
__CAPLINT_CALL(DeviceGetStreamPriorityRange)
__CAPLINT_CALL(DeviceSetCacheConfig)
__CAPLINT_CALL(DeviceSetSharedMemConfig)
__CAPLINT_CALL(DeviceCanAccessPeer)
__CAPLINT_CALL(DeviceEnablePeerAccess)
__CAPLINT_CALL(DeviceDisablePeerAccess)
__CAPLINT_CALL(DeviceGetGraphMemAttribute)
__CAPLINT_CALL(DeviceGraphMemTrim)
__CAPLINT_CALL(GetDevice)
__CAPLINT_CALL(SetDevice)
__CAPLINT_CALL(SetDeviceFlags)
__CAPLINT_CALL(GetDeviceCount)
__CAPLINT_CALL(GetDeviceProperties)
__CAPLINT_CALL(RuntimeGetVersion)
__CAPLINT_CALL(DriverGetVersion)
__CAPLINT_CALL(GetDriverEntryPoint)
__CAPLINT_CALL(GetDriverEntryPointByVersion)
__CAPLINT_CALL(FuncSetAttribute)
__CAPLINT_CALL(FuncGetAttributes)
__CAPLINT_CALL(FuncSetCacheConfig)
__CAPLINT_CALL(FuncSetSharedMemConfig)
__CAPLINT_CALL(GetFuncBySymbol)
__CAPLINT_CALL(LaunchKernel)
__CAPLINT_CALL(LaunchKernelEx)
__CAPLINT_CALL(LaunchKernelExC)
__CAPLINT_CALL(LaunchCooperativeKernel)
__CAPLINT_CALL(LaunchCooperativeKernelMultiDevice)
__CAPLINT_CALL(ModuleLaunchKernel)
__CAPLINT_CALL(ModuleLoad)
__CAPLINT_CALL(ModuleLoadData)
__CAPLINT_CALL(ModuleGetFunction)
__CAPLINT_CALL(ModuleUnload)
__CAPLINT_CALL(OccupancyMaxActiveBlocksPerMultiprocessor)
__CAPLINT_CALL(OccupancyMaxActiveBlocksPerMultiprocessorWithFlags)
__CAPLINT_CALL(OccupancyMaxActiveClusters)
__CAPLINT_CALL(OccupancyMaxPotentialBlockSize)
__CAPLINT_CALL(OccupancyMaxPotentialClusterSize)
__CAPLINT_CALL(GraphCreate)
__CAPLINT_CALL(GraphDestroy)
__CAPLINT_CALL(GraphClone)
__CAPLINT_CALL(GraphInstantiate)
__CAPLINT_CALL(GraphInstantiateWithFlags)
__CAPLINT_CALL(GraphLaunch)
__CAPLINT_CALL(GraphUpload)
__CAPLINT_CALL(GraphExecDestroy)
__CAPLINT_CALL(GraphExecUpdate)
__CAPLINT_CALL(GraphExecKernelNodeSetParams)
__CAPLINT_CALL(GraphGetNodes)
__CAPLINT_CALL(GraphGetEdges)
__CAPLINT_CALL(GraphAddKernelNode)
__CAPLINT_CALL(GraphAddMemcpyNode)
__CAPLINT_CALL(GraphAddMemsetNode)
__CAPLINT_CALL(GraphAddHostNode)
__CAPLINT_CALL(GraphAddEmptyNode)
__CAPLINT_CALL(GraphAddChildGraphNode)
__CAPLINT_CALL(GraphAddDependencies)
__CAPLINT_CALL(GraphAddNode)
__CAPLINT_CALL(GraphNodeGetType)
__CAPLINT_CALL(GraphKernelNodeGetParams)
__CAPLINT_CALL(GraphKernelNodeSetParams)
__CAPLINT_CALL(GraphDebugDotPrint)
__CAPLINT_CALL(GraphRetainUserObject)
__CAPLINT_CALL(UserObjectCreate)
__CAPLINT_CALL(IpcGetMemHandle)
__CAPLINT_CALL(IpcOpenMemHandle)
__CAPLINT_CALL(IpcCloseMemHandle)
__CAPLINT_CALL(IpcGetEventHandle)
__CAPLINT_CALL(IpcOpenEventHandle)
__CAPLINT_CALL(ProfilerStart)
__CAPLINT_CALL(ProfilerStop)
__CAPLINT_CALL(CreateTextureObject)
__CAPLINT_CALL(DestroyTextureObject)
__CAPLINT_CALL(ExtMallocWithFlags)
__CAPLINT_CALL(ExtLaunchKernel)
}

/* --- kernels --- */
#define __CAPLINT_VECTOR(name, type, ...)                                                                              \
	struct name {                                                                                                  \
		type __VA_ARGS__;                                                                                      \
	};                                                                                                             \
	template <class... A> __host__ __device__ name make_##name(A...);
__CAPLINT_VECTOR(char1, signed char, x)
__CAPLINT_VECTOR(char2, signed char, x, y)
__CAPLINT_VECTOR(char3, signed char, x, y, z)
__CAPLINT_VECTOR(char4, signed char, x, y, z, w)
__CAPLINT_VECTOR(uchar1, unsigned char, x)
__CAPLINT_VECTOR(uchar2, unsigned char, x, y)
__CAPLINT_VECTOR(uchar3, unsigned char, x, y, z)
__CAPLINT_VECTOR(uchar4, unsigned char, x, y, z, w)
__CAPLINT_VECTOR(short1, short, x)
__CAPLINT_VECTOR(short2, short, x, y)
__CAPLINT_VECTOR(short3, short, x, y, z)
__CAPLINT_VECTOR(short4, short, x, y, z, w)
__CAPLINT_VECTOR(ushort1, unsigned short, x)
__CAPLINT_VECTOR(ushort2, unsigned short, x, y)
__CAPLINT_VECTOR(ushort3, unsigned short, x, y, z)
__CAPLINT_VECTOR(ushort4, unsigned short, x, y, z, w)
__CAPLINT_VECTOR(int1, int, x)
__CAPLINT_VECTOR(int2, int, x, y)
__CAPLINT_VECTOR(int3, int, x, y, z)
__CAPLINT_VECTOR(int4, int, x, y, z, w)
__CAPLINT_VECTOR(uint1, unsigned, x)
__CAPLINT_VECTOR(uint2, unsigned, x, y)
__CAPLINT_VECTOR(uint4, unsigned, x, y, z, w)
__CAPLINT_VECTOR(long1, long, x)
__CAPLINT_VECTOR(long2, long, x, y)
__CAPLINT_VECTOR(long3, long, x, y, z)
__CAPLINT_VECTOR(long4, long, x, y, z, w)
__CAPLINT_VECTOR(ulong1, unsigned long, x)
__CAPLINT_VECTOR(ulong2, unsigned long, x, y)
__CAPLINT_VECTOR(ulong3, unsigned long, x, y, z)
__CAPLINT_VECTOR(ulong4, unsigned long, x, y, z, w)
__CAPLINT_VECTOR(longlong1, long long, x)
__CAPLINT_VECTOR(longlong2, long long, x, y)
__CAPLINT_VECTOR(longlong3, long long, x, y, z)
__CAPLINT_VECTOR(longlong4, long long, x, y, z, w)
__CAPLINT_VECTOR(ulonglong1, unsigned long long, x)
__CAPLINT_VECTOR(ulonglong2, unsigned long long, x, y)
__CAPLINT_VECTOR(ulonglong3, unsigned long long, x, y, z)
__CAPLINT_VECTOR(ulonglong4, unsigned long long, x, y, z, w)
__CAPLINT_VECTOR(float1, float, x)
__CAPLINT_VECTOR(float2, float, x, y)
__CAPLINT_VECTOR(float3, float, x, y, z)
__CAPLINT_VECTOR(float4, float, x, y, z, w)
__CAPLINT_VECTOR(double1, double, x)
__CAPLINT_VECTOR(double2, double, x, y)
__CAPLINT_VECTOR(double3, double, x, y, z)
__CAPLINT_VECTOR(double4, double, x, y, z, w)
struct uint3 {
	unsigned x, y, z;
};
struct dim3 {
	unsigned x, y, z;
	template <class... A> __host__ __device__ constexpr dim3(A...);
};
extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
extern const __device__ int warpSize;
template <class... A> __device__ void __syncthreads(A...);
template <class... A> __device__ void __syncwarp(A...);
__device__ void __threadfence(), __nanosleep(unsigned), __trap();
__CAPLINT_TYPE(half)
__CAPLINT_TYPE(half2)
__CAPLINT_TYPE(__half)
__CAPLINT_TYPE(__half2)
__CAPLINT_TYPE(__half_raw)
__CAPLINT_TYPE(nv_bfloat16)
__CAPLINT_TYPE(nv_bfloat162)
__CAPLINT_TYPE(__nv_bfloat16)
__CAPLINT_TYPE(__nv_bfloat162)
__CAPLINT_TYPE(__nv_bfloat16_raw)
__CAPLINT_TYPE(hip_bfloat16)
__CAPLINT_TYPE(__hip_bfloat16)
__CAPLINT_TYPE(__hip_bfloat162)
__CAPLINT_TYPE(__nv_fp8_e4m3)
__CAPLINT_TYPE(__nv_fp8_e5m2)
__CAPLINT_TYPE(__nv_fp8x2_e4m3)
__CAPLINT_TYPE(__nv_fp8x4_e4m3)
__CAPLINT_TYPE(__nv_fp8x2_e5m2)
__CAPLINT_TYPE(__nv_fp8_e8m0)
__CAPLINT_TYPE(__nv_fp4_e2m1)
__CAPLINT_TYPE(__nv_fp4x2_e2m1)
__CAPLINT_TYPE(__hip_fp8_e4m3)
__CAPLINT_TYPE(__hip_fp8_e5m2)
__CAPLINT_TYPE(cuComplex)
__CAPLINT_TYPE(cuFloatComplex)
__CAPLINT_TYPE(cuDoubleComplex)

/* --- the standard library --- */
//: std
namespace std {
using ::size_t;
using ::ptrdiff_t;
using ::int8_t;
using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::uint8_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::uintptr_t;
using ::intptr_t;
using ::min;
using ::max;
using ::abs;
using ::exit;
using ::abort;
using ::getenv;
using ::memcpy;
using ::memset;
using ::strlen;
using ::printf;
using ::fprintf;
typedef decltype(nullptr) nullptr_t;
typedef long double max_align_t;
enum class byte : unsigned char {};
enum memory_order { memory_order_relaxed, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
__CAPLINT_TEMPLATE(vector)
__CAPLINT_TEMPLATE(optional)
__CAPLINT_TEMPLATE(variant)
__CAPLINT_TEMPLATE(tuple)
__CAPLINT_TEMPLATE(pair)
__CAPLINT_TEMPLATE(function)
__CAPLINT_TEMPLATE(unique_ptr)
__CAPLINT_TEMPLATE(shared_ptr)
__CAPLINT_TEMPLATE(weak_ptr)
__CAPLINT_TEMPLATE(map)
__CAPLINT_TEMPLATE(multimap)
__CAPLINT_TEMPLATE(unordered_map)
__CAPLINT_TEMPLATE(set)
__CAPLINT_TEMPLATE(unordered_set)
__CAPLINT_TEMPLATE(list)
__CAPLINT_TEMPLATE(deque)
__CAPLINT_TEMPLATE(queue)
__CAPLINT_TEMPLATE(stack)
__CAPLINT_TEMPLATE(atomic)
__CAPLINT_TEMPLATE(lock_guard)
__CAPLINT_TEMPLATE(unique_lock)
__CAPLINT_TEMPLATE(scoped_lock)
__CAPLINT_TEMPLATE(shared_lock)
__CAPLINT_TEMPLATE(initializer_list)
__CAPLINT_TEMPLATE(basic_string)
__CAPLINT_TEMPLATE(complex)
__CAPLINT_TEMPLATE(future)
__CAPLINT_TEMPLATE(promise)
__CAPLINT_TEMPLATE(hash)
__CAPLINT_TEMPLATE(reference_wrapper)
__CAPLINT_TEMPLATE(numeric_limits_base)
__CAPLINT_TEMPLATE(uniform_int_distribution)
__CAPLINT_TEMPLATE(uniform_real_distribution)
__CAPLINT_TEMPLATE(normal_distribution)
template <class T> struct numeric_limits {
	static constexpr T min() { return T(); }
	static constexpr T max() { return T(); }
	static constexpr T lowest() { return T(); }
	static constexpr T infinity() { return T(); }
	static constexpr T epsilon() { return T(); }
	static constexpr T quiet_NaN() { return T(); }
};
template <class T, size_t> struct array : __caplint_any {
	using __caplint_any::__caplint_any;
};
struct string : __caplint_any {
	using __caplint_any::__caplint_any;
	using __caplint_any::operator=;
	const char *c_str() const, *data() const;
	size_t size() const, length() const;
	bool empty() const;
	static const size_t npos;
};
__CAPLINT_TYPE(string_view)
__CAPLINT_TYPE(mutex)
__CAPLINT_TYPE(recursive_mutex)
__CAPLINT_TYPE(shared_mutex)
__CAPLINT_TYPE(condition_variable)
__CAPLINT_TYPE(once_flag)
__CAPLINT_TYPE(thread)
__CAPLINT_TYPE(exception)
__CAPLINT_TYPE(runtime_error)
__CAPLINT_TYPE(logic_error)
__CAPLINT_TYPE(invalid_argument)
__CAPLINT_TYPE(out_of_range)
__CAPLINT_TYPE(bad_alloc)
__CAPLINT_TYPE(system_error)
__CAPLINT_TYPE(exception_ptr)
__CAPLINT_TYPE(ostream)
__CAPLINT_TYPE(istream)
__CAPLINT_TYPE(ifstream)
__CAPLINT_TYPE(ofstream)
__CAPLINT_TYPE(stringstream)
__CAPLINT_TYPE(ostringstream)
__CAPLINT_TYPE(istringstream)
__CAPLINT_TYPE(mt19937)
__CAPLINT_TYPE(random_device)
__CAPLINT_TYPE(source_location)
extern __caplint_any cout, cerr, clog, endl, flush, hex, dec, fixed, nullopt, nothrow, ignore, defer_lock, adopt_lock, in_place;
template <class T> T &&move(T &);
template <class T> T &&move(T &&);
template <class T> T &&forward(T &);
template <class T> T &&declval();
__CAPLINT_FUNCTION(make_unique)
__CAPLINT_FUNCTION(make_shared)
__CAPLINT_FUNCTION(make_pair)
__CAPLINT_FUNCTION(make_tuple)
__CAPLINT_FUNCTION(make_optional)
__CAPLINT_FUNCTION(make_exception_ptr)
__CAPLINT_FUNCTION(current_exception)
__CAPLINT_FUNCTION(rethrow_exception)
__CAPLINT_FUNCTION(uncaught_exceptions)
__CAPLINT_FUNCTION(tie)
__CAPLINT_FUNCTION(ref)
__CAPLINT_FUNCTION(cref)
__CAPLINT_FUNCTION(bind)
__CAPLINT_FUNCTION(invoke)
__CAPLINT_FUNCTION(apply)
__CAPLINT_FUNCTION(visit)
__CAPLINT_FUNCTION(swap)
__CAPLINT_FUNCTION(exchange)
__CAPLINT_FUNCTION(call_once)
__CAPLINT_FUNCTION(to_string)
__CAPLINT_FUNCTION(stoi)
__CAPLINT_FUNCTION(stol)
__CAPLINT_FUNCTION(stof)
__CAPLINT_FUNCTION(stod)
__CAPLINT_FUNCTION(begin)
__CAPLINT_FUNCTION(end)
__CAPLINT_FUNCTION(size)
__CAPLINT_FUNCTION(data)
__CAPLINT_FUNCTION(next)
__CAPLINT_FUNCTION(prev)
__CAPLINT_FUNCTION(distance)
__CAPLINT_FUNCTION(sort)
__CAPLINT_FUNCTION(copy)
__CAPLINT_FUNCTION(copy_n)
__CAPLINT_FUNCTION(fill)
__CAPLINT_FUNCTION(fill_n)
__CAPLINT_FUNCTION(find)
__CAPLINT_FUNCTION(find_if)
__CAPLINT_FUNCTION(for_each)
__CAPLINT_FUNCTION(any_of)
__CAPLINT_FUNCTION(all_of)
__CAPLINT_FUNCTION(count)
__CAPLINT_FUNCTION(transform)
__CAPLINT_FUNCTION(accumulate)
__CAPLINT_FUNCTION(iota)
__CAPLINT_FUNCTION(clamp)
__CAPLINT_FUNCTION(lower_bound)
__CAPLINT_FUNCTION(upper_bound)
__CAPLINT_FUNCTION(max_element)
__CAPLINT_FUNCTION(min_element)
__CAPLINT_FUNCTION(getline)
__CAPLINT_FUNCTION(setw)
__CAPLINT_FUNCTION(setprecision)
__CAPLINT_FUNCTION(sqrt)
__CAPLINT_FUNCTION(pow)
__CAPLINT_FUNCTION(exp)
__CAPLINT_FUNCTION(log)
__CAPLINT_FUNCTION(ceil)
__CAPLINT_FUNCTION(floor)
__CAPLINT_FUNCTION(round)
__CAPLINT_FUNCTION(fabs)
__CAPLINT_FUNCTION(isnan)
__CAPLINT_FUNCTION(isinf)
__CAPLINT_FUNCTION(isfinite)
[[noreturn]] void terminate();
template <auto...> __caplint_any get(...);
template <class T> __caplint_any get(...);
template <class T> __caplint_any get_if(...);
template <class T> bool holds_alternative(...);
template <class T, T v> struct integral_constant {
	static constexpr T value = v;
	constexpr operator T() const { return v; }
};
template <bool b> using bool_constant = integral_constant<bool, b>;
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
template <class T, class U> constexpr bool is_same_v = __is_same(T, U);
template <class T, class U> struct is_same : bool_constant<__is_same(T, U)> {};
#define __CAPLINT_TRAIT(name)                                                                                          \
	template <class...> constexpr bool name##_v = true;                                                            \
	template <class...> struct name : true_type {};
__CAPLINT_TRAIT(is_convertible)
__CAPLINT_TRAIT(is_constructible)
__CAPLINT_TRAIT(is_integral)
__CAPLINT_TRAIT(is_floating_point)
__CAPLINT_TRAIT(is_arithmetic)
__CAPLINT_TRAIT(is_signed)
__CAPLINT_TRAIT(is_unsigned)
__CAPLINT_TRAIT(is_void)
__CAPLINT_TRAIT(is_pointer)
__CAPLINT_TRAIT(is_enum)
__CAPLINT_TRAIT(is_base_of)
__CAPLINT_TRAIT(is_invocable)
__CAPLINT_TRAIT(is_trivially_copyable)
template <bool b, class T = void> struct enable_if {
	typedef T type;
};
template <bool b, class T = void> using enable_if_t = T;
template <bool b, class T, class F> struct conditional {
	typedef T type;
};
template <bool b, class T, class F> using conditional_t = T;
#define __CAPLINT_ALIAS(name)                                                                                          \
	template <class T> struct name {                                                                               \
		typedef T type;                                                                                        \
	};                                                                                                             \
	template <class T> using name##_t = T;
__CAPLINT_ALIAS(decay)
__CAPLINT_ALIAS(remove_cv)
__CAPLINT_ALIAS(remove_const)
__CAPLINT_ALIAS(remove_reference)
__CAPLINT_ALIAS(remove_cvref)
__CAPLINT_ALIAS(remove_pointer)
__CAPLINT_ALIAS(underlying_type)
__CAPLINT_ALIAS(make_unsigned)
__CAPLINT_ALIAS(make_signed)
template <class T, class... A> using common_type_t = T;
template <class F, class... A> using invoke_result_t = __caplint_any;
template <class...> using void_t = void;
template <class T, T...> struct integer_sequence {};
template <size_t... I> using index_sequence = integer_sequence<size_t, I...>;
template <size_t N> using make_index_sequence = integer_sequence<size_t>;
namespace chrono {
__CAPLINT_TEMPLATE(duration)
__CAPLINT_TEMPLATE(time_point)
__CAPLINT_TYPE(milliseconds)
__CAPLINT_TYPE(microseconds)
__CAPLINT_TYPE(nanoseconds)
__CAPLINT_TYPE(seconds)
struct steady_clock {
	static __caplint_any now();
};
typedef steady_clock system_clock, high_resolution_clock;
__CAPLINT_FUNCTION(duration_cast)
}
namespace this_thread {
__CAPLINT_FUNCTION(sleep_for)
__CAPLINT_FUNCTION(yield)
__CAPLINT_FUNCTION(get_id)
}
namespace filesystem {
__CAPLINT_TYPE(path)
__CAPLINT_FUNCTION(exists)
}
namespace literals {
}
namespace string_literals {
}
namespace placeholders {
extern __caplint_any _1, _2, _3;
}
}

//.

/* --- libraries on top of the runtime --- */
//: cooperative_groups
namespace cooperative_groups {
__CAPLINT_TYPE(grid_group)
__CAPLINT_TYPE(thread_block)
__CAPLINT_TYPE(cluster_group)
__CAPLINT_TYPE(thread_group)
template <unsigned, class P = void> struct thread_block_tile : __caplint_any {
	using __caplint_any::__caplint_any;
};
__device__ __caplint_any this_grid(), this_thread_block(), this_cluster(), this_multi_grid(), coalesced_threads();
template <unsigned N, class... A> __device__ __caplint_any tiled_partition(A...);
__CAPLINT_FUNCTION(sync)
__CAPLINT_FUNCTION(reduce)
}
//.
//: thrust
namespace thrust {
__CAPLINT_TEMPLATE(device_vector)
__CAPLINT_TEMPLATE(host_vector)
__CAPLINT_TEMPLATE(device_ptr)
__CAPLINT_TEMPLATE(pair)
__CAPLINT_TEMPLATE(tuple)
__CAPLINT_TEMPLATE(counting_iterator)
__CAPLINT_TEMPLATE(constant_iterator)
__CAPLINT_TEMPLATE(transform_iterator)
__CAPLINT_TEMPLATE(zip_iterator)
__CAPLINT_TEMPLATE(plus)
__CAPLINT_TEMPLATE(less)
__CAPLINT_TEMPLATE(greater)
__CAPLINT_TEMPLATE(maximum)
__CAPLINT_TEMPLATE(minimum)
__CAPLINT_FUNCTION(copy)
__CAPLINT_FUNCTION(copy_if)
__CAPLINT_FUNCTION(fill)
__CAPLINT_FUNCTION(sort)
__CAPLINT_FUNCTION(stable_sort)
__CAPLINT_FUNCTION(sort_by_key)
__CAPLINT_FUNCTION(stable_sort_by_key)
__CAPLINT_FUNCTION(reduce)
__CAPLINT_FUNCTION(reduce_by_key)
__CAPLINT_FUNCTION(transform)
__CAPLINT_FUNCTION(transform_reduce)
__CAPLINT_FUNCTION(for_each)
__CAPLINT_FUNCTION(for_each_n)
__CAPLINT_FUNCTION(sequence)
__CAPLINT_FUNCTION(tabulate)
__CAPLINT_FUNCTION(exclusive_scan)
__CAPLINT_FUNCTION(inclusive_scan)
__CAPLINT_FUNCTION(unique)
__CAPLINT_FUNCTION(unique_by_key)
__CAPLINT_FUNCTION(gather)
__CAPLINT_FUNCTION(scatter)
__CAPLINT_FUNCTION(count)
__CAPLINT_FUNCTION(count_if)
__CAPLINT_FUNCTION(min_element)
__CAPLINT_FUNCTION(max_element)
__CAPLINT_FUNCTION(lower_bound)
__CAPLINT_FUNCTION(upper_bound)
__CAPLINT_FUNCTION(uninitialized_fill)
__CAPLINT_FUNCTION(make_counting_iterator)
__CAPLINT_FUNCTION(make_constant_iterator)
__CAPLINT_FUNCTION(make_transform_iterator)
__CAPLINT_FUNCTION(make_zip_iterator)
__CAPLINT_FUNCTION(make_tuple)
__CAPLINT_FUNCTION(make_pair)
__CAPLINT_FUNCTION(tie)
__CAPLINT_FUNCTION(raw_pointer_cast)
__CAPLINT_FUNCTION(device_pointer_cast)
template <auto...> __caplint_any get(...);
extern __caplint_any device, host, seq;
namespace cuda {
extern __caplint_any par, par_nosync;
}
namespace hip {
extern __caplint_any par, par_nosync;
}
}
//.
//: cub hipcub
namespace cub {
struct __caplint_algorithms {
#define __CAPLINT_ALGORITHM(name) template <class...> static cudaError_t name(...);
	__CAPLINT_ALGORITHM(Sum)
	__CAPLINT_ALGORITHM(Reduce)
	__CAPLINT_ALGORITHM(Max)
	__CAPLINT_ALGORITHM(Min)
	__CAPLINT_ALGORITHM(ArgMax)
	__CAPLINT_ALGORITHM(ArgMin)
	__CAPLINT_ALGORITHM(ReduceByKey)
	__CAPLINT_ALGORITHM(ExclusiveSum)
	__CAPLINT_ALGORITHM(InclusiveSum)
	__CAPLINT_ALGORITHM(ExclusiveScan)
	__CAPLINT_ALGORITHM(InclusiveScan)
	__CAPLINT_ALGORITHM(SortKeys)
	__CAPLINT_ALGORITHM(SortKeysDescending)
	__CAPLINT_ALGORITHM(SortPairs)
	__CAPLINT_ALGORITHM(SortPairsDescending)
	__CAPLINT_ALGORITHM(If)
	__CAPLINT_ALGORITHM(Flagged)
	__CAPLINT_ALGORITHM(Unique)
	__CAPLINT_ALGORITHM(Encode)
	__CAPLINT_ALGORITHM(HistogramEven)
	__CAPLINT_ALGORITHM(Batched)
	__CAPLINT_ALGORITHM(TransformReduce)
	__CAPLINT_ALGORITHM(Bulk)
	__CAPLINT_ALGORITHM(ForEachN)
#undef __CAPLINT_ALGORITHM
};
typedef __caplint_algorithms DeviceReduce, DeviceScan, DeviceRadixSort, DeviceSegmentedRadixSort, DeviceSegmentedSort,
	DeviceSegmentedReduce, DeviceMergeSort, DeviceSelect, DevicePartition, DeviceRunLengthEncode, DeviceHistogram,
	DeviceMemcpy, DeviceFor, DeviceTransform;
template <class T, auto...> struct BlockReduce : __caplint_any {
	using __caplint_any::__caplint_any;
	__CAPLINT_TYPE(TempStorage)
};
template <class T, auto...> struct BlockScan : BlockReduce<T> {};
template <class T, auto...> struct WarpReduce : BlockReduce<T> {};
__CAPLINT_TEMPLATE(DoubleBuffer)
__CAPLINT_TEMPLATE(CountingInputIterator)
__CAPLINT_TEMPLATE(TransformInputIterator)
__CAPLINT_TYPE(Sum)
__CAPLINT_TYPE(Max)
__CAPLINT_TYPE(Min)
}
namespace hipcub = cub;
//.

/* --- PyTorch --- */
//: at c10 torch
namespace c10 {
__CAPLINT_TEMPLATE(optional)
__CAPLINT_TEMPLATE(ArrayRef)
__CAPLINT_TEMPLATE(intrusive_ptr)
__CAPLINT_TYPE(Half)
__CAPLINT_TYPE(BFloat16)
__CAPLINT_TYPE(Float8_e4m3fn)
__CAPLINT_TYPE(Float8_e4m3fnuz)
__CAPLINT_TYPE(Float8_e5m2)
__CAPLINT_TYPE(Device)
__CAPLINT_TYPE(DeviceGuard)
__CAPLINT_TYPE(Scalar)
__CAPLINT_TYPE(ScalarType)
__CAPLINT_TYPE(DispatchKeySet)
extern __caplint_any nullopt;
namespace cuda {
struct CUDAStream {
	operator cudaStream_t() const;
	cudaStream_t stream() const;
	void synchronize() const;
	bool query() const;
	int device_index() const;
	__caplint_any device() const;
};
__CAPLINT_TYPE(CUDAGuard)
__CAPLINT_TYPE(OptionalCUDAGuard)
__CAPLINT_TYPE(CUDAStreamGuard)
__CAPLINT_TYPE(CUDAStreamCaptureModeGuard)
CUDAStream getCurrentCUDAStream(...), getDefaultCUDAStream(...), getStreamFromPool(...), getStreamFromExternal(...);
int current_device(), device_count();
namespace CUDACachingAllocator {
__CAPLINT_FUNCTION(get)
__CAPLINT_FUNCTION(emptyCache)
__CAPLINT_FUNCTION(recordStream)
__CAPLINT_FUNCTION(raw_alloc)
__CAPLINT_FUNCTION(raw_delete)
}
}
namespace hip = cuda;
}
namespace at {
struct Tensor : __caplint_any {
	using __caplint_any::__caplint_any;
	using __caplint_any::operator=;
	template <class T> T *data_ptr() const;
	template <class T> T *const_data_ptr() const;
	template <class T> T *mutable_data_ptr() const;
	template <class T> T item() const;
	void *data_ptr() const, *mutable_data_ptr() const;
	const void *const_data_ptr() const;
	__caplint_any scalar_type() const, options() const, device() const, sizes() const, strides() const, dtype() const;
	int64_t size(int64_t) const, stride(int64_t) const, numel() const, dim() const, element_size() const, nbytes() const;
	bool is_cuda() const, is_contiguous(...) const, defined() const, is_cpu() const, has_value() const;
	Tensor contiguous(...) const, view(...) const, reshape(...) const, to(...) const, cpu() const, cuda() const, clone() const,
		flatten(...) const, squeeze(...) const, unsqueeze(...) const, transpose(...) const, slice(...) const, sum(...) const;
	int get_device() const;
};
__CAPLINT_TYPE(TensorOptions)
__CAPLINT_TYPE(Context)
__CAPLINT_USING(ArrayRef, c10)
__CAPLINT_USING(BFloat16, c10)
__CAPLINT_USING(Device, c10)
__CAPLINT_USING(DeviceGuard, c10)
__CAPLINT_USING(Float8_e4m3fn, c10)
__CAPLINT_USING(Float8_e5m2, c10)
__CAPLINT_USING(Half, c10)
__CAPLINT_USING(optional, c10)
__CAPLINT_USING(Scalar, c10)
__CAPLINT_USING(ScalarType, c10)
__CAPLINT_TYPE(IntArrayRef)
__CAPLINT_TYPE(TensorList)
extern __caplint_any kCUDA, kCPU, kFloat, kHalf, kBFloat16, kInt, kLong, kByte, kBool, kDouble, kChar, kShort, kFloat8_e4m3fn;
__CAPLINT_FUNCTION(empty)
__CAPLINT_FUNCTION(empty_like)
__CAPLINT_FUNCTION(zeros)
__CAPLINT_FUNCTION(zeros_like)
__CAPLINT_FUNCTION(ones)
__CAPLINT_FUNCTION(full)
__CAPLINT_FUNCTION(arange)
__CAPLINT_FUNCTION(device)
__CAPLINT_FUNCTION(dtype)
__CAPLINT_FUNCTION(globalContext)
namespace cuda {
using namespace c10::cuda;
__CAPLINT_USING(CUDAGuard, c10::cuda)
__CAPLINT_USING(CUDAStream, c10::cuda)
__CAPLINT_USING(OptionalCUDAGuard, c10::cuda)
__CAPLINT_USING(getCurrentCUDAStream, c10::cuda)
__CAPLINT_USING(getDefaultCUDAStream, c10::cuda)
__CAPLINT_USING(getStreamFromPool, c10::cuda)
__CAPLINT_TYPE(CUDAEvent)
__CAPLINT_TYPE(CUDAGraph)
__caplint_any *getCurrentDeviceProperties();
cublasHandle_t getCurrentCUDABlasHandle(...);
}
namespace hip = cuda;
}
namespace torch {
using namespace at;
__CAPLINT_USING(Device, at)
__CAPLINT_USING(ScalarType, at)
__CAPLINT_USING(Tensor, at)
__CAPLINT_USING(TensorOptions, at)
__CAPLINT_USING(empty, at)
__CAPLINT_USING(empty_like, at)
__CAPLINT_USING(zeros, at)
typedef int64_t Dtype;
__CAPLINT_FUNCTION(tensor)
__CAPLINT_FUNCTION(from_blob)
extern __caplint_any kCUDA, kCPU, kFloat, kHalf, kBFloat16, kInt, kLong, kByte, kUInt8, kInt8, kInt16, kInt32, kInt64, kFloat16, kFloat32,
	kFloat64, kBool, kDouble, kFloat8_e4m3fn;
}
__caplint_any device_of(...);
//.

/* Names that dispatch macros bind to the element type at hand. */
typedef float scalar_t, scalar_t_0, scalar_t_1, scalar_t_in, scalar_t_out, acc_t, accscalar_t, opmath_t, input_t, output_t, weight_t;

#undef __CAPLINT_TYPE
#undef __CAPLINT_USING
#undef __CAPLINT_TEMPLATE
#undef __CAPLINT_FUNCTION
#undef __CAPLINT_CALL
#undef __CAPLINT_VALUE
#undef __CAPLINT_ONE
#undef __CAPLINT_STRUCT
#undef __CAPLINT_ENUM
#undef __CAPLINT_VECTOR
#undef __CAPLINT_TRAIT
#undef __CAPLINT_ALIAS
