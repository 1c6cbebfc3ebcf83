#pragma once
#include <cublas_v2.h>

struct linear {
	cublasHandle_t handle;
};
void linear_open(linear &l);
void linear_apply(linear &l, int n, const float *a, float *x);
