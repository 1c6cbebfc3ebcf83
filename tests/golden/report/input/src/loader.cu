#include <cuda_runtime.h>

static bool probe(int a, int b)
{
	int can = 0;
	cudaDeviceCanAccessPeer(&can, a, b);
	/* größer 𝄞 */ cudaDeviceEnablePeerAccess(b, 0); // 次
	return can != 0;
}

void step(float *p, int n)
{
	scale<<<n / 256, 256>>>(p, n);
	check(
		cudaGetLastError());
}
