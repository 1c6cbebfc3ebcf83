#pragma once
#include <cuda_runtime.h>

template <class T> __global__ void apply_any_kernel(T *y, const T *values, const int *columns, const T *x, int rows);

template <class Matrix, class T> cudaError_t apply_any(const Matrix &m, const T *x, T *y)
{
	apply_any_kernel<T><<<m.rows() / 256, 256>>>(y, m.values(), m.columns(), x, m.rows());
	return cudaGetLastError();
}
