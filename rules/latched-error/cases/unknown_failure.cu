// What ends a failure branch is not always known. A call of something unknown, as the branch's last act, may end the process: no
// finding of severity warning. A return or a jump after it says that it does not.
#include <cuda_runtime.h>

#if __has_include("vendor/error.h")
#include "vendor/error.h"
#else
void vendor_error(const char *format, ...);
#define vendorError(...) vendor_error(__VA_ARGS__)
#endif

void *pinned_unknown(void *host, size_t bytes)
{
	cudaError_t err = cudaHostRegister(host, bytes, cudaHostRegisterDefault);
	if (err != cudaSuccess) {
		vendorError("failed to register %zu bytes: %s", bytes, cudaGetErrorString(err));
	}
	return host;
}

void *pinned_bad(void *host, size_t bytes)
{
	cudaError_t err = cudaHostRegister(host, bytes, cudaHostRegisterDefault); // expect: latched-error
	if (err != cudaSuccess) {
		vendorError("failed to register %zu bytes: %s", bytes, cudaGetErrorString(err));
		return nullptr;
	}
	return host;
}

// The unknown gets the code itself: it is responsible.
void vendor_handle(cudaError_t code, const char *what);

bool handed_over(void *host, size_t bytes)
{
	cudaError_t err = cudaHostRegister(host, bytes, cudaHostRegisterDefault);
	if (err != cudaSuccess) {
		vendor_handle(err, "register");
		return false;
	}
	return true;
}

// The unseen macro says that it throws.
int device_or_throw()
{
	int device = 0;
	if (cudaGetDevice(&device) != cudaSuccess) { // expect-note: latched-error
		LOG_AND_THROW(RuntimeError) << "no device";
	}
	prepare(device);
	return device;
}

// A stream that ends the process when the statement is over: its destructor never returns.
class fail_stream {
public:
	fail_stream(const char *file, int line);
	~fail_stream() { report(); }
	template <typename T>
	fail_stream &operator<<(const T &text);

private:
	[[noreturn]] void report();
};
#define REQUIRE_EQUAL(a, b)                                                                                            \
	if (!((a) == (b)))                                                                                             \
	fail_stream(__FILE__, __LINE__) << #a
void required(const void *kernel, int bytes)
{
	if (bytes > 49152) {
		REQUIRE_EQUAL(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), cudaSuccess);
	}
	prepare(bytes);
}

// glog's levels: the one ends the process, the other only tells.
void fatal_level(cudaStream_t *stream)
{
	if (cudaStreamCreate(stream) != cudaSuccess)
		LOG(FATAL) << "no stream";
	prepare(1);
}
void error_level(cudaStream_t *stream)
{
	if (cudaStreamCreate(stream) != cudaSuccess) // expect: latched-error
		LOG(ERROR) << "no stream";
	prepare(1);
}
