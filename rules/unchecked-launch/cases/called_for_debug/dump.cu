#include "dump.h"

static __global__ void dump_kernel(float *p);

void dump_all(float *p)
{
	dump_kernel<<<64, 32>>>(p); // expect-note: unchecked-launch
}

void dump_one(float *p)
{
	dump_kernel<<<1, 32>>>(p); // expect: unchecked-launch
}
