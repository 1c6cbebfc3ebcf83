#pragma once
#include <cuda_runtime.h>

void fill(float *field, int n, cudaStream_t stream);
