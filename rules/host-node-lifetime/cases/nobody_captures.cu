// A host function that frees its argument is run once by a stream, and nothing shows that anybody would capture it.
#include <cuda_runtime.h>

struct copy_plan {
	const char *from;
	char *to;
	size_t n;
};

static void run_copy(void *data)
{
	copy_plan *plan = (copy_plan *)data;
	for (size_t i = 0; i < plan->n; i++)
		plan->to[i] = plan->from[i];
	delete plan;
}

cudaError_t copy_later(const char *from, char *to, size_t n, cudaStream_t stream)
{
	return cudaLaunchHostFunc(stream, run_copy, new copy_plan{from, to, n}); // expect-note: host-node-lifetime
}

static void tell(cudaStream_t, cudaError_t, void *data)
{
	((copy_plan *)data)->n = 0;
}

// What is gone when the stream comes to it hurts without any capture.
cudaError_t tell_later(copy_plan plan, cudaStream_t stream)
{
	return cudaStreamAddCallback(stream, tell, &plan, 0); // expect: host-node-lifetime
}
