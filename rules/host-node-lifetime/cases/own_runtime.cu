// A runtime itself: what its own call does with a capture, the program says.
#include <cuda_runtime.h>
#include <cstring>
#include <memory>

struct Fill {
	char *base;
	size_t size;
	char value;
};

void enqueue(cudaStream_t stream, void (*fn)(void *), void *data);

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *data)
{
	if (!fn)
		return cudaErrorInvalidValue;
	enqueue(stream, fn, data);
	return cudaSuccess;
}

cudaError_t fill_async(char *base, char value, size_t size, cudaStream_t stream)
{
	Fill *fill = new Fill{base, size, value};
	return cudaLaunchHostFunc(
	    stream,
	    [](void *data) {
		    std::unique_ptr<Fill> fill(static_cast<Fill *>(data));
		    std::memset(fill->base, fill->value, fill->size);
	    },
	    fill);
}
