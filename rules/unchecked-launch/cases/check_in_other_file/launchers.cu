// Launchers without a check of their own: what their callers do decides.
#include "launchers.h"

static __global__ void rows_kernel(float *p) { p[threadIdx.x] += 1; }
static __global__ void columns_kernel(float *p) { p[threadIdx.x] += 2; }

void launch_rows(float *p, int rows, cudaStream_t s)
{
	rows_kernel<<<rows, 32, 0, s>>>(p);
}

void launch_columns(float *p, int columns, cudaStream_t s)
{
	columns_kernel<<<columns, 32, 0, s>>>(p); // expect: unchecked-launch
}
