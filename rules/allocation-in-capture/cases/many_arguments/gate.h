// What the binding sees.
#pragma once
#include <cuda_runtime.h>

struct buffer {
	void *p;
	int bytes;
};

cudaStream_t getCurrentCUDAStream();
void fused_gate(buffer &out, buffer &in, int n, int k, int groups, float scale);
