// A function that says error() and throws, in the mode that is usual: the path does not come back.
#include <cuda_runtime.h>

#include <cstdio>
#include <stdexcept>
#include <string>

bool is_throwing();

__global__ void work(float *p);

void error(const std::string &text)
{
	std::fprintf(stderr, "%s\n", text.c_str());
	if (is_throwing())
		throw std::runtime_error(text);
}

void remark(const std::string &text)
{
	std::fprintf(stderr, "%s\n", text.c_str());
}

void told_good(float *p, size_t n)
{
	if (cudaMemset(p, 0, n) != cudaSuccess)
		error("memset");
	work<<<1, 32>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		error("work");
}

void told_bad(float *p, size_t n)
{
	if (cudaMemset(p, 0, n) != cudaSuccess) // expect: latched-error
		remark("memset");
	work<<<1, 32>>>(p);
	if (cudaGetLastError() != cudaSuccess) // expect: blamed-launch
		error("work");
}
