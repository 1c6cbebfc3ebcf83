#include "../src/pool.h"
#include <hip/hip_runtime.h>

void test_pool()
{
	void *p;
	hipMalloc(&p, 16);
	if (!grab(&p, 4))
		abort();
}
