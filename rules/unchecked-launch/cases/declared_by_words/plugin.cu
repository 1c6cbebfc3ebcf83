// Whoever loads it finds both by their names.
#include <cuda_runtime.h>

static __global__ void plugin_kernel(float *p, int kind);

extern "C" void plugin_start(float *p)
{
	plugin_kernel<<<1, 32>>>(p, 0); // expect: unchecked-launch
}

extern "C" void plugin_run(float *p)
{
	plugin_kernel<<<1, 32>>>(p, 1); // expect: unchecked-launch
}
