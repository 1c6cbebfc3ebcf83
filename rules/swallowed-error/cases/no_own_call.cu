// A function that judges itself by the slot without having done anything that fills it: it reports, and removes, other
// people's errors.
#include <cuda_runtime.h>

#include <cstdlib>

enum result { RESULT_OK, RESULT_CUDA };

struct resource {
	virtual ~resource() = default;
	virtual void deallocate(void *p, size_t bytes) = 0;
};

resource *default_resource();

result release_bad(void *p)
{
	default_resource()->deallocate(p, 0);
	if (cudaSuccess != cudaGetLastError()) // expect: swallowed-error
		return RESULT_CUDA;
	return RESULT_OK;
}

result release_good(void *p)
{
	default_resource()->deallocate(p, 0);
	return RESULT_OK;
}

int parse_shape_bad(const char *text)
{
	int n = std::atoi(text);
	if (cudaGetLastError() != cudaSuccess) // expect: swallowed-error
		return -1;
	return n;
}

// A function whose only task is to read the slot is a helper: its users are judged.
bool any_error()
{
	return cudaPeekAtLastError() != cudaSuccess;
}

cudaError_t take_error()
{
	return cudaGetLastError();
}
