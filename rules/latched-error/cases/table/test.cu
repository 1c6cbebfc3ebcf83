#include "ops.h"

#include <cstdlib>

static bool test_allocate(void **out, size_t bytes)
{
	*out = std::malloc(bytes);
	return *out != nullptr;
}

static bool test_map(void *host, size_t, void **out)
{
	*out = host;
	return true;
}

const struct memory_ops test_memory = {test_allocate, test_map, std::free};
