#include <torch/extension.h>

torch::Tensor gather(torch::Tensor keys);
