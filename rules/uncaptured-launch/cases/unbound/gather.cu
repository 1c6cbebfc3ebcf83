#include "ops.h"

__global__ void query(const long *keys, int n);

torch::Tensor gather(torch::Tensor keys)
{
	query<<<1, 32>>>(keys.data_ptr<long>(), keys.size(0)); // expect-warning: uncaptured-launch
	C10_CUDA_KERNEL_LAUNCH_CHECK();
	return keys;
}
