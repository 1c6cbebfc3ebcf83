/* How each runtime call is made to fail, with arguments that change from round to round. fail() returns the call's own code,
 * and what the call left in the slot is still there: whatever is released here is released by calls that succeed.
 *
 * One row a call. FAILS gives the statements; `s` is the scene. ZERO calls the function with all arguments zero, which it
 * refuses. A call without a row is not expressible: no other call stands in for it. */
#ifndef CONFIRM_CALLS_CUH
#define CONFIRM_CALLS_CUH

#include "harness.cuh"

struct provocation {
	const char *call;
	cudaError_t (*fail)(struct scene *s);
};

template <class... A> cudaError_t with_zeros(cudaError_t (*call)(A...)) { return call(A{}...); }

#define FAILS(name, ...) {#name, [](struct scene *s) -> cudaError_t { (void)s; __VA_ARGS__ }}
#define ZERO(name) {#name, [](struct scene *) -> cudaError_t { return with_zeros(name); }}

inline size_t too_much(const struct scene *s) { return (static_cast<size_t>(1) << 50) + s->round * 4096; }
inline int no_such_device(const struct scene *s) { return 98 + static_cast<int>(s->round); }
inline void *on_stack() /* an address that the runtime has never seen; not read */
{
	static char text[64];
	return text;
}
inline cudaMemcpyKind no_such_kind(const struct scene *s) { return static_cast<cudaMemcpyKind>(90 + s->round); }
inline size_t copy_bytes(const struct scene *s) { return 64 * s->round; }

/* Registered memory of its own, so that the second registration is the only thing wrong. */
inline cudaError_t register_twice(struct scene *s)
{
	size_t bytes = 4096 * s->round;
	void *memory = std::aligned_alloc(4096, bytes);
	must(cudaHostRegister(memory, bytes, cudaHostRegisterDefault));
	cudaError_t code = cudaHostRegister(memory, bytes, cudaHostRegisterDefault);
	must(cudaHostUnregister(memory));
	std::free(memory);
	return code;
}

inline void begin_capture(struct scene *s) { must(cudaStreamBeginCapture(s->capture, cudaStreamCaptureModeRelaxed)); }

/* A second device that this one can reach, or this one itself, which is refused too. */
inline int peer()
{
	int devices = 0, can = 0;
	must(cudaGetDeviceCount(&devices));
	if (devices > 1)
		must(cudaDeviceCanAccessPeer(&can, 0, 1));
	return can ? 1 : 0;
}

inline cudaError_t enable_peer_twice()
{
	int device = peer();
	if (device)
		must(cudaDeviceEnablePeerAccess(device, 0));
	cudaError_t code = cudaDeviceEnablePeerAccess(device, 0);
	if (device)
		must(cudaDeviceDisablePeerAccess(device));
	return code;
}

#ifndef CONFIRM_HIP
struct kernel_graph {
	cudaGraph_t graph;
	cudaGraphNode_t node; /* the first */
	cudaGraphExec_t exec;
};

inline cudaKernelNodeParams kernel_params(struct scene *s, void **arguments, unsigned threads)
{
	cudaKernelNodeParams p = {};
	arguments[0] = &s->out;
	arguments[1] = &s->in;
	arguments[2] = &s->round;
	p.func = reinterpret_cast<void *>(harness_work);
	p.gridDim = dim3(WORDS / 256);
	p.blockDim = dim3(threads);
	p.kernelParams = arguments;
	return p;
}

inline struct kernel_graph graph_open(struct scene *s, unsigned nodes)
{
	struct kernel_graph g = {};
	void *arguments[3];
	cudaKernelNodeParams p = kernel_params(s, arguments, 256);
	cudaGraphNode_t last = nullptr;
	must(cudaGraphCreate(&g.graph, 0));
	for (unsigned i = 0; i < nodes; i++) {
		cudaGraphNode_t before = last;
		must(cudaGraphAddKernelNode(&last, g.graph, before ? &before : nullptr, before ? 1 : 0, &p));
		g.node = g.node ? g.node : last;
	}
	must(cudaGraphInstantiate(&g.exec, g.graph, 0));
	return g;
}

inline void graph_close(struct kernel_graph g)
{
	must(cudaGraphExecDestroy(g.exec));
	must(cudaGraphDestroy(g.graph));
}

inline cudaError_t update_topology(struct scene *s)
{
	struct kernel_graph g = graph_open(s, 1), other = graph_open(s, 1 + s->round);
	cudaGraphExecUpdateResultInfo info = {};
	cudaError_t code = cudaGraphExecUpdate(g.exec, other.graph, &info);
	graph_close(g);
	graph_close(other);
	return code;
}

inline int shared_limit()
{
	int device = 0, limit = 0;
	must(cudaGetDevice(&device));
	must(cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
	return limit;
}
/* Asks a kernel node for the parameters of another kind of node. */
template <class P> cudaError_t ask_kernel_node(struct scene *s, cudaError_t (*ask)(cudaGraphNode_t, P *))
{
	struct kernel_graph g = graph_open(s, s->round);
	P params = {};
	cudaError_t code = ask(g.node, &params);
	graph_close(g);
	return code;
}

inline cudaError_t on_captured_event(struct scene *s, cudaError_t (*call)(cudaEvent_t))
{
	cudaEvent_t event;
	must(cudaEventCreate(&event));
	begin_capture(s);
	must(cudaEventRecord(event, s->capture));
	cudaError_t code = call(event);
	must(cudaEventDestroy(event));
	return code;
}
#endif

static const struct provocation provocations[] = {
	/* memory */
	FAILS(cudaMalloc, void *p; return cudaMalloc(&p, too_much(s));),
	FAILS(cudaFree, return cudaFree(on_stack());),
	FAILS(cudaFreeHost, return cudaFreeHost(on_stack());),
	FAILS(cudaHostAlloc, void *p; return cudaHostAlloc(&p, too_much(s) << 2, cudaHostAllocDefault);),
	FAILS(cudaHostRegister, return register_twice(s);),
	FAILS(cudaHostUnregister, return cudaHostUnregister(on_stack());),
	FAILS(cudaMemcpy, return cudaMemcpy(s->out, s->in, copy_bytes(s), no_such_kind(s));),
	FAILS(cudaMemcpyAsync, return cudaMemcpyAsync(s->out, s->in, copy_bytes(s), no_such_kind(s), s->work);),
	/* device */
	FAILS(cudaSetDevice, return cudaSetDevice(no_such_device(s));),
	FAILS(cudaGetDeviceProperties, cudaDeviceProp p; return cudaGetDeviceProperties(&p, no_such_device(s));),
	FAILS(cudaDeviceGetAttribute, int v; return cudaDeviceGetAttribute(&v, static_cast<cudaDeviceAttr>(9000 + s->round), 0);),
	FAILS(cudaDeviceCanAccessPeer, int can; return cudaDeviceCanAccessPeer(&can, 0, no_such_device(s));),
	FAILS(cudaDeviceEnablePeerAccess, return enable_peer_twice();),
	FAILS(cudaDeviceDisablePeerAccess, return cudaDeviceDisablePeerAccess(peer());),
	/* streams and events */
	FAILS(cudaStreamBeginCapture, begin_capture(s); return cudaStreamBeginCapture(s->capture, cudaStreamCaptureModeRelaxed);),
	FAILS(cudaStreamEndCapture, cudaGraph_t g; return cudaStreamEndCapture(s->capture, &g);),
	FAILS(the kernel launch, launch_refused(s); return cudaPeekAtLastError();),
#ifndef CONFIRM_HIP
	FAILS(cudaMallocAsync, void *p; return cudaMallocAsync(&p, too_much(s), s->work);),
	FAILS(cudaFreeAsync, return cudaFreeAsync(on_stack(), s->work);),
	FAILS(cudaMallocHost, void *p; return cudaMallocHost(&p, too_much(s) << 2);),
	FAILS(cudaMallocManaged, void *p; return cudaMallocManaged(&p, 64, 90 + s->round);),
	FAILS(cudaMallocPitch, void *p; size_t pitch; return cudaMallocPitch(&p, &pitch, too_much(s), s->round);),
	FAILS(cudaMallocFromPoolAsync, void *p; return cudaMallocFromPoolAsync(&p, 64 * s->round, nullptr, s->work);),
	FAILS(cudaHostGetDevicePointer, void *p; return cudaHostGetDevicePointer(&p, on_stack(), 0);),
	FAILS(cudaHostGetFlags, unsigned flags; return cudaHostGetFlags(&flags, on_stack());),
	FAILS(cudaPointerGetAttributes, return cudaPointerGetAttributes(nullptr, s->in);),
	FAILS(cudaMemcpy2D, return cudaMemcpy2D(s->out, 64, s->in, 64, 64, s->round, no_such_kind(s));),
	FAILS(cudaMemcpy2DAsync, return cudaMemcpy2DAsync(s->out, 64, s->in, 64, 64, s->round, no_such_kind(s), s->work);),
	FAILS(cudaMemcpyPeer, return cudaMemcpyPeer(s->out, no_such_device(s), s->in, 0, copy_bytes(s));),
	FAILS(cudaMemcpyPeerAsync, return cudaMemcpyPeerAsync(s->out, no_such_device(s), s->in, 0, copy_bytes(s), s->work);),
	FAILS(cudaMemcpyToSymbol, return cudaMemcpyToSymbol(on_stack(), s->in, copy_bytes(s));),
	FAILS(cudaMemcpyToSymbolAsync, return cudaMemcpyToSymbolAsync(on_stack(), s->in, copy_bytes(s), 0, cudaMemcpyDeviceToDevice, s->work);),
	FAILS(cudaMemcpyFromSymbol, return cudaMemcpyFromSymbol(s->out, on_stack(), copy_bytes(s));),
	FAILS(cudaMemcpyFromSymbolAsync, return cudaMemcpyFromSymbolAsync(s->out, on_stack(), copy_bytes(s), 0, cudaMemcpyDeviceToDevice, s->work);),
	FAILS(cudaMemset, return cudaMemset(on_stack(), 0, copy_bytes(s));),
	FAILS(cudaMemsetAsync, return cudaMemsetAsync(on_stack(), 0, copy_bytes(s), s->work);),
	FAILS(cudaGetSymbolAddress, void *p; return cudaGetSymbolAddress(&p, on_stack());),
	FAILS(cudaGetSymbolSize, size_t n; return cudaGetSymbolSize(&n, on_stack());),
	FAILS(cudaIpcGetMemHandle, cudaIpcMemHandle_t h; return cudaIpcGetMemHandle(&h, on_stack());),
	FAILS(cudaIpcOpenMemHandle, void *p;
	      return cudaIpcOpenMemHandle(&p, cudaIpcMemHandle_t{}, cudaIpcMemLazyEnablePeerAccess);),
	FAILS(cudaIpcCloseMemHandle, return cudaIpcCloseMemHandle(on_stack());),
#if CUDART_VERSION >= 13000
	FAILS(cudaMemAdvise, return cudaMemAdvise(on_stack(), 64 * s->round, cudaMemAdviseSetReadMostly, {cudaMemLocationTypeDevice, 0});),
	FAILS(cudaMemPrefetchAsync, return cudaMemPrefetchAsync(on_stack(), 64 * s->round, {cudaMemLocationTypeDevice, 0}, 0, s->work);),
#else
	FAILS(cudaMemAdvise, return cudaMemAdvise(on_stack(), 64 * s->round, cudaMemAdviseSetReadMostly, 0);),
	FAILS(cudaMemPrefetchAsync, return cudaMemPrefetchAsync(on_stack(), 64 * s->round, 0, s->work);),
#endif
	FAILS(cudaDeviceGetDefaultMemPool, cudaMemPool_t pool; return cudaDeviceGetDefaultMemPool(&pool, no_such_device(s));),
	FAILS(cudaDeviceGetMemPool, cudaMemPool_t pool; return cudaDeviceGetMemPool(&pool, no_such_device(s));),
	FAILS(cudaDeviceGetByPCIBusId, int device; return cudaDeviceGetByPCIBusId(&device, "no bus");),
	FAILS(cudaDeviceGetPCIBusId, char bus[32]; return cudaDeviceGetPCIBusId(bus, sizeof bus, no_such_device(s));),
	FAILS(cudaDeviceGetP2PAttribute, int v;
	      return cudaDeviceGetP2PAttribute(&v, cudaDevP2PAttrAccessSupported, 0, no_such_device(s));),
	FAILS(cudaDeviceGetLimit, size_t v; return cudaDeviceGetLimit(&v, static_cast<cudaLimit>(90 + s->round));),
	FAILS(cudaDeviceSetLimit, return cudaDeviceSetLimit(static_cast<cudaLimit>(90 + s->round), 1);),
	FAILS(cudaSetDeviceFlags, return cudaSetDeviceFlags(0xff00u + s->round);),
	FAILS(cudaDeviceSynchronize, begin_capture(s); return cudaDeviceSynchronize();),
	FAILS(cudaStreamSynchronize, begin_capture(s); return cudaStreamSynchronize(s->capture);),
	FAILS(cudaStreamQuery, begin_capture(s); return cudaStreamQuery(s->capture);),
	FAILS(cudaEventSynchronize, return on_captured_event(s, cudaEventSynchronize);),
	FAILS(cudaEventQuery, return on_captured_event(s, cudaEventQuery);),
	FAILS(cudaStreamCreate, return cudaStreamCreate(nullptr);),
	FAILS(cudaStreamCreateWithFlags, cudaStream_t t; return cudaStreamCreateWithFlags(&t, 90 + s->round);),
	FAILS(cudaStreamCreateWithPriority, cudaStream_t t; return cudaStreamCreateWithPriority(&t, 90 + s->round, 0);),
	FAILS(cudaStreamDestroy, return cudaStreamDestroy(nullptr);),
	FAILS(cudaStreamWaitEvent, return cudaStreamWaitEvent(s->work, nullptr, 0);),
	FAILS(cudaStreamIsCapturing, return cudaStreamIsCapturing(s->work, nullptr);),
	FAILS(cudaStreamAddCallback, return cudaStreamAddCallback(s->work, nullptr, nullptr, 0);),
	FAILS(cudaStreamAttachMemAsync, return cudaStreamAttachMemAsync(s->work, on_stack(), 0, cudaMemAttachSingle);),
	FAILS(cudaEventCreate, return cudaEventCreate(nullptr);),
	FAILS(cudaEventCreateWithFlags, cudaEvent_t e; return cudaEventCreateWithFlags(&e, 0xff00u + s->round);),
	FAILS(cudaEventDestroy, return cudaEventDestroy(nullptr);),
	FAILS(cudaEventRecord, return cudaEventRecord(nullptr, s->work);),
	FAILS(cudaEventElapsedTime, float ms; return cudaEventElapsedTime(&ms, nullptr, nullptr);),
	FAILS(cudaLaunchHostFunc, return cudaLaunchHostFunc(s->work, nullptr, nullptr);),
	/* kernels */
	FAILS(cudaFuncSetAttribute, return cudaFuncSetAttribute(harness_work, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_limit() + static_cast<int>(s->round));),
	FAILS(cudaFuncGetAttributes, cudaFuncAttributes a;
	      return cudaFuncGetAttributes(&a, static_cast<const void *>(on_stack()));),
	FAILS(cudaFuncSetCacheConfig, return cudaFuncSetCacheConfig(static_cast<const void *>(on_stack()), cudaFuncCachePreferL1);),
	FAILS(cudaOccupancyMaxActiveBlocksPerMultiprocessor, int n;
	      return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, static_cast<const void *>(on_stack()), 256, 0);),
	FAILS(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, int n;
	      return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, static_cast<const void *>(on_stack()), 256, 0, 0);),
	FAILS(cudaLaunchKernel, void *a[] = {&s->out, &s->in, &s->round};
	      return cudaLaunchKernel(reinterpret_cast<const void *>(harness_work), dim3(1), dim3(1024 + 32 * s->round), a, 0, s->work);),
	FAILS(cudaLaunchKernelExC, void *a[] = {&s->out, &s->in, &s->round}; cudaLaunchConfig_t c = {}; c.gridDim = dim3(1);
	      c.blockDim = dim3(1024 + 32 * s->round); c.stream = s->work;
	      return cudaLaunchKernelExC(&c, reinterpret_cast<const void *>(harness_work), a);),
	FAILS(cudaLaunchKernelEx, cudaLaunchConfig_t c = {}; c.gridDim = dim3(1); c.blockDim = dim3(1024 + 32 * s->round);
	      c.stream = s->work;
	      return cudaLaunchKernelEx(&c, harness_work, s->out, static_cast<const unsigned *>(s->in), s->round);),
	FAILS(cudaLaunchCooperativeKernel, void *a[] = {&s->out, &s->in, &s->round};
	      return cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(harness_work), dim3(1u << 20), dim3(1024), a, 0, s->work);),
	/* graphs */
	FAILS(cudaGraphExecUpdate, return update_topology(s);),
	FAILS(cudaGraphInstantiate, cudaGraphExec_t e; return cudaGraphInstantiate(&e, nullptr, 0);),
	FAILS(cudaGraphInstantiateWithFlags, cudaGraphExec_t e; return cudaGraphInstantiateWithFlags(&e, nullptr, 0);),
	FAILS(cudaGraphInstantiateWithParams, cudaGraphExec_t e; cudaGraphInstantiateParams p = {};
	      return cudaGraphInstantiateWithParams(&e, nullptr, &p);),
	FAILS(cudaGraphLaunch, return cudaGraphLaunch(nullptr, s->work);),
	FAILS(cudaGraphUpload, return cudaGraphUpload(nullptr, s->work);),
	FAILS(cudaGraphCreate, return cudaGraphCreate(nullptr, 0);),
	FAILS(cudaGraphDestroy, return cudaGraphDestroy(nullptr);),
	FAILS(cudaGraphExecDestroy, return cudaGraphExecDestroy(nullptr);),
	FAILS(cudaGraphClone, cudaGraph_t g; return cudaGraphClone(&g, nullptr);),
	FAILS(cudaGraphGetNodes, size_t n; return cudaGraphGetNodes(nullptr, nullptr, &n);),
	FAILS(cudaGraphNodeGetType, cudaGraphNodeType t; return cudaGraphNodeGetType(nullptr, &t);),
	FAILS(cudaGraphAddKernelNode, struct kernel_graph g = graph_open(s, 1); void *a[3];
	      cudaKernelNodeParams p = kernel_params(s, a, 1024 + 32 * s->round); cudaGraphNode_t n;
	      cudaError_t code = cudaGraphAddKernelNode(&n, g.graph, nullptr, 0, &p); graph_close(g); return code;),
	FAILS(cudaGraphExecKernelNodeSetParams, struct kernel_graph g = graph_open(s, 1); void *a[3];
	      cudaKernelNodeParams p = kernel_params(s, a, 1024 + 32 * s->round);
	      cudaError_t code = cudaGraphExecKernelNodeSetParams(g.exec, g.node, &p); graph_close(g); return code;),
	FAILS(cudaGraphKernelNodeSetParams, struct kernel_graph g = graph_open(s, 1); void *a[3];
	      cudaKernelNodeParams p = kernel_params(s, a, 1024 + 32 * s->round);
	      cudaError_t code = cudaGraphKernelNodeSetParams(g.node, &p); graph_close(g); return code;),
	FAILS(cudaGraphKernelNodeGetParams, cudaGraph_t g; cudaGraphNode_t n; cudaKernelNodeParams p; must(cudaGraphCreate(&g, 0));
	      must(cudaGraphAddEmptyNode(&n, g, nullptr, 0)); cudaError_t code = cudaGraphKernelNodeGetParams(n, &p);
	      must(cudaGraphDestroy(g)); return code;),
	FAILS(cudaGraphMemcpyNodeGetParams, return ask_kernel_node(s, cudaGraphMemcpyNodeGetParams);),
	FAILS(cudaGraphMemsetNodeGetParams, return ask_kernel_node(s, cudaGraphMemsetNodeGetParams);),
	FAILS(cudaGraphHostNodeGetParams, return ask_kernel_node(s, cudaGraphHostNodeGetParams);),
	FAILS(cudaGraphChildGraphNodeGetGraph, return ask_kernel_node(s, cudaGraphChildGraphNodeGetGraph);),
	/* refused with all arguments zero */
	ZERO(cudaMallocArray), ZERO(cudaMalloc3D), ZERO(cudaMalloc3DArray), ZERO(cudaMallocMipmappedArray), ZERO(cudaMemcpy3D),
	ZERO(cudaMemcpy3DAsync), ZERO(cudaMemcpy3DPeer), ZERO(cudaMemcpy3DPeerAsync), ZERO(cudaMemPoolCreate),
	ZERO(cudaMemPoolDestroy), ZERO(cudaMemPoolSetAttribute), ZERO(cudaMemPoolGetAttribute), ZERO(cudaMemPoolSetAccess),
	ZERO(cudaMemPoolGetAccess), ZERO(cudaMemPoolTrimTo), ZERO(cudaMemPoolExportToShareableHandle),
	ZERO(cudaMemPoolImportFromShareableHandle), ZERO(cudaMemPoolExportPointer), ZERO(cudaMemPoolImportPointer),
	ZERO(cudaMemRangeGetAttribute), ZERO(cudaMemRangeGetAttributes), ZERO(cudaDeviceSetMemPool), ZERO(cudaDeviceGetCacheConfig),
	ZERO(cudaChooseDevice), ZERO(cudaGetDevice), ZERO(cudaGetDeviceCount), ZERO(cudaGetDeviceFlags), ZERO(cudaDriverGetVersion),
	ZERO(cudaRuntimeGetVersion), ZERO(cudaStreamGetFlags), ZERO(cudaStreamGetPriority), ZERO(cudaStreamGetAttribute),
	ZERO(cudaStreamSetAttribute), ZERO(cudaIpcGetEventHandle), ZERO(cudaCreateTextureObject), ZERO(cudaCreateSurfaceObject),
	ZERO(cudaImportExternalMemory), ZERO(cudaImportExternalSemaphore), ZERO(cudaExternalMemoryGetMappedBuffer),
	ZERO(cudaDestroyExternalMemory), ZERO(cudaDestroyExternalSemaphore), ZERO(cudaGraphicsMapResources),
	ZERO(cudaGraphicsUnmapResources), ZERO(cudaGraphicsUnregisterResource), ZERO(cudaGraphicsResourceGetMappedPointer),
	ZERO(cudaGraphicsSubResourceGetMappedArray), ZERO(cudaGraphAddChildGraphNode), ZERO(cudaGraphAddEmptyNode),
	ZERO(cudaGraphAddHostNode), ZERO(cudaGraphAddMemcpyNode), ZERO(cudaGraphAddMemsetNode), ZERO(cudaGraphDestroyNode),
	ZERO(cudaGraphGetRootNodes), ZERO(cudaGraphGetEdges),
	ZERO(cudaGraphNodeGetDependencies), ZERO(cudaGraphNodeGetDependentNodes), ZERO(cudaGraphAddDependencies),
	ZERO(cudaGraphRemoveDependencies), ZERO(cudaGraphExecChildGraphNodeSetParams), ZERO(cudaGraphExecMemcpyNodeSetParams), ZERO(cudaGraphExecMemsetNodeSetParams),
	ZERO(cudaGraphExecHostNodeSetParams), ZERO(cudaGraphMemcpyNodeSetParams), ZERO(cudaGraphMemsetNodeSetParams),
	ZERO(cudaGraphHostNodeSetParams), ZERO(cudaGraphDebugDotPrint), ZERO(cudaUserObjectRelease),
#endif
};

/* The row of a call, under its CUDA or its HIP name; NULL if there is none. */
inline const struct provocation *find_provocation(const char *call)
{
	for (const auto &p : provocations)
		if (same_name(p.call, call))
			return &p;
	return nullptr;
}

/* Makes a call fail. */
inline cudaError_t fail(struct scene *s, const char *call)
{
	cudaError_t code = find_provocation(call)->fail(s);
	log_step(s, call, code);
	return code;
}

#endif
