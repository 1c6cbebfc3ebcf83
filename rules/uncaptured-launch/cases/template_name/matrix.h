#pragma once
#include <cuda_runtime.h>

struct Matrix {
	const float *values;
	const int *columns;
	int rows;
	cudaStream_t stream;
};
