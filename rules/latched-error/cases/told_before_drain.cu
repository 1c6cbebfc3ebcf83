// A check that makes its text before it drains: that the host has no memory for a text is no way on which the slot stays full.
#include <cuda_runtime.h>

#include <exception>
#include <sstream>
#include <stdexcept>
#include <string>

__global__ void work(float *p);

#define FAIL(text)                                                      \
	{                                                               \
		std::stringstream where;                                \
		where << text << " at " << __FILE__ << ":" << __LINE__; \
		throw std::runtime_error(where.str());                  \
	}

#define REQUIRE_GOOD(call)                                                            \
	{                                                                             \
		cudaError_t code = (call);                                            \
		if (code != cudaSuccess) {                                            \
			std::stringstream text;                                       \
			text << std::to_string(code) << cudaGetErrorString(code);     \
			cudaGetLastError();                                           \
			FAIL(text.str());                                             \
		}                                                                     \
	}

#define REQUIRE_BAD(call)                                                             \
	{                                                                             \
		cudaError_t code = (call);                                            \
		if (code != cudaSuccess) {                                            \
			std::stringstream text;                                       \
			text << std::to_string(code) << cudaGetErrorString(code);     \
			FAIL(text.str());                                             \
		}                                                                     \
	}

bool record_good(cudaEvent_t event, cudaStream_t s)
{
	try {
		REQUIRE_GOOD(cudaEventRecord(event, s));
	} catch (const std::exception &) {
		return false;
	}
	return true;
}

bool record_bad(cudaEvent_t event, cudaStream_t s)
{
	try {
		REQUIRE_BAD(cudaEventRecord(event, s)); // expect: latched-error
	} catch (const std::exception &) {
		return false;
	}
	return true;
}

int launch(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	return cudaGetLastError() == cudaSuccess;
}
