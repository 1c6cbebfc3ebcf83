#pragma once
#include <cuda_runtime.h>
#include <rmm/cuda_stream_view.hpp>

class Columns {
public:
	cudaError_t substring(const char *text, char *out, int n, rmm::cuda_stream_view stream = rmm::cuda_stream_default);
	cudaError_t upper(const char *text, char *out, int n, rmm::cuda_stream_view stream);
	cudaError_t trimmed(const char *text, char *out, int n, rmm::cuda_stream_view stream);
};
