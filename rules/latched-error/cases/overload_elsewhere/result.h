// A check calls what each kind of code needs: the function for the runtime's is declared here, and defined elsewhere; the template is for all others.
#pragma once

#include <cuda_runtime.h>

#include <stdexcept>

namespace result {
inline bool is_good(cudaError_t code) { return code == cudaSuccess; }
inline bool is_good(int code) { return code == 0; }

void take_out(cudaError_t code);
template <class T> inline void take_out(T) {}

void look_at(cudaError_t code);
template <class T> inline void look_at(T) {}
}

#define RESULT_THROW(call) \
	[&]() { \
		using ::result::is_good; \
		using ::result::take_out; \
		auto code = (call); \
		take_out(code); \
		if (!is_good(code)) \
			throw std::runtime_error(#call); \
	}()

#define RESULT_THROW_FULL(call) \
	[&]() { \
		using ::result::is_good; \
		using ::result::look_at; \
		auto code = (call); \
		look_at(code); \
		if (!is_good(code)) \
			throw std::runtime_error(#call); \
	}()
