// rules: uncaptured-launch
// An operator that is declared, and that neither a binding nor anybody else names, runs nowhere.
#include "mapping.h"

__global__ void query(const long *keys, int n);

torch::Tensor mapping(torch::Tensor keys)
{
	query<<<1, 32>>>(keys.data_ptr<long>(), keys.size(0));
	C10_CUDA_KERNEL_LAUNCH_CHECK();
	return keys;
}
