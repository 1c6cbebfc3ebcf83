// Failures of driver calls never enter the runtime's slot: nothing to clear.
#include <cuda.h>
#include <cuda_runtime.h>

bool range_of(CUdeviceptr address, CUdeviceptr *base, size_t *bytes)
{
	return cuMemGetAddressRange(base, bytes, address) == CUDA_SUCCESS;
}

bool can_fabric(CUdevice device)
{
	int flag = 0;
	CUresult res = cuDeviceGetAttribute(&flag, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED, device);
	if (res != CUDA_SUCCESS)
		return false;
	return flag != 0;
}

bool peer_enable(CUcontext peer)
{
	CUresult res = cuCtxEnablePeerAccess(peer, 0);
	return res == CUDA_SUCCESS || res == CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
}

// The runtime is asked first: its refusal stays although the driver answers.
void *function_of_bad(cudaGraphNode_t node)
{
	cudaKernelNodeParams params;
	if (cudaGraphKernelNodeGetParams(node, &params) == cudaSuccess) // expect: latched-error
		return params.func;
	CUDA_KERNEL_NODE_PARAMS driver;
	if (cuGraphKernelNodeGetParams(node, &driver) != CUDA_SUCCESS)
		return nullptr;
	return (void *)driver.func;
}

void *function_of_good(cudaGraphNode_t node)
{
	cudaKernelNodeParams params;
	cudaError_t err = cudaGraphKernelNodeGetParams(node, &params);
	if (err == cudaSuccess)
		return params.func;
	else {
		(void) cudaGetLastError();
		CUDA_KERNEL_NODE_PARAMS driver;
		if (cuGraphKernelNodeGetParams(node, &driver) != CUDA_SUCCESS)
			return nullptr;
		return (void *)driver.func;
	}
}
