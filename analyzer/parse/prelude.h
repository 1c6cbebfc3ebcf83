/* What libclang reads in front of every file when there is no compile_commands.json: just enough of CUDA, HIP, the
 * standard library and PyTorch for a file without its headers to parse. It is compiled into caplint as text.
 *
 * Nothing here has to be true, it has to keep libclang from giving up. So functions take anything, types convert to
 * and from anything, and a class that nobody knows has any member libclang is willing to guess. Names of ours begin
 * with __caplint; their types never leave the reader (clang_tree.c). Names that a program commonly defines for itself
 * are left out, for a clash costs a declaration. */
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
#define __CAPLINT_BOTH(name) cuda##name, hip##name
#define __CAPLINT_HANDLE(name)                                                                                         \
	typedef struct __caplint_##name *cuda##name##_t;                                                               \
	typedef struct __caplint_##name *hip##name##_t;
#define __CAPLINT_STRUCT(name)                                                                                         \
	__CAPLINT_TYPE(cuda##name)                                                                                     \
	typedef cuda##name hip##name;
#define __CAPLINT_ENUM(name, ...)                                                                                      \
	enum cuda##name { __VA_ARGS__ };                                                                               \
	typedef enum cuda##name hip##name;

__CAPLINT_HANDLE(Stream)
__CAPLINT_HANDLE(Event)
__CAPLINT_HANDLE(Graph)
__CAPLINT_HANDLE(GraphExec)
__CAPLINT_HANDLE(GraphNode)
__CAPLINT_HANDLE(MemPool)
__CAPLINT_HANDLE(Array)
__CAPLINT_HANDLE(MipmappedArray)
__CAPLINT_HANDLE(UserObject)
__CAPLINT_HANDLE(Function)
__CAPLINT_HANDLE(Kernel)
__CAPLINT_HANDLE(Library)
__CAPLINT_HANDLE(ExternalMemory)
__CAPLINT_HANDLE(ExternalSemaphore)
__CAPLINT_HANDLE(Module)
typedef hipFunction_t CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef cudaGraph_t CUgraph;
typedef struct __caplint_context *CUcontext, *hipCtx_t;
typedef hipModule_t CUmodule;
typedef int CUdevice, hipDevice_t;
typedef unsigned long long CUdeviceptr, cudaTextureObject_t, cudaSurfaceObject_t, cudaGraphConditionalHandle;
typedef void *hipDeviceptr_t;
typedef int CUresult, nvmlReturn_t, ncclResult_t, rcclResult_t;
typedef int cublasStatus_t, cusparseStatus_t, cudnnStatus_t, cufftResult, curandStatus_t, cusolverStatus_t, hipblasStatus_t;
typedef struct __caplint_blas *cublasHandle_t, *cublasLtHandle_t, *hipblasHandle_t, *cudnnHandle_t, *cusparseHandle_t;
typedef struct __caplint_comm *ncclComm_t;
enum { CUDA_SUCCESS, ncclSuccess = 0, CUBLAS_STATUS_SUCCESS = 0, CUDNN_STATUS_SUCCESS = 0, CUSPARSE_STATUS_SUCCESS = 0 };

__CAPLINT_STRUCT(DeviceProp)
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
typedef hipDeviceProp hipDeviceProp_t;

enum cudaError {
	__CAPLINT_BOTH(Success),
	__CAPLINT_BOTH(ErrorInvalidValue),
	__CAPLINT_BOTH(ErrorMemoryAllocation),
	hipErrorOutOfMemory,
	__CAPLINT_BOTH(ErrorInitializationError),
	hipErrorNotInitialized,
	cudaErrorCudartUnloading,
	hipErrorDeinitialized,
	__CAPLINT_BOTH(ErrorProfilerDisabled),
	__CAPLINT_BOTH(ErrorInvalidConfiguration),
	__CAPLINT_BOTH(ErrorInvalidPitchValue),
	__CAPLINT_BOTH(ErrorInvalidSymbol),
	__CAPLINT_BOTH(ErrorInvalidDevicePointer),
	__CAPLINT_BOTH(ErrorInvalidMemcpyDirection),
	__CAPLINT_BOTH(ErrorInsufficientDriver),
	__CAPLINT_BOTH(ErrorMissingConfiguration),
	__CAPLINT_BOTH(ErrorPriorLaunchFailure),
	__CAPLINT_BOTH(ErrorInvalidDeviceFunction),
	__CAPLINT_BOTH(ErrorNoDevice),
	__CAPLINT_BOTH(ErrorInvalidDevice),
	cudaErrorInvalidKernelImage,
	cudaErrorDeviceUninitialized,
	cudaErrorNoKernelImageForDevice,
	hipErrorNoBinaryForGpu,
	hipErrorInvalidContext,
	hipErrorInvalidHandle,
	hipErrorNotFound,
	__CAPLINT_BOTH(ErrorUnsupportedLimit),
	__CAPLINT_BOTH(ErrorPeerAccessUnsupported),
	cudaErrorInvalidPtx,
	__CAPLINT_BOTH(ErrorInvalidSource),
	__CAPLINT_BOTH(ErrorFileNotFound),
	__CAPLINT_BOTH(ErrorOperatingSystem),
	__CAPLINT_BOTH(ErrorInvalidResourceHandle),
	__CAPLINT_BOTH(ErrorIllegalState),
	cudaErrorSymbolNotFound,
	__CAPLINT_BOTH(ErrorNotReady),
	__CAPLINT_BOTH(ErrorIllegalAddress),
	__CAPLINT_BOTH(ErrorLaunchOutOfResources),
	cudaErrorLaunchTimeout,
	hipErrorLaunchTimeOut,
	__CAPLINT_BOTH(ErrorPeerAccessAlreadyEnabled),
	__CAPLINT_BOTH(ErrorPeerAccessNotEnabled),
	__CAPLINT_BOTH(ErrorSetOnActiveProcess),
	__CAPLINT_BOTH(ErrorContextIsDestroyed),
	__CAPLINT_BOTH(ErrorAssert),
	__CAPLINT_BOTH(ErrorHostMemoryAlreadyRegistered),
	__CAPLINT_BOTH(ErrorHostMemoryNotRegistered),
	cudaErrorIllegalInstruction,
	cudaErrorMisalignedAddress,
	__CAPLINT_BOTH(ErrorLaunchFailure),
	__CAPLINT_BOTH(ErrorCooperativeLaunchTooLarge),
	cudaErrorNotPermitted,
	__CAPLINT_BOTH(ErrorNotSupported),
	cudaErrorSystemDriverMismatch,
	__CAPLINT_BOTH(ErrorStreamCaptureUnsupported),
	__CAPLINT_BOTH(ErrorStreamCaptureInvalidated),
	__CAPLINT_BOTH(ErrorStreamCaptureMerge),
	__CAPLINT_BOTH(ErrorStreamCaptureUnmatched),
	__CAPLINT_BOTH(ErrorStreamCaptureUnjoined),
	__CAPLINT_BOTH(ErrorStreamCaptureIsolation),
	__CAPLINT_BOTH(ErrorStreamCaptureImplicit),
	__CAPLINT_BOTH(ErrorCapturedEvent),
	__CAPLINT_BOTH(ErrorStreamCaptureWrongThread),
	cudaErrorTimeout,
	__CAPLINT_BOTH(ErrorGraphExecUpdateFailure),
	__CAPLINT_BOTH(ErrorUnknown)
};
typedef enum cudaError cudaError_t, hipError_t;

__CAPLINT_ENUM(MemcpyKind, __CAPLINT_BOTH(MemcpyHostToHost), __CAPLINT_BOTH(MemcpyHostToDevice),
               __CAPLINT_BOTH(MemcpyDeviceToHost), __CAPLINT_BOTH(MemcpyDeviceToDevice), __CAPLINT_BOTH(MemcpyDefault))
__CAPLINT_ENUM(StreamCaptureMode, __CAPLINT_BOTH(StreamCaptureModeGlobal), __CAPLINT_BOTH(StreamCaptureModeThreadLocal),
               __CAPLINT_BOTH(StreamCaptureModeRelaxed))
__CAPLINT_ENUM(StreamCaptureStatus, __CAPLINT_BOTH(StreamCaptureStatusNone), __CAPLINT_BOTH(StreamCaptureStatusActive),
               __CAPLINT_BOTH(StreamCaptureStatusInvalidated))
__CAPLINT_ENUM(MemoryType, __CAPLINT_BOTH(MemoryTypeUnregistered), __CAPLINT_BOTH(MemoryTypeHost),
               __CAPLINT_BOTH(MemoryTypeDevice), __CAPLINT_BOTH(MemoryTypeManaged))
__CAPLINT_ENUM(FuncAttribute, __CAPLINT_BOTH(FuncAttributeMaxDynamicSharedMemorySize),
               __CAPLINT_BOTH(FuncAttributePreferredSharedMemoryCarveout),
               cudaFuncAttributeNonPortableClusterSizeAllowed)
__CAPLINT_ENUM(Limit, __CAPLINT_BOTH(LimitStackSize), __CAPLINT_BOTH(LimitPrintfFifoSize), __CAPLINT_BOTH(LimitMallocHeapSize))
__CAPLINT_ENUM(MemoryAdvise, __CAPLINT_BOTH(MemAdviseSetReadMostly), __CAPLINT_BOTH(MemAdviseSetPreferredLocation),
               __CAPLINT_BOTH(MemAdviseSetAccessedBy))
__CAPLINT_ENUM(MemPoolAttr, __CAPLINT_BOTH(MemPoolAttrReleaseThreshold), __CAPLINT_BOTH(MemPoolReuseAllowOpportunistic),
               __CAPLINT_BOTH(MemPoolReuseFollowEventDependencies), __CAPLINT_BOTH(MemPoolReuseAllowInternalDependencies))
__CAPLINT_ENUM(GraphNodeType, __CAPLINT_BOTH(GraphNodeTypeKernel), __CAPLINT_BOTH(GraphNodeTypeMemcpy),
               __CAPLINT_BOTH(GraphNodeTypeMemset), __CAPLINT_BOTH(GraphNodeTypeHost))
__CAPLINT_ENUM(GraphExecUpdateResult, __CAPLINT_BOTH(GraphExecUpdateSuccess), __CAPLINT_BOTH(GraphExecUpdateError))
__CAPLINT_ENUM(LaunchAttributeID, __CAPLINT_BOTH(LaunchAttributeCooperative), cudaLaunchAttributeClusterDimension,
               cudaLaunchAttributeProgrammaticStreamSerialization, cudaLaunchAttributePriority)
__CAPLINT_ENUM(DataType_t, CUDA_R_16F, CUDA_R_16BF, CUDA_R_32F, CUDA_R_64F, CUDA_R_8I, CUDA_R_32I, CUDA_R_8F_E4M3, CUDA_R_8F_E5M2)
__CAPLINT_ENUM(DeviceAttr, cudaDevAttrMultiProcessorCount, cudaDevAttrComputeCapabilityMajor, cudaDevAttrComputeCapabilityMinor,
               cudaDevAttrMaxSharedMemoryPerBlockOptin, cudaDevAttrMaxSharedMemoryPerMultiprocessor,
               cudaDevAttrMaxSharedMemoryPerBlock, cudaDevAttrCooperativeLaunch, cudaDevAttrMaxThreadsPerBlock,
               cudaDevAttrWarpSize, cudaDevAttrClockRate, cudaDevAttrMemoryPoolsSupported, cudaDevAttrConcurrentManagedAccess,
               cudaDevAttrL2CacheSize, cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxThreadsPerMultiProcessor)
typedef cudaDataType_t cudaDataType;
typedef enum cudaDeviceAttr hipDeviceAttribute_t;
enum {
	__CAPLINT_BOTH(StreamDefault),
	__CAPLINT_BOTH(StreamNonBlocking),
	__CAPLINT_BOTH(EventDefault),
	__CAPLINT_BOTH(EventBlockingSync),
	__CAPLINT_BOTH(EventDisableTiming),
	__CAPLINT_BOTH(EventInterprocess),
	__CAPLINT_BOTH(EventRecordDefault),
	__CAPLINT_BOTH(EventRecordExternal),
	__CAPLINT_BOTH(HostAllocDefault),
	__CAPLINT_BOTH(HostAllocPortable),
	__CAPLINT_BOTH(HostAllocMapped),
	__CAPLINT_BOTH(HostAllocWriteCombined),
	__CAPLINT_BOTH(HostRegisterDefault),
	__CAPLINT_BOTH(HostRegisterPortable),
	__CAPLINT_BOTH(HostRegisterMapped),
	__CAPLINT_BOTH(MemAttachGlobal),
	__CAPLINT_BOTH(MemAttachHost),
	__CAPLINT_BOTH(IpcMemLazyEnablePeerAccess),
	__CAPLINT_BOTH(DeviceScheduleAuto),
	__CAPLINT_BOTH(DeviceScheduleBlockingSync),
	__CAPLINT_BOTH(GraphInstantiateFlagAutoFreeOnLaunch)
};
extern const cudaStream_t cudaStreamPerThread, cudaStreamLegacy, hipStreamPerThread, hipStreamLegacy;

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
}
/* Templates as well, for cudaMalloc<float>(...) and the like. */
#undef __CAPLINT_CALL
#define __CAPLINT_CALL(name)                                                                                           \
	template <class...> cudaError_t cuda##name(...);                                                               \
	template <class...> hipError_t hip##name(...);
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

/* --- kernels --- */
#define __CAPLINT_VECTOR(name, type)                                                                                   \
	struct name##1 { type x; };                                                                                    \
	struct name##2 { type x, y; };                                                                                 \
	struct name##3 { type x, y, z; };                                                                              \
	struct name##4 { type x, y, z, w; };                                                                           \
	__host__ __device__ name##1 make_##name##1(...);                                                               \
	__host__ __device__ name##2 make_##name##2(...);                                                               \
	__host__ __device__ name##3 make_##name##3(...);                                                               \
	__host__ __device__ name##4 make_##name##4(...);
__CAPLINT_VECTOR(char, signed char)
__CAPLINT_VECTOR(uchar, unsigned char)
__CAPLINT_VECTOR(short, short)
__CAPLINT_VECTOR(ushort, unsigned short)
__CAPLINT_VECTOR(int, int)
__CAPLINT_VECTOR(uint, unsigned)
__CAPLINT_VECTOR(long, long)
__CAPLINT_VECTOR(ulong, unsigned long)
__CAPLINT_VECTOR(longlong, long long)
__CAPLINT_VECTOR(ulonglong, unsigned long long)
__CAPLINT_VECTOR(float, float)
__CAPLINT_VECTOR(double, double)
struct dim3 {
	unsigned x, y, z;
	template <class... A> __host__ __device__ constexpr dim3(A...);
};
extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
extern const __device__ int warpSize;
__device__ void __syncthreads(...), __syncwarp(...), __threadfence(...), __nanosleep(unsigned), __trap();
__CAPLINT_TYPE(half)
__CAPLINT_TYPE(half2)
__CAPLINT_TYPE(nv_bfloat16)
__CAPLINT_TYPE(nv_bfloat162)
__CAPLINT_TYPE(__nv_fp8_e4m3)
__CAPLINT_TYPE(__nv_fp8_e5m2)
__CAPLINT_TYPE(__nv_fp8x2_e4m3)
__CAPLINT_TYPE(__nv_fp8x4_e4m3)
__CAPLINT_TYPE(__nv_fp4_e2m1)
typedef half __half, __half_raw;
typedef half2 __half2;
typedef nv_bfloat16 __nv_bfloat16, hip_bfloat16, __hip_bfloat16, bfloat16;
typedef nv_bfloat162 __nv_bfloat162;
typedef float2 cuComplex, cuFloatComplex;
typedef double2 cuDoubleComplex;

/* --- the standard library --- */
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
extern ostream cout, cerr, clog;
extern __caplint_any endl, flush, hex, dec, fixed, nullopt, nothrow, ignore, defer_lock, adopt_lock, in_place;
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
	static time_point<> now();
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

/* --- libraries on top of the runtime --- */
namespace cooperative_groups {
__CAPLINT_TYPE(grid_group)
__CAPLINT_TYPE(thread_block)
__CAPLINT_TYPE(cluster_group)
__CAPLINT_TYPE(thread_group)
template <unsigned, class P = void> struct thread_block_tile : __caplint_any {
	using __caplint_any::__caplint_any;
};
__device__ grid_group this_grid();
__device__ thread_block this_thread_block();
__device__ cluster_group this_cluster();
template <unsigned N> __device__ __caplint_any tiled_partition(...);
__CAPLINT_FUNCTION(sync)
__CAPLINT_FUNCTION(reduce)
}
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

/* --- PyTorch --- */
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
using std::string_view;
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
using c10::ArrayRef;
using c10::BFloat16;
using c10::Device;
using c10::DeviceGuard;
using c10::Float8_e4m3fn;
using c10::Float8_e5m2;
using c10::Half;
using c10::optional;
using c10::Scalar;
using c10::ScalarType;
typedef ArrayRef<int64_t> IntArrayRef;
typedef ArrayRef<Tensor> TensorList;
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
using c10::cuda::CUDAGuard;
using c10::cuda::CUDAStream;
using c10::cuda::OptionalCUDAGuard;
using c10::cuda::getCurrentCUDAStream;
using c10::cuda::getDefaultCUDAStream;
using c10::cuda::getStreamFromPool;
__CAPLINT_TYPE(CUDAEvent)
__CAPLINT_TYPE(CUDAGraph)
__caplint_any *getCurrentDeviceProperties();
cublasHandle_t getCurrentCUDABlasHandle(...);
}
namespace hip = cuda;
}
namespace torch {
using namespace at;
using at::Device;
using at::ScalarType;
using at::Tensor;
using at::TensorOptions;
using at::empty;
using at::empty_like;
using at::zeros;
typedef int64_t Dtype;
__CAPLINT_FUNCTION(tensor)
__CAPLINT_FUNCTION(from_blob)
extern __caplint_any kCUDA, kCPU, kFloat, kHalf, kBFloat16, kInt, kLong, kByte, kUInt8, kInt8, kInt16, kInt32, kInt64, kFloat16, kFloat32,
	kFloat64, kBool, kDouble, kFloat8_e4m3fn;
}
__caplint_any device_of(...);

/* Names that dispatch macros bind to the element type at hand. */
typedef float scalar_t, scalar_t_0, scalar_t_1, scalar_t_in, scalar_t_out, acc_t, accscalar_t, opmath_t, input_t, output_t, weight_t;

#undef __CAPLINT_TYPE
#undef __CAPLINT_TEMPLATE
#undef __CAPLINT_FUNCTION
#undef __CAPLINT_CALL
#undef __CAPLINT_BOTH
#undef __CAPLINT_HANDLE
#undef __CAPLINT_STRUCT
#undef __CAPLINT_ENUM
#undef __CAPLINT_VECTOR
#undef __CAPLINT_TRAIT
#undef __CAPLINT_ALIAS
