#include <torch/extension.h>

torch::Tensor mapping(torch::Tensor keys);
torch::Tensor gather(torch::Tensor keys);
