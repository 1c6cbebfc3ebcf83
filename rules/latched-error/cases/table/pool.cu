#include "ops.h"

bool pool_fill(const struct memory_ops *ops, void **blocks, int count, size_t bytes)
{
	for (int i = 0; i < count; i++) {
		if (!ops->allocate(&blocks[i], bytes))
			return false;
	}
	return true;
}
