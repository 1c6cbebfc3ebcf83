import torch
from kernels import shuffled
from torch import nn


class Attention(nn.Module):
    def __init__(self, heads, width):
        super().__init__()
        self.kv = nn.Linear(width, heads * width)
        self.heads = heads
        self.absorbed = None
        self.scale = None
        self.on_cpu = None

    def forward(self, q: torch.Tensor):
        return torch.bmm(q, self.absorbed) * self.scale + self.on_cpu

    def derive_weights(self, is_cpu=False):
        parts = self.kv.weight.view(self.heads, -1, self.kv.in_features)
        self.absorbed = parts.transpose(1, 2).contiguous().clone()
        # In place where it is there.
        scale = torch.rsqrt(self.kv.weight.sum(dim=1))
        if self.scale is None:
            self.scale = scale
        else:
            self.scale.copy_(scale)
        self.shuffle_weight(self.kv.weight)
        self.shuffle_weight_in_place(self.kv.weight)
        if is_cpu:
            self.on_cpu = torch.neg(self.kv.weight)

    def shuffle_weight(self, parameter):
        weight = parameter.data
        parameter.data = shuffled(weight)

    def shuffle_weight_in_place(self, parameter):
        weight = parameter.data
        other = shuffled(weight)
        if other.shape == weight.shape:
            weight.copy_(other)
        else:
            parameter.data = other


class Model(nn.Module):
    def __init__(self, heads, width):
        super().__init__()
        self.attention = Attention(heads, width)

    def forward(self, q: torch.Tensor):
        return self.attention(q)

    def load_weights(self, weights):
        own = dict(self.named_parameters())
        for name, weight in weights:
            own[name].data.copy_(weight)
        self.attention.derive_weights()
