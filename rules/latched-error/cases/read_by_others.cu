// rules: latched-error
// What an interpreter loads shares its thread's slot with other extensions, whatever windows it opens.
#include <GLFW/glfw3.h>
#include <cuda_runtime.h>
#include <pybind11/pybind11.h>

bool reach(int peer)
{
	return cudaDeviceEnablePeerAccess(peer, 0) == cudaSuccess; // expect-error: latched-error
}

PYBIND11_MODULE(peers, m)
{
	m.def("reach", &reach);
}

int main()
{
	return 0;
}
