#pragma once

#include <cuda_runtime.h>

bool arena_reserve(void **out, size_t bytes);  // callers clear
bool arena_map(void **out, size_t bytes);      // one caller does not
cudaError_t arena_commit(void *base, size_t bytes);
