// rules: latched-error
#include <cstdio>
#include <cuda_runtime.h>

__global__ void kernel(float *p, int n);
bool reach(int peer);

// No read of the slot in the whole program: nobody meets what is left there.
float *scratch(size_t bytes)
{
	float *p = nullptr;
	if (cudaMalloc(&p, bytes) != cudaSuccess) // expect-note: latched-error
		return nullptr;
	return p;
}

int main()
{
	std::printf("ready\n");
	return 0;
}

// A library's failures go to whoever is linked with it, though a tool with main stands beside it: an expected answer comes to them.
bool reach(int peer)
{
	return cudaDeviceEnablePeerAccess(peer, 0) == cudaSuccess; // expect-error: latched-error
}
