#pragma once

#include <cuda_runtime.h>

namespace vt {

// ids[row] = the index of the largest of columns logits of that row. Throws if the launch fails.
void greedy_argmax(const float *logits, int *ids, int rows, int columns, cudaStream_t stream);

} // namespace vt
