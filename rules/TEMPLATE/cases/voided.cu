// One thing a file, named after it. Bad and good functions side by side, so that a reader sees what makes the difference.
#include <cuda_runtime.h>

void wait_bad(cudaStream_t s)
{
	(void)cudaStreamSynchronize(s); // expect: TEMPLATE
}

cudaError_t wait_good(cudaStream_t s)
{
	return cudaStreamSynchronize(s);
}
