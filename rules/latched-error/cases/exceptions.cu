// An exception carries the code away; the slot keeps it. Who catches and goes on without clearing leaves it there.
#include <cuda_runtime.h>

#include <memory>
#include <new>
#include <stdexcept>

void log_warning(const char *format, ...);

#define CHECK_THROW(call)                                                                                              \
	do {                                                                                                           \
		cudaError_t code_ = (call);                                                                            \
		if (code_ != cudaSuccess)                                                                              \
			throw std::runtime_error(cudaGetErrorString(code_));                                           \
	} while (0)

#define CHECK_THROW_CLEAR(call)                                                                                        \
	do {                                                                                                           \
		cudaError_t code_ = (call);                                                                            \
		if (code_ != cudaSuccess) {                                                                            \
			cudaGetLastError();                                                                            \
			throw std::runtime_error(cudaGetErrorString(code_));                                           \
		}                                                                                                      \
	} while (0)

bool register_bad(void *host, size_t bytes)
{
	try {
		CHECK_THROW(cudaHostRegister(host, bytes, cudaHostRegisterDefault)); // expect: latched-error
	} catch (const std::exception &e) {
		log_warning("not pinned: %s", e.what());
		return false;
	}
	return true;
}

bool register_good(void *host, size_t bytes)
{
	try {
		CHECK_THROW(cudaHostRegister(host, bytes, cudaHostRegisterDefault));
	} catch (const std::exception &e) {
		cudaGetLastError();
		log_warning("not pinned: %s", e.what());
		return false;
	}
	return true;
}

bool register_macro_clears(void *host, size_t bytes)
{
	try {
		CHECK_THROW_CLEAR(cudaHostRegister(host, bytes, cudaHostRegisterDefault));
	} catch (const std::exception &e) {
		log_warning("not pinned: %s", e.what());
		return false;
	}
	return true;
}

// Nobody here catches: whoever does is responsible.
void *allocate_or_throw(size_t bytes)
{
	void *out = nullptr;
	CHECK_THROW(cudaMalloc(&out, bytes));
	return out;
}

static void *device_alloc(size_t bytes)
{
	void *out = nullptr;
	if (cudaMalloc(&out, bytes) != cudaSuccess) // expect: latched-error
		throw std::bad_alloc();
	return out;
}

void *alloc_or_null_bad(size_t bytes)
{
	try {
		return device_alloc(bytes);
	} catch (const std::bad_alloc &) {
		return nullptr;
	}
}

static void *device_alloc_clear(size_t bytes)
{
	void *out = nullptr;
	if (cudaMalloc(&out, bytes) != cudaSuccess) {
		(void)cudaGetLastError();
		throw std::bad_alloc();
	}
	return out;
}

void *alloc_or_null_good(size_t bytes)
{
	try {
		return device_alloc_clear(bytes);
	} catch (const std::bad_alloc &) {
		return nullptr;
	}
}

int halve_until_it_fits(size_t *bytes, void **out)
{
	bool failed;
	do {
		failed = false;
		try {
			*out = nullptr;
			CHECK_THROW(cudaMalloc(out, *bytes));
		} catch (const std::runtime_error &) {
			*bytes /= 2;
			failed = true;
			cudaGetLastError();
		}
	} while (failed && *bytes > 0);
	return failed ? -1 : 0;
}

void rethrown(void **out, size_t bytes)
{
	try {
		CHECK_THROW(cudaMalloc(out, bytes));
	} catch (...) {
		log_warning("out of memory");
		throw;
	}
}
