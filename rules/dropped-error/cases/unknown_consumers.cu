// rules: dropped-error
// A result that goes into something unknown is not dropped.
#include <cuda_runtime.h>

#include <utility>

void consume(cudaError_t code);
template <typename T>
void consume_any(T &&value);
bool expect_success(cudaError_t code);

#ifndef PROJECT_CHECK
#define PROJECT_CHECK(...) consume(__VA_ARGS__)
#endif

class checker {
public:
	checker(cudaError_t code);
	checker &operator=(cudaError_t code);
	checker &operator<<(cudaError_t code);
};

void handed_over(void **out, size_t bytes, cudaStream_t s)
{
	consume(cudaMalloc(out, bytes));
	consume_any(cudaMalloc(out, bytes));
	PROJECT_CHECK(cudaStreamSynchronize(s));
	checker check = cudaStreamSynchronize(s);
	check = cudaStreamSynchronize(s);
	check << cudaStreamSynchronize(s);
	expect_success(cudaStreamSynchronize(s));
	checker{cudaStreamSynchronize(s)};
}

cudaError_t in_lambda(cudaStream_t s)
{
	auto wait = [s] { return cudaStreamSynchronize(s); };
	return wait();
}

std::pair<bool, cudaError_t> in_pair(cudaStream_t s)
{
	return {true, cudaStreamSynchronize(s)};
}

// Somebody's check, though it is called like a function of the driver.
void named_like_driver(int *count)
{
	cuSafeCall(cudaGetDeviceCount(count));
	cuSafeCall(cudaSetDevice(0));
}
