#include <torch/extension.h>

torch::Tensor mapping(torch::Tensor keys);
