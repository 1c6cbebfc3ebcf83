#include "lib/check.h"

bool reserve(void **out, size_t bytes)
{
	LIB_TRY(cudaMalloc(out, bytes));
	LIB_WARN(cudaMemset(*out, 0, bytes));
	return true;
}
