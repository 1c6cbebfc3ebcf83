// The operations of a decode step. Each takes the stream that its caller works on.
#pragma once

#include <cuda_runtime.h>

void embed(const int *tokens, float *hidden, int rows, cudaStream_t stream);
void attend(float *hidden, const float *cache, float *scratch, int rows, cudaStream_t stream);
void project(const float *hidden, const float *factor, float *logits, int rows, cudaStream_t stream);
void argmax(const float *logits, int *tokens, int rows, cudaStream_t stream);
