// glog's CHECK ends the process: a peek that it is given leaves nothing for anybody.
#include <cuda_runtime.h>
#include <glog/logging.h>
#include <torch/extension.h>

__global__ void work(float *p);

void peek_good(float *p)
{
	work<<<1, 32>>>(p);
	CHECK_EQ(cudaPeekAtLastError(), cudaSuccess);
}

void peek_bad(float *p)
{
	work<<<1, 32>>>(p);
	TORCH_CHECK(cudaPeekAtLastError() == cudaSuccess); // expect: misread-error
}
