#include <dlfcn.h>
#include <hip/hip_runtime.h>

bool allocate_bad(void **out, size_t bytes, void *library)
{
	auto clear = reinterpret_cast<hipError_t (*)()>(dlsym(library, "hipGetLastError"));
	if (hipMalloc(out, bytes) == hipSuccess) // expect: latched-error
		return true;
	clear(); // expect: foreign-error-slot
	return false;
}

bool allocate_good(void **out, size_t bytes)
{
	if (hipMalloc(out, bytes) == hipSuccess)
		return true;
	(void)hipGetLastError();
	return false;
}
