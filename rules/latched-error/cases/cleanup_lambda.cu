// The check's text calls a lambda of the function that uses it: what that does counts, be it a drain or not.
#include <cuda_runtime.h>

bool scratch_warm_good(size_t bytes)
{
	void *from = nullptr, *to = nullptr;
	auto give_back = [&]() {
		cudaFree(from);
		cudaFree(to);
		(void)cudaGetLastError();
	};
#define TRY_OR_FALSE(call) \
	do { \
		cudaError_t status = (call); \
		if (status != cudaSuccess) { \
			give_back(); \
			return false; \
		} \
	} while (0)
	TRY_OR_FALSE(cudaMalloc(&from, bytes));
	TRY_OR_FALSE(cudaMalloc(&to, bytes));
	TRY_OR_FALSE(cudaMemset(from, 0, bytes));
	give_back();
	return true;
}

bool scratch_warm_bad(size_t bytes)
{
	void *from = nullptr, *to = nullptr;
	auto give_back = [&]() {
		(void)cudaFree(from);
		(void)cudaFree(to);
	};
	TRY_OR_FALSE(cudaMalloc(&from, bytes)); // expect: latched-error
	TRY_OR_FALSE(cudaMalloc(&to, bytes)); // expect: latched-error
	give_back();
	return true;
}
#undef TRY_OR_FALSE
