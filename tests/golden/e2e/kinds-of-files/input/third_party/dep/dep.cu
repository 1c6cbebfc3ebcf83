#include <cuda_runtime.h>

void dep_free(void *p)
{
	cudaFree(p);
}
