/* The names of names.cuh that only captures need, and the one call whose arguments differ. */
#ifndef CONFIRM_CAPTURE_NAMES_CUH
#define CONFIRM_CAPTURE_NAMES_CUH

#include "harness.cuh"

#ifdef CONFIRM_HIP
#define cudaErrorInvalidValue hipErrorInvalidValue
#define cudaErrorStreamCaptureImplicit hipErrorStreamCaptureImplicit
#define cudaErrorStreamCaptureIsolation hipErrorStreamCaptureIsolation
#define cudaErrorStreamCaptureMerge hipErrorStreamCaptureMerge
#define cudaErrorStreamCaptureUnjoined hipErrorStreamCaptureUnjoined
#define cudaEventDisableTiming hipEventDisableTiming
#define cudaEventCreateWithFlags hipEventCreateWithFlags
#define cudaEventQuery hipEventQuery
#define cudaGraphExecDestroy hipGraphExecDestroy
#define cudaGraphExec_t hipGraphExec_t
#define cudaGraphGetNodes hipGraphGetNodes
#define cudaGraphLaunch hipGraphLaunch
#define cudaGraphNode_t hipGraphNode_t
#define cudaGraphNodeGetType hipGraphNodeGetType
#define cudaGraphNodeType hipGraphNodeType
#define cudaGraphNodeTypeKernel hipGraphNodeTypeKernel
#define cudaGraphNodeTypeMemcpy hipGraphNodeTypeMemcpy
#define cudaMemcpyDeviceToDevice hipMemcpyDeviceToDevice
#define cudaMemcpy2DAsync hipMemcpy2DAsync
#define cudaStreamCaptureMode hipStreamCaptureMode
#define cudaStreamCaptureModeGlobal hipStreamCaptureModeGlobal
#define cudaStreamCaptureModeThreadLocal hipStreamCaptureModeThreadLocal
#define cudaStreamCreate hipStreamCreate
#define cudaStreamQuery hipStreamQuery
#define cudaStreamWaitEvent hipStreamWaitEvent
#endif

inline cudaError_t instantiate(cudaGraphExec_t *exec, cudaGraph_t graph)
{
#ifdef CONFIRM_HIP
	return hipGraphInstantiate(exec, graph, nullptr, nullptr, 0);
#else
	return cudaGraphInstantiate(exec, graph, 0);
#endif
}

#endif
