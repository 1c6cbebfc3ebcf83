#pragma once
#include <cuda_runtime.h>

void blur(float *image, int n, cudaStream_t stream);
void blur_columns_twice(float *image, int n);
template <typename T> void blur_all(T *image, int n);

class Stage {
public:
	void run(float *image, int n);
	void dump(float *image, int n);
};
