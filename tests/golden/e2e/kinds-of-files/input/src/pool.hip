#include <hip/hip_runtime.h>

bool grab(void **out, size_t bytes)
{
	return hipMalloc(out, bytes) == hipSuccess;
}
