// Ascend C launches by the same brackets, but it has no error slot.
#include "kernel_operator.h"

extern "C" __global__ __aicore__ void add(unsigned char *out, unsigned char *in, int n);

extern "C" int add_launch(void *out, void *in, int n, void *stream)
{
	add<<<8, nullptr, stream>>>((unsigned char *)out, (unsigned char *)in, n);
	return 0;
}
