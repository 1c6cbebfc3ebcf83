// A demo with an engine of its own that goes on without memory.
#include <cuda_runtime.h>

#include <cstdio>

struct demo_engine : engine {
	void prepare(void **p, size_t bytes) override
	{
		if (cudaMalloc(p, bytes) != cudaSuccess) // expect: latched-error
			std::fprintf(stderr, "no memory\n");
	}
};
