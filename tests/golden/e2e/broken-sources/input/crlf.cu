#include <cuda_runtime.h>
void drop(int *p)
{
	cudaFree(p); // größe
}
