#pragma once

#include <torch/extension.h>

void rms_norm(torch::Tensor out, torch::Tensor x, torch::Tensor weight);
void gather_rows(torch::Tensor out, torch::Tensor x, torch::Tensor index);
void top_rows(torch::Tensor out, torch::Tensor x);
