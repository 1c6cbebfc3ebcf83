#include "device.h"

#include <cstdlib>

void *open_first(size_t bytes)
{
	void *out = nullptr;
	if (!arena_reserve(&out, bytes)) {
		(void)cudaGetLastError();
		return std::malloc(bytes);
	}
	return out;
}

void *open_mapped(size_t bytes)
{
	void *out = nullptr;
	if (!arena_map(&out, bytes))
		return std::malloc(bytes);
	return out;
}

void *open_mapped_clear(size_t bytes)
{
	void *out = nullptr;
	if (!arena_map(&out, bytes)) {
		cudaGetLastError();
		return std::malloc(bytes);
	}
	return out;
}

bool commit_bad(void *base, size_t bytes)
{
	if (arena_commit(base, bytes) != cudaSuccess) // expect: latched-error
		return false;
	return true;
}

void commit_fatal(void *base, size_t bytes)
{
	if (arena_commit(base, bytes) != cudaSuccess)
		std::abort();
}
