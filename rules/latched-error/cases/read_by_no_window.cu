// rules: latched-error
// An application that opens windows has its process alone: without a read of the slot an expected answer is met by nobody either.
#include <GLFW/glfw3.h>
#include <cuda_gl_interop.h>
#include <cuda_runtime.h>

bool share(cudaGraphicsResource **r, unsigned buffer)
{
	return cudaGraphicsGLRegisterBuffer(r, buffer, cudaGraphicsRegisterFlagsNone) == cudaSuccess; // expect-note: latched-error
}

int main()
{
	return !glfwInit();
}
