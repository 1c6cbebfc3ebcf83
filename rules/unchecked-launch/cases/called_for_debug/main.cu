#include "dump.h"

#include <cuda_runtime.h>

int main(int argc, char **)
{
	float *p;
	if (cudaMalloc(&p, 8192) != cudaSuccess)
		return 1;
#ifdef MESH_DEBUG
	dump_all(p);
#endif
	if (argc > 1)
		dump_one(p);
	return cudaDeviceSynchronize() != cudaSuccess;
}
