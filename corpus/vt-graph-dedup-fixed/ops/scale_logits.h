#pragma once

#include <cuda_runtime.h>

namespace vt {

// logits[i] *= factor for i < count. The kernel is loaded as a module at run time, the way a math library ships its own, and
// launched through the driver: its graph node has no runtime function.
void scale_logits(float *logits, int count, float factor, cudaStream_t stream);
// Loads the module; must not run inside a capture.
void scale_logits_load();

} // namespace vt
