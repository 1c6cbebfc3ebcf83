#pragma once
#include <cuda_runtime.h>
void scale(float *p, int n);
