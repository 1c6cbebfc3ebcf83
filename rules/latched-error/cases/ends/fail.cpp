#include "check.h"

#include <cuda_runtime.h>

void leave_now(int how);

void on_assertion(const char *condition, const char *text)
{
	std::fprintf(stderr, "%s: %s, not %s\n", condition, text, cudaGetErrorString(cudaSuccess));
	leave_now(1);
}

void stop_at(cudaError_t err, const char *text, bool throws)
{
	if (err == cudaSuccess)
		return;
	std::fprintf(stderr, "%s: %s\n", text, cudaGetErrorString(err));
	if (throws)
		throw std::runtime_error(text);
}
