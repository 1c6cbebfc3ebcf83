#pragma once
#include <c10/cuda/CUDAException.h>
#include <torch/torch.h>

void blend(torch::Tensor &out, const torch::Tensor &a, float by);
void blend_by(torch::Tensor &out, const torch::Tensor &a, const torch::Tensor &by);
