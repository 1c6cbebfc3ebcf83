#pragma once

#include <cuda_runtime.h>

void launch_rows(float *p, int rows, cudaStream_t s);
void launch_columns(float *p, int columns, cudaStream_t s);
