#pragma once
#include <cuda_runtime.h>

void sharpen(float *image, int n);
