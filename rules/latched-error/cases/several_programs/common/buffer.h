#pragma once
#include <cuda_runtime.h>

void *buffer_take(size_t n);
void *buffer_share(size_t n);
