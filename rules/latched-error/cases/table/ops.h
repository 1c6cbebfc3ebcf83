#pragma once

#include <cuda_runtime.h>

struct memory_ops {
	bool (*allocate)(void **out, size_t bytes);
	bool (*map)(void *host, size_t bytes, void **out);
	void (*release)(void *pointer);
};

extern const struct memory_ops device_memory;
extern const struct memory_ops test_memory;
