// Check functions that throw, in an extension whose interpreter catches: told once, where the drain is missing.
#include <cuda_runtime.h>
#include <torch/extension.h>

#include <stdexcept>

__global__ void work(float *p);

#define CHECK_LAUNCH()                                                                                                 \
	do {                                                                                                           \
		cudaError_t launched_ = cudaGetLastError();                                                            \
		if (launched_ != cudaSuccess)                                                                          \
			throw std::runtime_error(cudaGetErrorString(launched_));                                       \
	} while (0)

inline void check_bad(cudaError_t code, const char *what)
{
	if (code != cudaSuccess)
		throw std::runtime_error(std::string(what) + cudaGetErrorString(code)); // expect: latched-error
}

inline void check_good(cudaError_t code, const char *what)
{
	if (code != cudaSuccess) {
		(void)cudaGetLastError();
		throw std::runtime_error(std::string(what) + cudaGetErrorString(code));
	}
}

template <typename T> void check_any_bad(T code, const char *what)
{
	if (code)
		throw std::runtime_error(std::string(what) + cudaGetErrorName(code)); // expect: latched-error
}

#define REQUIRE_BAD(call) check_any_bad((call), #call)

/* Of any condition: it knows of no slot. */
#define ENSURE(condition)                                                                                              \
	do {                                                                                                           \
		if (!(condition))                                                                                      \
			throw std::runtime_error(#condition);                                                          \
	} while (0)

/* Only what fails with the device goes through it. */
inline void check_wait(cudaError_t code)
{
	if (code != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(code));
}

void grow_bad(float **p, size_t bytes)
{
	check_bad(cudaMalloc(p, bytes), "cudaMalloc");
	check_bad(cudaMemset(*p, 0, bytes), "cudaMemset");
	work<<<1, 32>>>(*p);
	CHECK_LAUNCH();
}

void grow_good(float **p, size_t bytes)
{
	check_good(cudaMalloc(p, bytes), "cudaMalloc");
	work<<<1, 32>>>(*p);
	CHECK_LAUNCH();
	check_wait(cudaDeviceSynchronize());
}

void pin(void *host, size_t bytes) { REQUIRE_BAD(cudaHostRegister(host, bytes, cudaHostRegisterDefault)); }

void pin_if(void *host, size_t bytes) { ENSURE(cudaHostRegister(host, bytes, cudaHostRegisterDefault) == cudaSuccess); }

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m)
{
	m.def("pin", [](int64_t host, int64_t bytes) { pin((void *)host, bytes); });
}
