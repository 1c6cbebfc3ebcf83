#pragma once

#include <cuda_runtime.h>

void op_scale(float *p, int n, cudaStream_t s);
void op_shift(float *p, int n, cudaStream_t s);
